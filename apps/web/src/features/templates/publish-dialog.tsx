import type { Template, TemplateDetails, TemplateFair } from '@pos/contract/templates';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#web/lib/failure.ts';
import { countOf } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.tsx';
import { readTemplate, usePublishTemplate } from './templates.data.ts';

type PublishDialogProps = {
  templates: readonly Template[];
  /** Keeps what is not kept yet and gives the version to publish; without it the newest is. */
  versionOf?: () => Promise<number>;
  /** Is told the template, or the last of several, as it is now. */
  onPublished?: (template: TemplateDetails) => void;
  onClose: () => void;
};

const SHOWN = 8;

/** Asks before fairs get new versions, naming the fairs. */
export function PublishDialog({ templates, versionOf, onPublished, onClose }: PublishDialogProps) {
  const changed = templates.filter((template) => template.changed || versionOf);
  const details = useQueries({ queries: changed.map(({ id }) => ({ queryKey: ['templates', 'details', id], queryFn: ({ signal }: { signal: AbortSignal }) => readTemplate(id, signal) })) });
  const fairs = new Map(details.flatMap(({ data }) => data?.fairList ?? []).map((fair) => [fair.id, fair]));
  const publish = usePublishTemplate();
  const [isBusy, setIsBusy] = useState(false);
  const [failures, setFailures] = useState<string[]>([]);
  const [only] = changed;
  const what = changed.length === 1 && only ? only.name : countOf(changed.length, 'template', 'templates');
  const run = async (): Promise<void> => {
    setIsBusy(true);
    const refused: string[] = [];
    let published: TemplateDetails | undefined;
    for (const { id, name, version } of changed) {
      try {
        published = await publish.mutateAsync({ id, version: versionOf ? await versionOf() : version });
      } catch (error) {
        refused.push(changed.length === 1 ? failureText(error).message : `${name}: ${failureText(error).message}`);
      }
    }
    setIsBusy(false);
    setFailures(refused);
    if (published) onPublished?.(published);
    if (refused.length > 0) return;
    toast.ok(`${what} published`);
    onClose();
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
        {isKnown ? <Affected fairs={[...fairs.values()]} /> : <p>Looking for the fairs that use it…</p>}
        {failures.map((sentence) => (
          <Notice key={sentence} kind="bad">
            {sentence}
          </Notice>
        ))}
      </div>
    </Dialog>
  );
}

function Affected({ fairs }: { fairs: readonly TemplateFair[] }) {
  if (fairs.length === 0) return <p>No fair offers it for download yet. From now on fairs can choose it.</p>;
  return (
    <>
      <p>{fairs.length === 1 ? 'One fair gets' : `${fairs.length} fairs get`} the new version with the next download:</p>
      <ul className="affected-fairs">
        {fairs.slice(0, SHOWN).map(({ id, name, schoolName, identifier }) => (
          <li key={id}>
            {name} <span className="meta">{schoolName} · <span className="mono">{identifier}</span></span>
          </li>
        ))}
      </ul>
      {fairs.length > SHOWN && <p className="meta">and {fairs.length - SHOWN} more</p>}
    </>
  );
}
