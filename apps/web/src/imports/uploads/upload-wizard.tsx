import type { UploadKind } from '@pos/contract/imports/uploads';
import { Id } from '@pos/contract/values';
import { pluralize } from '@pos/contract/values/counts';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { holdUnsaved } from '#web/lib/drafts/unsaved.ts';
import { LeaveGuard } from '#web/ui/form/leave-guard.tsx';
import { Steps } from '#web/ui/layout/steps.tsx';
import { CheckStep } from './check-step.tsx';
import { ChooseStep } from './choose-step.tsx';
import { JobStep } from './job-step.tsx';
import { MapStep } from './map-step.tsx';
import { ResultStep } from './result-step.tsx';
import type { UploadScope } from './use-upload-request.ts';
import { useUpload, type Upload } from './use-upload.ts';
import type { JobStatus } from '@pos/contract/staff/jobs';
import { formatInstant } from '@pos/contract/values/clock';
import { useQuery } from '@tanstack/react-query';
import { jobProgressText } from '#web/lib/api/job-words.ts';
import { HERE } from '#web/lib/input/time.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { StatusPill, type StatusText } from '#web/ui/values/status-pill.tsx';
import { earlierUploads, type UploadJob } from './uploads.data.ts';
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

type EarlierUploadsProps = {
  kind: UploadKind;
  scope: UploadScope;
  toPath: (jobId: string) => string;
};

/** The user's uploads of this kind, each with a link to its result or its progress. */
function EarlierUploads({ kind, scope, toPath }: EarlierUploadsProps) {
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

const STEPS = ['choose', 'map', 'check', 'result'] as const satisfies Upload['step'][];

/**
 * Upload wizard: choose, match columns if needed, check, import. The import's job is in the
 * address, so that coming back or opening the link shows its progress and result. `path` is the
 * page's own address.
 */
export function UploadWizard({
  kind,
  path,
  target,
  ...scope
}: UploadScope & {
  kind: UploadKind;
  path: string;
  /** School, fair or receipt that the rows go to, for the button that imports them. */
  target?: string;
}) {
  const navigate = useNavigate();
  const { data: jobId } = Id.safeParse(useSearchParams()['job']);
  const goTo = (id?: string) =>
    void navigate({ to: '.', search: () => (id === undefined ? {} : { job: id }), replace: true });
  const upload = useUpload(kind, scope, goTo);
  const isUnsaved =
    jobId === undefined &&
    (upload.step === 'map' || upload.step === 'check' || upload.busy !== undefined);
  useEffect(() => (isUnsaved ? holdUnsaved() : undefined), [isUnsaved]);
  const unsaved = useRef(isUnsaved);
  useEffect(() => {
    unsaved.current = isUnsaved;
  });
  const mayLeave = useCallback(() => !unsaved.current, []);
  const again = (): void => {
    upload.startOver();
    goTo();
  };
  const step = jobId === undefined ? upload.step : 'result';
  return (
    <div className="stack">
      <Steps steps={toSteps(upload)} current={STEPS.indexOf(step)} />
      {step === 'choose' && (
        <ChooseStep upload={upload}>
          <EarlierUploads kind={kind} scope={scope} toPath={(id) => `${path}?job=${id}`} />
        </ChooseStep>
      )}
      {step === 'map' && upload.headers && <MapStep upload={upload} headers={upload.headers} />}
      {step === 'check' && upload.result && (
        <CheckStep
          key={JSON.stringify(upload.fixes)}
          upload={upload}
          result={upload.result}
          target={target}
        />
      )}
      {step === 'result' &&
        (jobId !== undefined ? (
          <JobStep key={jobId} jobId={jobId} onAgain={again} />
        ) : (
          <WroteNothing upload={upload} scope={scope} onAgain={again} />
        ))}
      {isUnsaved && (
        <LeaveGuard
          changed={[`the rows of ${upload.file?.name ?? 'the file'}`]}
          mayLeave={mayLeave}
        />
      )}
    </div>
  );
}

type WroteNothingProps = { upload: Upload; scope: UploadScope; onAgain: () => void };

function WroteNothing({ upload, scope: { fairId, receiptId }, onAgain }: WroteNothingProps) {
  if (!upload.imported) return null;
  return (
    <ResultStep
      kind={upload.kind}
      fairId={fairId}
      receiptId={receiptId}
      counts={upload.imported}
      rejectsId={upload.imported.errorFileId}
      undoId={undefined}
      undoneAt={undefined}
      onAgain={onAgain}
    />
  );
}

function toSteps({ file, headers, result, imported }: Upload) {
  const known = headers?.found.filter(({ column }) => column !== null).length ?? 0;
  return [
    { label: 'Choose file', detail: file?.name },
    {
      label: 'Match columns',
      detail:
        result && headers
          ? `${known} of ${pluralize(headers.found.length, 'column', 'columns')}`
          : undefined,
    },
    {
      label: 'Check',
      detail:
        result &&
        `${pluralize(result.total, 'row', 'rows')}, ${pluralize(result.rejected, 'rejected', 'rejected')}`,
    },
    {
      label: 'Result',
      detail:
        imported && imported.state === 'done'
          ? pluralize(imported.created + imported.updated, 'row imported', 'rows imported')
          : undefined,
    },
  ];
}
