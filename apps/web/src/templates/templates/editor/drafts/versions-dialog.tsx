import type { TemplateDetails } from '@pos/contract/templates/templates';
import { pluralize } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { WaitingPlace } from '#web/ui/layout/waiting-place.tsx';
import { PdfPage } from '../../pdf-page.tsx';
import { previewFile, useRestoreVersion } from '../../templates.data.ts';
import * as styles from '../editor.module.css';

type VersionsDialogProps = {
  template: TemplateDetails;
  /** Saves the draft and returns its version. */
  readVersion: () => Promise<number>;
  onReplaced: (template: TemplateDetails) => void;
  onClose: () => void;
};

/** Published versions, each with a preview and a button to restore it as the draft. */
export function VersionsDialog({
  template,
  readVersion,
  onReplaced,
  onClose,
}: VersionsDialogProps) {
  const { id, name, versions, publishedNumber } = template;
  const [shown, setShown] = useState(publishedNumber);
  const restore = useRestoreVersion();
  const [failure, setFailure] = useState<string>();
  const take = async (number: number): Promise<void> => {
    setFailure(undefined);
    try {
      onReplaced(await restore.mutateAsync({ id, version: await readVersion(), number }));
      toast.ok({
        title: `Version ${number} is the draft again`,
        detail: 'Fairs get it once it is published.',
      });
      onClose();
    } catch (error) {
      setFailure(failureText(error).message);
    }
  };
  return (
    <Dialog
      title={`Versions of ${name}`}
      size={720}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {versions.length === 0 ? (
        <p>Not published yet. Each version you publish is kept here.</p>
      ) : (
        <div className={styles.versions}>
          <ul>
            {versions.map(({ number, publishedAt, publishedBy, fields }) => (
              <li key={number} data-shown={number === shown || undefined}>
                <div>
                  <span className="semibold">Version {number}</span>{' '}
                  {number === publishedNumber && <span className="caption">current for fairs</span>}
                  <p className="caption">
                    <Ago at={publishedAt} /> by {publishedBy} ·{' '}
                    {pluralize(fields, 'field', 'fields')}
                  </p>
                </div>
                <span className="row">
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-label={`Show version ${number}`}
                    aria-pressed={number === shown}
                    onClick={() => setShown(number)}
                  >
                    Show
                  </Button>
                  <Button
                    size="sm"
                    aria-label={`Restore version ${number}`}
                    busy={restore.isPending && 'Restoring…'}
                    onClick={() => void take(number)}
                  >
                    Restore
                  </Button>
                </span>
              </li>
            ))}
          </ul>
          {shown !== null && <VersionPicture template={template} number={shown} />}
        </div>
      )}
      {failure && <Notice kind="bad">{failure}</Notice>}
    </Dialog>
  );
}

type VersionPictureProps = { template: TemplateDetails; number: number };

function VersionPicture({ template: { id, artwork }, number }: VersionPictureProps) {
  const { data: file, error, isFetching } = useQuery(previewFile({ templateId: id, number }));
  const [first] = artwork.pages;
  if (error) return <p className="caption">{failureText(error).message}</p>;
  return (
    <>
      <PdfPage
        file={file}
        width={240}
        ratio={first ? first.height / first.width : 1}
        label={`Version ${number} with a sample fair`}
      />
      <WaitingPlace kind="document" isPending={isFetching} />
    </>
  );
}
