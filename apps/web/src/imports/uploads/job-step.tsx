import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { jobProgressText } from '#web/lib/api/job-words.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ProgressBar } from '#web/ui/layout/checklist.tsx';
import { DelayedSkeleton, ErrorNotice, Notice } from '#web/ui/messages/notice.tsx';
import {
  CHANGED_BY_IMPORTS,
  uploadJob,
  isAtWork,
  useCancelUpload,
  type UploadJob,
} from './uploads.data.ts';
import { ResultStep } from './result-step.tsx';
import { uploadCounts } from './upload-words.ts';
import * as styles from './uploads.module.css';

/** Progress and result of an import by its job, which continues in the background. */
export function JobStep({ jobId, onAgain }: { jobId: string; onAgain: () => void }) {
  const { data, error, refetch } = useQuery(uploadJob(jobId));
  useNews(data);
  if (!data) {
    if (error) return <ErrorNotice what="This import" error={error} retry={() => void refetch()} />;
    return <DelayedSkeleton width="40%" height={28} />;
  }
  const { job, result } = data;
  if (isAtWork(job)) return <AtWork running={data} />;
  if (job.status === 'failed') {
    return (
      <div className={`${styles.uploadNarrow} stack`}>
        <Notice kind="bad">
          Nothing of {result.fileName} was imported.{' '}
          {job.errors.map(({ message }) => message).join(' ')}
        </Notice>
        <div className="row wrapping">
          <Button variant="primary" onClick={onAgain}>
            Upload another file
          </Button>
        </div>
      </div>
    );
  }
  return (
    <ResultStep
      kind={result.upload}
      fairId={result.fairId}
      receiptId={result.receiptId}
      counts={uploadCounts(result)}
      rejectsId={result.rejected ? jobId : undefined}
      undoId={result.undoable ? jobId : undefined}
      undoneAt={result.undoneAt}
      onAgain={onAgain}
    />
  );
}

function AtWork({ running: { job, result } }: { running: UploadJob }) {
  const cancel = useCancelUpload();
  return (
    <div className={`${styles.uploadNarrow} stack`}>
      <Card
        title={`Importing ${result.fileName}`}
        intro="It continues if you leave this page. The result will be here."
      >
        <div className={styles.uploadProgress} role="status">
          <ProgressBar label={`Importing ${result.fileName}`} value={job.progress} max={100} />
          <div className="row spread">
            <span className="caption numeric">{jobProgressText(job)}</span>
            <Button
              size="sm"
              variant="quiet"
              busy={cancel.isPending && 'Canceling…'}
              onClick={() => cancel.mutate(job.id)}
            >
              Cancel
            </Button>
          </div>
        </div>
        {cancel.error && <Notice kind="bad">{failureText(cancel.error).message}</Notice>}
      </Card>
    </div>
  );
}

/** Refetches the data an import changed, once a job that was seen running has ended. */
function useNews(data: UploadJob | undefined): void {
  const client = useQueryClient();
  const wasAtWork = useRef(false);
  const works = data !== undefined && isAtWork(data.job);
  useEffect(() => {
    if (wasAtWork.current && !works)
      for (const queryKey of CHANGED_BY_IMPORTS) void client.invalidateQueries({ queryKey });
    wasAtWork.current = works;
  }, [client, works]);
}
