import type { UploadKind } from '@pos/contract/imports/uploads';
import type { JobStatus } from '@pos/contract/staff/jobs';
import { formatInstant } from '@pos/contract/values/clock';
import { useQuery } from '@tanstack/react-query';
import { jobProgressText } from '#web/lib/api/job-words.ts';
import { HERE } from '#web/lib/input/time.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { StatusPill, type StatusText } from '#web/ui/values/status-pill.tsx';
import { earlierUploads, type UploadJob } from './uploads.data.ts';
import type { UploadScope } from './use-upload-request.ts';
import { uploadCounts, KIND_WORDS } from './upload-words.ts';
import * as styles from './uploads.module.css';

const SHOWN = 5;
const STATUSES: Record<JobStatus, StatusText> = {
  queued: { label: 'Waiting', meaning: 'waiting' },
  running: { label: 'Importing', meaning: 'waiting' },
  succeeded: { label: 'Imported', meaning: 'ok' },
  partial: { label: 'Partly imported', meaning: 'warn' },
  failed: { label: 'Not imported', meaning: 'bad' },
};

/** The user's uploads of this kind, each with a link to its result or its progress. */
export function EarlierUploads({
  kind,
  scope,
  toPath,
}: {
  kind: UploadKind;
  scope: UploadScope;
  toPath: (jobId: string) => string;
}) {
  const { data = [] } = useQuery(earlierUploads(kind, scope));
  if (data.length === 0) return null;
  return (
    <Card title="Your uploads" rows>
      <ul className={styles.earlierUploads}>
        {data.slice(0, SHOWN).map(({ job, result }) => (
          <li key={job.id}>
            <div>
              <Link to={toPath(job.id)}>{result.fileName}</Link>
              <small className="numeric">
                {formatInstant(job.createdAt, HERE)} · {toSummary(kind, { job, result })}
              </small>
            </div>
            <StatusPill
              status={
                result.undoneAt === undefined
                  ? STATUSES[job.status]
                  : { label: 'Undone', meaning: 'undone' }
              }
              quiet
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function toSummary(kind: UploadKind, { job, result }: UploadJob): string {
  if (job.finishedAt === null) return jobProgressText(job);
  return job.status === 'failed'
    ? job.errors.map(({ message }) => message).join(' ')
    : KIND_WORDS[kind].things(uploadCounts(result));
}
