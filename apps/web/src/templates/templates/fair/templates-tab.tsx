import {
  customizationsApi,
  SELECT_TEMPLATE,
  type Customization,
  type FairCustomizations,
} from '@pos/contract/templates/customizations';
import { pluralize } from '@pos/contract/values/counts';
import { IconDownload, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { DelayedSkeleton, Empty, Notice, Unloaded } from '#web/ui/messages/notice.tsx';
import { StatusPill, type StatusText } from '#web/ui/values/status-pill.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useWaitingPlace } from '#web/ui/layout/use-waiting-place.ts';
import { fairCustomizations, useGenerateUrl } from '../templates.data.ts';
import * as styles from './fair-templates.module.css';
import { FeaturedTitlesCard } from './featured-titles-card.tsx';
import { PublicPageCard } from './public-page-card.tsx';
import { ValuesCard } from './values-card.tsx';
import * as cardStyles from '#web/ui/layout/card.module.css';
import * as checkboxStyles from '#web/ui/fields/checkbox.module.css';

const PUBLISHED: StatusText = { label: 'On the page', meaning: 'ok' };
const FILLED: StatusText = { label: 'Filled in', meaning: 'info' };

/** Templates of a fair: select, fill in, download, and publish the fair's page. */
export function TemplatesTab({ fairId }: { fairId: string }) {
  const { data, error, refetch } = useQuery(fairCustomizations(fairId));
  if (!data)
    return (
      <Unloaded what="The templates" error={error} retry={refetch}>
        <DelayedSkeleton height={280} />
      </Unloaded>
    );
  if (data.templates.length === 0) {
    return (
      <div className="stack">
        <div className={cardStyles.card}>
          <Empty
            icon={IconTemplate}
            title="No template is published yet."
            text="Templates are shared by all fairs. Once one is published, you can fill it in here."
            actions={<ButtonLink to={pathTo('master-template')}>Open the library</ButtonLink>}
          />
        </div>
        <PublicPageCard {...data} />
        <FeaturedTitlesCard key={fairId} {...data} />
      </div>
    );
  }
  return <FairTemplates data={data} />;
}

function FairTemplates({ data }: { data: FairCustomizations }) {
  const { fair, templates, url, published, featured } = data;
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(templates.filter((one) => one.published).map(({ templateId }) => templateId)),
  );
  const [openId, setOpenId] = useState(templates[0]?.templateId);
  const [refusal, setRefusal] = useState<string>();
  const [isLoading, setIsLoading] = useState(false);
  const waiting = useWaitingPlace('document', isLoading);
  const generate = useGenerateUrl();
  const chosen = templates
    .filter(({ templateId }) => selected.has(templateId))
    .map(({ templateId }) => templateId);
  const open = templates.find(({ templateId }) => templateId === openId);
  const select = (id: string, isOn: boolean): void => {
    setRefusal(undefined);
    setSelected(new Set(isOn ? [...selected, id] : [...selected].filter((one) => one !== id)));
  };
  const download = async (): Promise<void> => {
    if (chosen.length === 0) return setRefusal(SELECT_TEMPLATE);
    setRefusal(undefined);
    setIsLoading(true);
    await saveFile(customizationsApi.download, {
      body: { fairId: fair.id, templateIds: chosen },
    }).catch((error: unknown) => setRefusal(failureText(error).message));
    setIsLoading(false);
  };
  const publish = async (): Promise<void> => {
    if (chosen.length === 0) return setRefusal(SELECT_TEMPLATE);
    setRefusal(undefined);
    try {
      await generate.mutateAsync({ fairId: fair.id, templateIds: chosen });
      toast.ok({
        title: 'Page published',
        detail: `${pluralize(chosen.length, 'template', 'templates')} to download`,
      });
    } catch (error) {
      setRefusal(failureText(error).message);
    }
  };
  return (
    <div className={styles.fairTemplates}>
      <div className="stack">
        <Card
          title="Templates"
          count={templates.length}
          intro="Check the documents for families. Generate URL puts them on the fair's public page."
          rows
        >
          <ul className={styles.list}>
            {templates.map((template) => (
              <TemplateLine
                key={template.templateId}
                template={template}
                isSelected={selected.has(template.templateId)}
                isOpen={template.templateId === openId}
                onSelect={(isOn) => select(template.templateId, isOn)}
                onOpen={() => setOpenId(template.templateId)}
              />
            ))}
          </ul>
          <div className={styles.buttons}>
            <span className="caption numeric" role="status">
              {chosen.length > 0 && `${chosen.length} selected`}
            </span>
            <span className="row">
              <Button
                size="sm"
                busy={isLoading && (waiting ?? 'Preparing…')}
                onClick={() => void download()}
              >
                <IconDownload size={16} aria-hidden />{' '}
                {chosen.length > 1 ? 'Download zip' : 'Download PDF'}
              </Button>
              <Allowed to={customizationsApi.generateUrl}>
                <Button
                  size="sm"
                  variant="primary"
                  busy={generate.isPending && 'Publishing…'}
                  onClick={() => void publish()}
                >
                  Generate URL
                </Button>
              </Allowed>
            </span>
            {refusal && <Notice kind="bad">{refusal}</Notice>}
          </div>
        </Card>
        <PublicPageCard url={url} published={published} fair={fair} />
        <FeaturedTitlesCard key={fair.id} fair={fair} featured={featured} />
      </div>
      {open && (
        <ValuesCard key={open.templateId} fair={fair} template={open} defaults={data.defaults} />
      )}
    </div>
  );
}

type TemplateLineProps = {
  template: Customization;
  isSelected: boolean;
  isOpen: boolean;
  onSelect: (isOn: boolean) => void;
  onOpen: () => void;
};

function TemplateLine({
  template: { name, typeName, number, pages, published, version },
  isSelected,
  isOpen,
  onSelect,
  onOpen,
}: TemplateLineProps) {
  return (
    <li data-open={isOpen || undefined}>
      <input
        type="checkbox"
        className={checkboxStyles.checkbox}
        aria-label={`Select ${name}`}
        checked={isSelected}
        onChange={({ target }) => onSelect(target.checked)}
      />
      <button type="button" className={styles.fairTemplate} aria-pressed={isOpen} onClick={onOpen}>
        <span className="medium ellipsis">{name}</span>
        <span className="caption numeric">
          {typeName} · version {number} · {pluralize(pages, 'page', 'pages')}
        </span>
      </button>
      {published ? (
        <StatusPill status={PUBLISHED} />
      ) : (
        version > 0 && <StatusPill status={FILLED} />
      )}
    </li>
  );
}
