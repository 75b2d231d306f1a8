import { formatCount } from '@pos/contract/values/counts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ProgressBar } from '#web/ui/layout/checklist.tsx';
import { useWaitingPlace } from '#web/ui/layout/use-waiting-place.ts';
import type { Upload } from './use-upload.ts';
import * as styles from './uploads.module.css';

const kilobytes = (bytes: number): string => formatCount(Math.max(1, Math.round(bytes / 1024)));

/** Progress of sending a file and of the server's work on it; a check can be canceled. */
export function UploadProgress({ upload: { file, sent, busy, cancel } }: { upload: Upload }) {
  const isSent = sent !== undefined && sent.bytes >= sent.of;
  const waiting = useWaitingPlace('upload', isSent);
  if (!file || !sent) return null;
  const work = busy === 'importing' ? 'Importing' : 'Checking';
  return (
    <div className={styles.uploadProgress} role="status">
      <p className="semibold ellipsis">
        {waiting ?? (isSent ? `${work} ${file.name}…` : `Sending ${file.name}…`)}
      </p>
      <ProgressBar label={`Sending ${file.name}`} value={sent.bytes} max={sent.of} />
      <div className="row spread">
        <span className="caption numeric">
          {kilobytes(sent.bytes)} of {kilobytes(sent.of)} KB sent
        </span>
        {busy === 'checking' && (
          <Button size="sm" variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}
