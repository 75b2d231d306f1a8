import type { Job } from '@pos/contract/staff/jobs';
import type { ReportQuery } from '@pos/contract/reports/report-query';
import { REPORTS } from '@pos/contract/reports/list';
import {
  IconCalendarClock,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '#web/lib/api/failure.ts';
import { useCancelJob, useDownload } from '#web/lib/api/job-calls.ts';
import { jobProgressText } from '#web/lib/api/job-words.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ProgressBar } from '#web/ui/layout/checklist.tsx';
import { Empty, Notice } from '#web/ui/messages/notice.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { isAtWork, reportFiles, useMakeReport, type ReportJob } from '../reports.data.ts';
import * as styles from '../reports.module.css';

const AddScheduleDialog = asidePart(
  () => import('#web/reports/report-schedules/schedule-dialog.tsx'),
  'AddScheduleDialog',
);

/**
 * Report too long for the screen: written to a file, which is found here again on a later visit.
 * `why` is the message of the refusal.
 */
export function LongReport({ query, why }: { query: ReportQuery; why: string }) {
  const files = useQuery(reportFiles(query));
  const make = useMakeReport();
  const failure = make.error ?? files.error;
  const { opened: isScheduling, open, close } = useOpened<true>();
  const isBusy = make.isPending || (files.data ?? []).some(isAtWork);
  return (
    <Empty
      title={`${REPORTS[query.reportType].title} is too long to show`}
      icon={IconFileSpreadsheet}
      text={why}
    >
      <div className={styles.files}>
        <div className="row">
          <Button
            variant="primary"
            disabled={isBusy}
            onClick={() => make.mutate({ ...query, format: 'xlsx' })}
          >
            <IconFileSpreadsheet size={16} aria-hidden /> Make XLSX
          </Button>
          <Button disabled={isBusy} onClick={() => make.mutate({ ...query, format: 'csv' })}>
            <IconFileTypeCsv size={16} aria-hidden /> Make CSV
          </Button>
          <Button disabled={isBusy} onClick={() => make.mutate({ ...query, format: 'pdf' })}>
            <IconFileTypePdf size={16} aria-hidden /> Make PDF
          </Button>
          <Button onClick={() => open(true)}>
            <IconCalendarClock size={16} aria-hidden /> Schedule…
          </Button>
          {isScheduling && <AddScheduleDialog query={query} onClose={close} />}
        </div>
        {failure && <Notice kind="bad">{failureText(failure).message}</Notice>}
        <ul aria-label="Files of this report">
          {(files.data ?? []).map((file) => (
            <li key={file.job.id}>
              <ReportFile file={file} />
            </li>
          ))}
        </ul>
      </div>
    </Empty>
  );
}

function ReportFile({ file }: { file: ReportJob }) {
  const { job, question } = file;
  const download = useDownload();
  const name = question.format.toUpperCase();
  if (isAtWork(file)) return <FileAtWork job={job} name={name} />;
  if (job.status === 'failed')
    return (
      <Notice kind="bad">{`${name}: ${job.errors[0]?.message ?? 'it could not be created.'}`}</Notice>
    );
  return (
    <>
      <span className="row spread">
        <span>
          {name}, made <Ago at={job.finishedAt} never="just now" />
        </span>
        <Button
          size="sm"
          busy={download.isPending && 'Starting…'}
          onClick={() => download.mutate(job.id)}
        >
          <IconDownload size={16} aria-hidden /> Download {name}
        </Button>
      </span>
      {download.error && <Notice kind="bad">{failureText(download.error).message}</Notice>}
    </>
  );
}

function FileAtWork({ job, name }: { job: Job; name: string }) {
  const cancel = useCancelJob();
  return (
    <div className="grid gap-6">
      <div role="status">
        <ProgressBar label={`Making ${name}`} value={job.progress} max={100} />
        <p className="caption numeric">
          {jobProgressText(job)}. It continues if you leave this page. The file is kept here for 7
          days.
        </p>
      </div>
      <div className="row">
        <Button
          size="sm"
          busy={cancel.isPending && 'Canceling…'}
          onClick={() => cancel.mutate(job.id)}
        >
          Cancel {name}
        </Button>
      </div>
      {cancel.error && <Notice kind="bad">{failureText(cancel.error).message}</Notice>}
    </div>
  );
}
