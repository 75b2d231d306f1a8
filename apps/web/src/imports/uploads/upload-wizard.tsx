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
import { EarlierUploads } from './earlier-uploads.tsx';
import { JobStep } from './job-step.tsx';
import { MapStep } from './map-step.tsx';
import { ResultStep } from './result-step.tsx';
import type { UploadScope } from './use-upload-request.ts';
import { useUpload, type Upload } from './use-upload.ts';

const STEPS = ['choose', 'map', 'check', 'result'] as const satisfies Upload['step'][];

/**
 * Upload wizard: choose, match columns if needed, check, import. The import's job is in the
 * address, so that coming back or opening the link shows its progress and result. `path` is the
 * page's own address.
 */
export function UploadWizard({
  kind,
  fairId,
  schoolId,
  path,
}: UploadScope & {
  kind: UploadKind;
  path: string;
}) {
  const navigate = useNavigate();
  const { data: jobId } = Id.safeParse(useSearchParams()['job']);
  const goTo = (id?: string) =>
    void navigate({ to: '.', search: () => (id === undefined ? {} : { job: id }), replace: true });
  const upload = useUpload(kind, { fairId, schoolId }, goTo);
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
          <EarlierUploads
            kind={kind}
            scope={{ fairId, schoolId }}
            toPath={(id) => `${path}?job=${id}`}
          />
        </ChooseStep>
      )}
      {step === 'map' && upload.headers && <MapStep upload={upload} headers={upload.headers} />}
      {step === 'check' && upload.result && (
        <CheckStep key={JSON.stringify(upload.fixes)} upload={upload} result={upload.result} />
      )}
      {step === 'result' &&
        (jobId !== undefined ? (
          <JobStep key={jobId} jobId={jobId} onAgain={again} />
        ) : (
          <WroteNothing upload={upload} fairId={fairId} onAgain={again} />
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

function WroteNothing({
  upload,
  fairId,
  onAgain,
}: {
  upload: Upload;
  fairId: string | null;
  onAgain: () => void;
}) {
  if (!upload.imported) return null;
  return (
    <ResultStep
      kind={upload.kind}
      fairId={fairId}
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
