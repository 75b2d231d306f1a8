import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { fairPath } from '#web/features/fairs/fair-paths.ts';
import { fairDetails } from '#web/features/fairs/fairs.data.ts';
import { countOf } from '#web/lib/money.ts';
import { pathTo } from '#web/lib/paths.ts';
import { useRecordId } from '#web/lib/record-id.ts';
import { holdUnsaved } from '#web/lib/unsaved.ts';
import '#web/ui/form.css';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { AfterDelay, Skeleton } from '#web/ui/notice.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordError } from '#web/ui/record-error.tsx';
import { Steps } from '#web/ui/steps.tsx';
import { CheckStep } from './check-step.tsx';
import { ChooseStep } from './choose-step.tsx';
import './imports.css';
import { MapStep } from './map-step.tsx';
import { ResultStep } from './result-step.tsx';
import { useUpload, type Upload } from './use-upload.ts';

const STEPS = ['choose', 'map', 'check', 'result'] as const satisfies Upload['step'][];

/** The wizard that brings a packing list to a fair: choose, match the columns where needed, check, import. */
export function UploadPage() {
  const id = useRecordId();
  const { data: fair, error, refetch } = useQuery(fairDetails(id));
  const upload = useUpload(id);
  const isUnsaved = upload.step === 'map' || upload.step === 'check' || upload.busy !== undefined;
  useEffect(() => (isUnsaved ? holdUnsaved() : undefined), [isUnsaved]);
  const unsaved = useRef(isUnsaved);
  useEffect(() => {
    unsaved.current = isUnsaved;
  });
  const mayLeave = useCallback(() => !unsaved.current, []);

  if (!fair) {
    if (error) return <RecordError what="fair" error={error} retry={() => void refetch()} back={{ label: 'Fairs', to: pathTo('fairs') }} />;
    return (
      <AfterDelay>
        <Skeleton width="40%" height={28} />
      </AfterDelay>
    );
  }
  return (
    <>
      <PageHead
        title="Upload inventory"
        crumbs={[{ label: 'Fairs', to: pathTo('fairs') }, { label: fair.identifier, to: fairPath(id), mono: true }, { label: 'Upload' }]}
        sub={<span>{fair.name}</span>}
      />
      <div className="stack">
        <Steps steps={stepsOf(upload)} current={STEPS.indexOf(upload.step)} />
        {upload.step === 'choose' && <ChooseStep upload={upload} />}
        {upload.step === 'map' && upload.headers && <MapStep upload={upload} headers={upload.headers} />}
        {upload.step === 'check' && upload.result && <CheckStep key={JSON.stringify(upload.fixes)} upload={upload} result={upload.result} />}
        {upload.imported && <ResultStep fairId={id} result={upload.imported} onAgain={upload.startOver} />}
      </div>
      {isUnsaved && <LeaveGuard changed={[`the rows of ${upload.file?.name ?? 'the file'}`]} mayLeave={mayLeave} />}
    </>
  );
}

function stepsOf({ file, headers, result, imported }: Upload) {
  const known = headers?.found.filter(({ column }) => column !== null).length ?? 0;
  return [
    { label: 'Choose file', detail: file?.name },
    { label: 'Match columns', detail: result && headers ? `${known} of ${countOf(headers.found.length, 'column', 'columns')}` : undefined },
    { label: 'Check', detail: result && `${countOf(result.total, 'row', 'rows')}, ${countOf(result.rejected, 'rejected', 'rejected')}` },
    { label: 'Result', detail: imported && countOf(imported.created + imported.updated, 'row imported', 'rows imported') },
  ];
}
