import { EXPORT_MODULES, NewExport } from '@pos/contract/exports';
import { PAYMENT_METHODS, type PaymentMethod } from '@pos/contract/payments';
import { holds } from '@pos/contract/permissions';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db, Tx } from '#api/db/db.ts';
import { inSnapshot } from '#api/db/snapshot.ts';
import { recordActivity } from '#api/features/activity/activity.service.ts';
import { ordersToExport } from '#api/features/orders/orders-export.service.ts';
import { paymentsToExport } from '#api/features/payments/payments-export.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor, SignedInAdmin } from '#api/http/identity.ts';
import { enqueueJob } from '#api/jobs/job-queue.ts';
import type { JobTask, RunningJob } from '#api/jobs/run-jobs.ts';
import { storeFile } from '#api/jobs/stored-files.ts';
import { csvChunks } from '#api/spreadsheets/writing/write-csv.ts';
import { writeXlsx } from '#api/spreadsheets/writing/write-xlsx.ts';
import type { WrittenRow, WrittenSheet, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import { findFilterNames } from './exports.queries.ts';

/** How long one statement of an export may take; it counts and sorts all that matches. */
const STATEMENT_TIMEOUT = 120_000;
/** Progress is told after so many rows. */
const STEP = 5_000;

/** Queues the export of a list for whoever may read the list, in the call's transaction. Gives the job's id. */
export async function queueExport(tx: Tx, admin: SignedInAdmin, actor: Actor, wanted: NewExport): Promise<string> {
  const module = EXPORT_MODULES[wanted.list];
  if (!holds(admin.rights, module, 'read_only')) throw new Failure('FORBIDDEN', `You need the right: read ${module}.`);
  const params = { wanted, readsStudents: holds(admin.rights, 'Students', 'read_only'), by: actor.name };
  const jobId = await enqueueJob(tx, { kind: 'export', ownerId: admin.id, params, result: { list: wanted.list, format: wanted.format } });
  // Not the filters: a search text may be a child's name, and activity is kept for good.
  await recordActivity(tx, actor, `${wanted.list}.exported`, 'job', jobId);
  return jobId;
}

/** The job of an export: all rows as they were at one moment, streamed to a file in `dataDir`. */
export function exportTask(db: Db, dataDir: string): JobTask {
  return async (job) => {
    const { list, format, query } = NewExport.parse(job.params['wanted']);
    const readsStudents = job.params['readsStudents'] === true;
    const storedAs = `${job.id}.${format}`;
    const rows = await inSnapshot(db, STATEMENT_TIMEOUT, async (snapshot) => {
      const names = await findFilterNames(snapshot, query);
      const source = list === 'orders' ? await ordersToExport(snapshot, query, readsStudents) : await paymentsToExport(snapshot, query, readsStudents);
      const sheet: WrittenSheet = { name: source.name, columns: source.columns, rows: watched(job, source as Source) };
      await storeFile(dataDir, storedAs, async (out) => {
        if (format === 'xlsx') await writeXlsx(out, [headSheet(source, query, names, String(job.params['by'])), sheet]);
        else await pipeline(Readable.from(csvChunks(sheet)), out);
      });
      return source.total;
    });
    return { status: 'succeeded', result: { list, format, rows }, errors: [], stored: { name: `${list}-${new Date().toISOString().slice(0, 10)}.${format}`, storedAs } };
  };
}

type Source = { total: number; rows: AsyncIterable<unknown>; cells(row: unknown): WrittenValue[] };

/** The rows as they are written. The job's lease is looked at on the way, so that an export that was taken over ends. */
async function* watched(job: RunningJob, { total, rows, cells }: Source): AsyncGenerator<WrittenRow> {
  let count = 0;
  for await (const row of rows) {
    yield cells(row);
    if (++count % STEP === 0) await job.progress((count / total) * 100);
  }
}

/** What the file holds: list, filters, moment, who asked for it and how many rows. */
function headSheet({ name, total }: { name: string; total: number }, query: NewExport['query'], names: Map<unknown, string>, by: string): WrittenSheet {
  return {
    name: 'Export',
    columns: [{ header: 'Parameter', kind: 'text', width: 20 }, { header: 'Value', kind: 'text', width: 70 }],
    rows: [
      ['List', name],
      ...Object.entries(query).map(([filter, value]) => [LABELS[filter] ?? filter, filterText(filter, value, names)]),
      ['Rows', { kind: 'integer', value: total }],
      ['Exported at (UTC)', { kind: 'datetime', value: new Date().toISOString().slice(0, 19) }],
      ['Exported by', by],
    ],
  };
}

const LABELS: Record<string, string> = {
  sort: 'Sorted by', search: 'Search', fairId: 'Fair', schoolId: 'School', deviceId: 'Device', status: 'Status', method: 'Method', type: 'Type', purpose: 'Purpose', fulfilment: 'Fulfilment',
  taxExempt: 'Tax-exempt', from: 'From', to: 'To', minCents: 'At least', maxCents: 'At most', voided: 'Voided',
};

function filterText(filter: string, value: unknown, names: Map<unknown, string>): WrittenValue {
  if (filter === 'method') return (value as PaymentMethod[]).map((method) => PAYMENT_METHODS[method]).join(', ');
  if (filter === 'from' || filter === 'to') return { kind: 'date', value: String(value) };
  if (filter === 'minCents' || filter === 'maxCents') return { kind: 'money', value: Number(value) };
  return names.get(value) ?? (Array.isArray(value) ? value.join(', ') : String(value));
}
