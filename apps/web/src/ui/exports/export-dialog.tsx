import {
  ExportFormat,
  ExportReason,
  type ExportList,
  type NewExport,
} from '@pos/contract/office/exports';
import { formatInstant } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { failureText } from '#web/lib/api/failure.ts';
import { useCancelJob, useDownload } from '#web/lib/api/job-calls.ts';
import { jobProgressText } from '#web/lib/api/job-words.ts';
import { HERE } from '#web/lib/input/time.ts';
import { toFilters } from '#web/lib/lists/page-turn.ts';
import { pluralizeTotal, type Total } from '#web/lib/lists/total.ts';
import { Button } from '../buttons/button.tsx';
import { ProgressBar } from '../layout/checklist.tsx';
import { DialogFooter } from '../overlays/dialog-footer.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { SegmentField } from '../fields/segment-field.tsx';
import { TextField } from '../fields/text-fields.tsx';
import { Form } from '../form/form.tsx';
import { Notice, Unloaded } from '../messages/notice.tsx';
import * as styles from './exports.module.css';
import { exportJob, isAtWork, recentExports, useStartExport, type Export } from './exports.data.ts';

export type ExportDialogProps = {
  list: ExportList;
  /** The list's current query, without its page. */ query: object;
  total: Total;
  /** Rows selected by hand. */ ids?: readonly string[];
  onClose: () => void;
};

/** Names of each list's rows. */
const NAMES: Record<ExportList, readonly [one: string, many: string]> = {
  orders: ['order', 'orders'],
  'held-orders': ['held order', 'held orders'],
  payments: ['payment', 'payments'],
  students: ['student', 'students'],
  'student-data': ['student', 'students'],
  fairs: ['fair', 'fairs'],
  schools: ['school', 'schools'],
  'fair-inventory': ['title', 'titles'],
  'all-inventory': ['title', 'titles'],
  receipts: ['receipt', 'receipts'],
  'receipt-lines': ['title', 'titles'],
  'stock-differences': ['difference', 'differences'],
  users: ['user', 'users'],
  devices: ['device', 'devices'],
};
const FORMATS = [
  { value: 'xlsx', label: 'Excel (xlsx)' },
  { value: 'csv', label: 'CSV' },
] as const;

/**
 * Exports a filtered list: asks for the format, shows progress, and offers the file. Closing it
 * does not cancel the export.
 */
export function ExportDialog({ list, query, total, ids, onClose }: ExportDialogProps) {
  const [jobId, setJobId] = useState<string>();
  const title = `Export ${pluralizeTotal(total, ...NAMES[list])}`;
  return (
    <Dialog title={title} onClose={onClose}>
      {jobId ? (
        <Progress jobId={jobId} onAgain={() => setJobId(undefined)} onClose={onClose} />
      ) : (
        <Choose list={list} query={query} ids={ids} onStarted={setJobId} onClose={onClose} />
      )}
    </Dialog>
  );
}

const Choice = z.strictObject({ format: ExportFormat });
const ChoiceWithReason = z.strictObject({ format: ExportFormat, reason: ExportReason });

type ChooseProps = {
  list: ExportList;
  query: object;
  ids: readonly string[] | undefined;
  onStarted: (jobId: string) => void;
  onClose: () => void;
};

function Choose({ list, query, ids, onStarted, onClose }: ChooseProps) {
  const start = useStartExport();
  const namesChildren = list === 'students' || list === 'student-data';
  const { sort } = query as { sort?: string };
  const save = (choice: z.output<typeof Choice> & { reason?: string }) =>
    start.mutateAsync({
      list,
      query: { ...toFilters(query), ...(sort && { sort }) },
      ...(ids && { ids: [...ids] }),
      ...choice,
    } as z.input<typeof NewExport>);
  return (
    <div className="stack">
      <p className="subdued">
        {list === 'student-data'
          ? 'One workbook with the students, their parents, eWallets with every entry, orders with their lines, and payments.'
          : ids
            ? 'The rows you selected, in the order of the list.'
            : 'All rows that match the current filters, across all pages, in the order of the list.'}
      </p>
      <Form
        schema={namesChildren ? ChoiceWithReason : Choice}
        values={{ format: 'xlsx', ...(namesChildren && { reason: '' }) }}
        save={save}
        onSaved={onStarted}
        submitLabel="Export"
        busyLabel="Starting…"
        guard={false}
        onCancel={onClose}
      >
        <div className="stack gap-20">
          {list !== 'student-data' && (
            <SegmentField name="format" label="Format" choices={FORMATS} />
          )}
          {namesChildren && (
            <TextField
              name="reason"
              label="Reason"
              hint="Kept permanently with your name and the number of rows. Don't include names."
              autoComplete="off"
            />
          )}
        </div>
      </Form>
      <Recent list={list} />
    </div>
  );
}

type ProgressProps = { jobId: string; onAgain: () => void; onClose: () => void };

function Progress({ jobId, onAgain, onClose }: ProgressProps) {
  const { data, error, refetch } = useQuery(exportJob(jobId));
  const cancel = useCancelJob();
  const download = useDownload();
  if (!data)
    return (
      <Unloaded what="This export" error={error} retry={refetch}>
        <p role="status">Starting…</p>
      </Unloaded>
    );
  const { job, result } = data;
  if (isAtWork(job))
    return (
      <div className="stack">
        <div role="status" className="grid gap-6">
          <ProgressBar label="Making the file" value={job.progress} max={100} />
          <span className="caption numeric">{jobProgressText(job)}</span>
        </div>
        <p className="subdued">
          You can close this and keep working. The file will be here, under Export, for 7 days.
        </p>
        {cancel.error && <Notice kind="bad">{failureText(cancel.error).message}</Notice>}
        <DialogFooter>
          <Button busy={cancel.isPending && 'Canceling…'} onClick={() => cancel.mutate(job.id)}>
            Cancel export
          </Button>
          <Button onClick={onClose}>Close</Button>
        </DialogFooter>
      </div>
    );
  if (job.status === 'failed')
    return (
      <div className="stack">
        <Notice kind="bad">
          No file was made. {job.errors.map(({ message }) => message).join(' ')}
        </Notice>
        <DialogFooter>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" onClick={onAgain}>
            Export again
          </Button>
        </DialogFooter>
      </div>
    );
  return (
    <div className="stack">
      <Notice kind="ok">{readyWords(result)}</Notice>
      {download.error && <Notice kind="bad">{failureText(download.error).message}</Notice>}
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="primary"
          busy={download.isPending && 'Starting…'}
          onClick={() => download.mutate(job.id)}
        >
          Download
        </Button>
      </DialogFooter>
    </div>
  );
}

function readyWords({ format, rows = 0 }: Export['result']): string {
  return `The ${format} file is ready: ${pluralize(rows, 'row', 'rows')}.`;
}

/** The user's recent exports of the list, to download a file that was made meanwhile. */
function Recent({ list }: { list: ExportList }) {
  const { data = [] } = useQuery(recentExports(list));
  const download = useDownload();
  if (data.length === 0) return null;
  return (
    <section className={styles.recentExports} aria-label="Your last exports of this list">
      <h3 className="caption">Your last exports of this list</h3>
      <ul>
        {data.map(({ job, result }) => (
          <li key={job.id}>
            <span className="numeric">
              {formatInstant(job.createdAt, HERE)} · {result.format}
              {result.rows !== undefined && ` · ${pluralize(result.rows, 'row')}`}
            </span>
            {isAtWork(job) ? (
              <span className="caption numeric">{jobProgressText(job)}</span>
            ) : (
              <Button
                size="sm"
                onClick={() => download.mutate(job.id)}
                aria-label={`Download the export of ${formatInstant(job.createdAt, HERE)}`}
              >
                Download
              </Button>
            )}
          </li>
        ))}
      </ul>
      {download.error && <Notice kind="bad">{failureText(download.error).message}</Notice>}
    </section>
  );
}
