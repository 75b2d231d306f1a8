import type { Template, TemplateDetails, TemplateFair } from '@pos/contract/templates/templates';
import { pluralize } from '@pos/contract/values/counts';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { readTemplate, usePublishTemplate } from './templates.data.ts';
import * as styles from './templates.module.css';

/** Error messages of templates that were not published, by ID. */
export type Refusals = Readonly<Record<string, string>>;

type PublishDialogProps = {
  templates: readonly Template[];
  /** Saves the draft and returns the version to publish; without it the newest is published. */
  readVersion?: () => Promise<number>;
  /** Called with each template after it was published. */
  onPublished?: (template: TemplateDetails) => void;
  /** Called with all refusals at the end. */
  onSettled?: (refused: Refusals) => void;
  onClose: () => void;
};

const SHOWN = 8;

/**
 * Asks before fairs get new versions, naming the fairs. Refused templates stay, with their reason,
 * for a retry.
 */
export function PublishDialog({
  templates,
  readVersion,
  onPublished,
  onSettled,
  onClose,
}: PublishDialogProps) {
  const [ids, setIds] = useState(() =>
    templates.filter((template) => template.changed || readVersion).map(({ id }) => id),
  );
  const changed = templates.filter(({ id }) => ids.includes(id));
  const details = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['templates', 'details', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => readTemplate(id, signal),
    })),
  });
  const fairs = new Map(
    details.flatMap(({ data }) => data?.fairList ?? []).map((fair) => [fair.id, fair]),
  );
  const queryClient = useQueryClient();
  const publish = usePublishTemplate();
  const [isBusy, setIsBusy] = useState(false);
  const [refused, setRefused] = useState<Refusals>({});
  const [only] = changed;
  const what =
    ids.length === 1 && only ? only.name : pluralize(ids.length, 'template', 'templates');
  const run = async (): Promise<void> => {
    setIsBusy(true);
    const reasons: Record<string, string> = {};
    for (const { id, version } of changed) {
      try {
        const published = await publish.mutateAsync({
          id,
          version: readVersion ? await readVersion() : version,
        });
        onPublished?.(published);
      } catch (error) {
        reasons[id] = failureText(error).message;
      }
    }
    const again = Object.keys(reasons);
    if (again.length > 0) await queryClient.invalidateQueries({ queryKey: ['templates'] });
    if (again.length < ids.length)
      toast.ok(
        again.length === 0
          ? `${what} published`
          : `${ids.length - again.length} of ${ids.length} published`,
      );
    onSettled?.(reasons);
    setRefused(reasons);
    setIds(again);
    setIsBusy(false);
    if (again.length === 0) onClose();
  };
  const isKnown = details.every(({ data, error }) => data ?? error);
  return (
    <Dialog
      title={`Publish ${what}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy && 'Publishing…'} onClick={() => void run()}>
            Publish
          </Button>
        </>
      }
    >
      <div className="stack">
        {isKnown ? <Affected fairs={[...fairs.values()]} /> : <p>Finding fairs that use it…</p>}
        {changed.map(
          ({ id, name }) =>
            refused[id] && (
              <Notice key={id} kind="bad">
                {ids.length > 1 && `${name}: `}
                {refused[id]}
              </Notice>
            ),
        )}
      </div>
    </Dialog>
  );
}

function Affected({ fairs }: { fairs: readonly TemplateFair[] }) {
  if (fairs.length === 0)
    return <p>No fair offers it for download yet. Fairs can choose it from now on.</p>;
  return (
    <>
      <p>
        {fairs.length === 1 ? 'One fair gets' : `${fairs.length} fairs get`} the new version with
        the next download:
      </p>
      <ul className={styles.affectedFairs}>
        {fairs.slice(0, SHOWN).map(({ id, name, schoolName, identifier }) => (
          <li key={id}>
            {name}{' '}
            <span className="caption">
              {schoolName} · <span className="monospace">{identifier}</span>
            </span>
          </li>
        ))}
      </ul>
      {fairs.length > SHOWN && <p className="caption">and {fairs.length - SHOWN} more</p>}
    </>
  );
}
