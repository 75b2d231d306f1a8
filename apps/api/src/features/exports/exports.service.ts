import { EXPORT_MODULES, LISTS_WITH_NAMES, NewExport } from '@pos/contract/exports';
import { holds, type Module } from '@pos/contract/permissions';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { inSnapshot } from '#api/db/snapshot.ts';
import { recordActivity } from '#api/features/activity/activity.service.ts';
import { Failure, missing } from '#api/http/failure.ts';
import type { Actor, SignedInAdmin } from '#api/http/identity.ts';
import { enqueueJob } from '#api/jobs/job-queue.ts';
import type { JobTask, RunningJob } from '#api/jobs/run-jobs.ts';
import { dropStoredFile, storedName, storeFile } from '#api/jobs/stored-files.ts';
import { awaitWithdrawals } from '#api/jobs/withdraw-files.ts';
import { csvChunks } from '#api/spreadsheets/writing/write-csv.ts';
import { writeXlsx } from '#api/spreadsheets/writing/write-xlsx.ts';
import type { WrittenRow, WrittenSheet } from '#api/spreadsheets/writing/written.ts';
import { countErased, findFilterNames } from './exports.queries.ts';
import { headSheet } from './head-sheet.ts';
import { listToExport, type ListToExport } from './lists-to-export.ts';

/** How long one statement of an export may take; it counts and sorts all that matches. */
const STATEMENT_TIMEOUT = 120_000;
/** Progress is told after so many rows, and whether the export is still wanted is looked at. */
const STEP = 5_000;

/** What the job of an export is given. `needs`: the modules whose read right the file is made with and read with. */
type ExportParams = { wanted: NewExport; needs: Module[]; actor: Actor };

/** Queues the export of a list for whoever may read the list, in the call's transaction. Gives the job's id. */
export async function queueExport(
  tx: Tx,
  admin: SignedInAdmin,
  actor: Actor,
  wanted: NewExport,
): Promise<string> {
  const { list, format, reason } = wanted;
  const module = EXPORT_MODULES[list];
  if (!holds(admin.rights, module, 'read_only'))
    throw new Failure('FORBIDDEN', `You need the right: read ${module}.`);
  if (
    list === 'fair-inventory' &&
    !(await findFilterNames(tx, wanted.query)).has(wanted.query.fairId)
  )
    throw missing('fair');
  const namesStudents =
    LISTS_WITH_NAMES.some((one) => one === list) && holds(admin.rights, 'Students', 'read_only');
  const params: ExportParams = {
    wanted,
    needs: [...new Set<Module>([module, ...(namesStudents ? (['Students'] as const) : [])])],
    actor,
  };
  const jobId = await enqueueJob(tx, {
    kind: 'export',
    ownerId: admin.id,
    params,
    result: { list, format },
  });
  // Not the filters: a search text may be a child's name, and activity is kept for good.
  await recordActivity(
    tx,
    actor,
    `${list}.export_asked`,
    'job',
    jobId,
    reason ? { reason: { from: null, to: reason } } : {},
  );
  return jobId;
}

/** The job of an export: all rows as they were at one moment, streamed to a file in `dataDir`; who took how many is recorded with its end. */
export function exportTask(db: Db, dataDir: string): JobTask {
  return async (job) => {
    // Erased students must not stand in a file that was begun before: it is made again.
    while (!(await exportOnce(db, dataDir, job))) await job.progress(0);
    return undefined;
  };
}

/** False where a student was erased while the file was made. */
async function exportOnce(db: Db, dataDir: string, job: RunningJob): Promise<boolean> {
  const { needs, actor } = job.params as unknown as ExportParams;
  const wanted = NewExport.parse(job.params['wanted']);
  const { list, format, reason } = wanted;
  const storedAs = storedName(job, format);
  const seen = await inSnapshot(db, STATEMENT_TIMEOUT, async (snapshot) => {
    const erased = await countErased(snapshot);
    const names = await findFilterNames(snapshot, wanted.query);
    const source = await listToExport(snapshot, wanted, needs.includes('Students'));
    const sheet: WrittenSheet = {
      name: source.name,
      columns: source.columns,
      rows: watched(job, source),
    };
    await storeFile(dataDir, storedAs, async (out) => {
      if (format === 'xlsx')
        await writeXlsx(out, [headSheet(source, wanted, names, actor.name), sheet]);
      else await pipeline(Readable.from(csvChunks(sheet)), out);
    });
    return { erased, rows: source.total };
  });
  let isKept = false;
  try {
    await inTransaction(db, async (tx) => {
      await awaitWithdrawals(tx);
      if ((await countErased(tx)) !== seen.erased) return;
      await recordActivity(tx, actor, `${list}.exported`, 'job', job.id, {
        rows: { from: null, to: seen.rows },
        ...(reason && { reason: { from: null, to: reason } }),
      });
      await job.finish(tx, {
        status: 'succeeded',
        result: { list, format, rows: seen.rows },
        errors: [],
        stored: { name: `${list}-${new Date().toISOString().slice(0, 10)}.${format}`, storedAs },
      });
      isKept = true;
    });
  } finally {
    // Cancelled, taken over or out of date: nobody is to find this file.
    if (!isKept) await dropStoredFile(dataDir, storedAs);
  }
  return isKept;
}

/** The rows as they are written. The job's lease is looked at on the way, so that an export that was cancelled or taken over ends. */
async function* watched(
  job: RunningJob,
  { total, rows, cells }: ListToExport,
): AsyncGenerator<WrittenRow> {
  let count = 0;
  for await (const row of rows) {
    yield cells(row);
    if (++count % STEP === 0) await job.progress((count / total) * 100);
  }
}
