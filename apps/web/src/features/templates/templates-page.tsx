import { SELECT_TEMPLATE } from '@pos/contract/customizations';
import { templatesApi, type Template, type TemplateType } from '@pos/contract/templates';
import { IconPhotoPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { countOf } from '#web/lib/money.ts';
import { Allowed, useRights } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { AfterDelay, Empty, ErrorNotice, Notice, Skeleton } from '#web/ui/notice.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import type { Refused } from './publish-dialog.tsx';
import { TemplateCard } from './template-card.tsx';
import { templateLibrary } from './templates.data.ts';
import './templates.css';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const UploadDialog = lazyPart(async () => (await import('./upload-dialog.tsx')).UploadDialog);
const TypesDialog = lazyPart(async () => (await import('./types-dialog.tsx')).TypesDialog);
const PublishDialog = lazyPart(async () => (await import('./publish-dialog.tsx')).PublishDialog);

/** Library of master templates, by type. */
export function TemplatesPage() {
  const { data, error, refetch } = useQuery(templateLibrary);
  const { opened: asks, open: setAsks, close } = useOpened<'upload' | 'types' | 'publish'>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [refusal, setRefusal] = useState<string>();
  const [refused, setRefused] = useState<Refused>({});
  const { isSuper } = useRights();
  const types = data?.types ?? [];
  const templates = data?.templates ?? [];
  const chosen = templates.filter(({ id }) => selected.has(id));
  const select = (id: string, isOn: boolean): void => {
    setRefusal(undefined);
    setRefused(({ [id]: _, ...others }) => others);
    setSelected(new Set(isOn ? [...selected, id] : [...selected].filter((one) => one !== id)));
  };
  const publish = (): void => {
    if (chosen.length === 0) return setRefusal(SELECT_TEMPLATE);
    if (!chosen.some(({ changed }) => changed))
      return setRefusal('Fairs already get the newest version of the selected templates.');
    setAsks('publish');
  };
  return (
    <>
      <PageHead
        title="Customize Template"
        sub={data && templates.length > 0 && countOf(templates.length, 'template', 'templates')}
        actions={
          <Allowed to={templatesApi.upload}>
            <span className="not-phone">
              <Button onClick={() => setAsks('types')}>Types</Button>
            </span>
            <span className="not-phone">
              <Button variant="primary" onClick={() => setAsks('upload')}>
                <IconUpload size={16} aria-hidden /> Upload artwork
              </Button>
            </span>
          </Allowed>
        }
      />
      {!data &&
        (error ? (
          <ErrorNotice what="The templates" error={error} retry={() => void refetch()} />
        ) : (
          <AfterDelay>
            <Skeleton height={280} />
          </AfterDelay>
        ))}
      {data && templates.length === 0 && (
        <div className="card">
          <Empty
            icon={IconPhotoPlus}
            title={isSuper ? 'Upload your first flyer.' : 'There are no templates yet.'}
            text={
              isSuper
                ? 'Start with a PDF, PNG or JPEG from your designer. Then place the fields each fair fills in: its name, dates, hours and QR code.'
                : 'A SUPER_ADMIN uploads artwork and places fields on it.'
            }
            actions={isSuper && <Button onClick={() => setAsks('upload')}>Upload artwork</Button>}
          />
        </div>
      )}
      {templates.length > 0 && isSuper && (
        <div className="template-bar" role="group" aria-label="Selected templates">
          <span className="num" role="status">
            {chosen.length} selected
          </span>
          <Button size="sm" onClick={publish}>
            Publish
          </Button>
          {chosen.length > 0 && (
            <Button size="sm" variant="tertiary" onClick={() => setSelected(new Set())}>
              Clear
            </Button>
          )}
          {refusal && <Notice kind="bad">{refusal}</Notice>}
        </div>
      )}
      <div className="template-types">
        {types.map((type) => (
          <TypeSection
            key={type.id}
            type={type}
            templates={templates.filter(({ templateTypeId }) => templateTypeId === type.id)}
            selected={selected}
            refused={refused}
            onSelect={isSuper ? select : undefined}
          />
        ))}
      </div>
      <Suspense>
        {asks === 'upload' && <UploadDialog types={types} onClose={close} />}
        {asks === 'types' && <TypesDialog types={types} onClose={close} />}
        {asks === 'publish' && (
          <PublishDialog
            templates={chosen}
            onClose={close}
            onSettled={(reasons) => {
              setSelected(new Set(Object.keys(reasons)));
              setRefused(reasons);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

type TypeSectionProps = {
  type: TemplateType;
  templates: readonly Template[];
  selected: ReadonlySet<string>;
  refused: Refused;
  onSelect: ((id: string, isOn: boolean) => void) | undefined;
};

function TypeSection({ type, templates, selected, refused, onSelect }: TypeSectionProps) {
  if (templates.length === 0) return null;
  return (
    <section aria-labelledby={`type-${type.id}`}>
      <h2 id={`type-${type.id}`}>
        {type.name} <small className="num t3">{templates.length}</small>
      </h2>
      <ul className="template-grid">
        {templates.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            isSelected={selected.has(template.id)}
            refusal={selected.has(template.id) ? refused[template.id] : undefined}
            onSelect={onSelect && ((isOn) => onSelect(template.id, isOn))}
          />
        ))}
      </ul>
    </section>
  );
}
