import { SELECT_TEMPLATE } from '@pos/contract/templates/customizations';
import { templatesApi, type Template, type TemplateType } from '@pos/contract/templates/templates';
import { pluralize } from '@pos/contract/values/counts';
import { IconPhotoPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Allowed, useRights } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { DelayedSkeleton, Empty, Notice, Unloaded } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import type { Refusals } from './publish-dialog.tsx';
import { TemplateCard } from './template-card.tsx';
import { templateLibrary } from './templates.data.ts';
import * as styles from './templates.module.css';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import * as cardStyles from '#web/ui/layout/card.module.css';

const UploadDialog = asidePart(() => import('./upload-dialog.tsx'), 'UploadDialog');
const TypesDialog = asidePart(() => import('./types-dialog.tsx'), 'TypesDialog');
const PublishDialog = asidePart(() => import('./publish-dialog.tsx'), 'PublishDialog');

/** Library of master templates, by type. */
export function TemplatesPage() {
  const { data, error, refetch } = useQuery(templateLibrary);
  const { opened: asks, open: setAsks, close } = useOpened<LibraryAction>();
  const { isSuper } = useRights();
  const types = data?.types ?? [];
  const templates = data?.templates ?? [];
  const selection = useSelection(templates);
  return (
    <>
      <PageHead
        title="Customize Template"
        sub={data && templates.length > 0 && pluralize(templates.length, 'template', 'templates')}
        actions={
          <Allowed to={templatesApi.upload}>
            <span className={styles.notPhone}>
              <Button onClick={() => setAsks('types')}>Types</Button>
            </span>
            <span className={styles.notPhone}>
              <Button variant="primary" onClick={() => setAsks('upload')}>
                <IconUpload size={16} aria-hidden /> Upload artwork
              </Button>
            </span>
          </Allowed>
        }
      />
      {!data && (
        <Unloaded what="The templates" error={error} retry={refetch}>
          <DelayedSkeleton height={280} />
        </Unloaded>
      )}
      {data && templates.length === 0 && (
        <NoTemplates isSuper={isSuper} onUpload={() => setAsks('upload')} />
      )}
      {templates.length > 0 && isSuper && (
        <SelectionBar selection={selection} onPublish={() => setAsks('publish')} />
      )}
      <div className={styles.types}>
        {types.map((type) => (
          <TypeSection
            key={type.id}
            type={type}
            templates={templates.filter(({ templateTypeId }) => templateTypeId === type.id)}
            selection={selection}
            isSelectable={isSuper}
          />
        ))}
      </div>
      {asks && <LibraryDialog asked={asks} types={types} selection={selection} onClose={close} />}
    </>
  );
}

type LibraryAction = 'upload' | 'types' | 'publish';
type Selection = ReturnType<typeof useSelection>;

type LibraryDialogProps = {
  asked: LibraryAction;
  types: readonly TemplateType[];
  selection: Selection;
  onClose: () => void;
};

function LibraryDialog({ asked, types, selection, onClose }: LibraryDialogProps) {
  return (
    <>
      {asked === 'upload' && <UploadDialog types={types} onClose={onClose} />}
      {asked === 'types' && <TypesDialog types={types} onClose={onClose} />}
      {asked === 'publish' && (
        <PublishDialog
          templates={selection.chosen}
          onClose={onClose}
          onSettled={selection.keepRefused}
        />
      )}
    </>
  );
}

/** Templates selected for publishing, and the reasons of those that were refused. */
function useSelection(templates: readonly Template[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [refusal, setRefusal] = useState<string>();
  const [refused, setRefused] = useState<Refusals>({});
  return {
    selected,
    chosen: templates.filter(({ id }) => selected.has(id)),
    refused,
    /** Reason why nothing can be published. */
    refusal,
    setRefusal,
    select: (id: string, isOn: boolean): void => {
      setRefusal(undefined);
      setRefused(({ [id]: _, ...others }) => others);
      setSelected(new Set(isOn ? [...selected, id] : [...selected].filter((one) => one !== id)));
    },
    clear: (): void => setSelected(new Set()),
    keepRefused: (reasons: Refusals): void => {
      setSelected(new Set(Object.keys(reasons)));
      setRefused(reasons);
    },
  };
}

function NoTemplates({ isSuper, onUpload }: { isSuper: boolean; onUpload: () => void }) {
  return (
    <div className={cardStyles.card}>
      <Empty
        icon={IconPhotoPlus}
        title={isSuper ? 'Upload your first flyer.' : 'There are no templates yet.'}
        text={
          isSuper
            ? 'Start with a PDF, PNG or JPEG from your designer. Then place the fields each fair fills in: its name, dates, hours and QR code.'
            : 'A SUPER_ADMIN uploads artwork and places fields on it.'
        }
        actions={isSuper && <Button onClick={onUpload}>Upload artwork</Button>}
      />
    </div>
  );
}

function SelectionBar({
  selection: { chosen, refusal, setRefusal, clear },
  onPublish,
}: {
  selection: Selection;
  onPublish: () => void;
}) {
  const publish = (): void => {
    if (chosen.length === 0) return setRefusal(SELECT_TEMPLATE);
    if (!chosen.some(({ changed }) => changed))
      return setRefusal('Fairs already get the newest version of the selected templates.');
    onPublish();
  };
  return (
    <div className={styles.bar} role="group" aria-label="Selected templates">
      <span className="numeric" role="status">
        {chosen.length > 0 ? `${chosen.length} selected` : 'None selected'}
      </span>
      <Button size="sm" onClick={publish}>
        Publish
      </Button>
      {chosen.length > 0 && (
        <Button size="sm" variant="tertiary" onClick={clear}>
          Clear
        </Button>
      )}
      {refusal && <Notice kind="bad">{refusal}</Notice>}
    </div>
  );
}

type TypeSectionProps = {
  type: TemplateType;
  templates: readonly Template[];
  selection: Selection;
  isSelectable: boolean;
};

function TypeSection({
  type,
  templates,
  selection: { selected, refused, select },
  isSelectable,
}: TypeSectionProps) {
  if (templates.length === 0) return null;
  return (
    <section aria-labelledby={`type-${type.id}`}>
      <h2 id={`type-${type.id}`}>
        {type.name} <small className="numeric muted">{templates.length}</small>
      </h2>
      <ul className={styles.grid}>
        {templates.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            isSelected={selected.has(template.id)}
            refusal={selected.has(template.id) ? refused[template.id] : undefined}
            onSelect={isSelectable ? (isOn) => select(template.id, isOn) : undefined}
          />
        ))}
      </ul>
    </section>
  );
}
