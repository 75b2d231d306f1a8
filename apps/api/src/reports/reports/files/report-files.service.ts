import { NewReportFile, type ReportFileResult } from '@pos/contract/reports/report-query';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import type { FileStore } from '#api/files/file-store.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor, SignedInAdmin } from '#api/http/access/identity.ts';
import { enqueueJob } from '#api/jobs/job-queue.ts';
import { JobFailure, type JobTask, type RunningJob } from '#api/jobs/run-jobs.ts';
import { storedName } from '#api/jobs/stored-files.ts';
import { awaitWithdrawals, countErased } from '#api/jobs/withdraw-files.ts';
import type { OnPart } from '../report-scope.ts';
import {
  type FileOptions,
  type ReportFile,
  requirePrintable,
  withReportFile,
} from './report-writing.service.ts';
import { toReader, toScope } from '../reports.service.ts';

/**
 * Queues a report made as a file, in the call's transaction. Refuses an unknown school or fair on
 * its field, and a PDF of more than `maxPdfLines` lines. Returns the job's ID.
 */
export async function queueReport(
  tx: Tx,
  admin: SignedInAdmin,
  actor: Actor,
  question: NewReportFile,
  maxPdfLines?: number,
): Promise<string> {
  const { scope } = await toScope(tx, question);
  if (question.format === 'pdf')
    await requirePrintable(tx, scope, question.reportType, maxPdfLines);
  const result: ReportFileResult = { question, lines: null };
  const jobId = await enqueueJob(tx, {
    kind: 'report',
    ownerId: admin.id,
    params: { question, reader: toReader(admin) },
    result,
  });
  await recordActivity(tx, actor, { action: 'report.exported', entity: 'job', entityId: jobId });
  return jobId;
}

/**
 * Job of a report: one snapshot, with the rights that its owner had when requesting it, streamed to
 * a stored file. Ends with the reason if the report cannot be made. Its progress is the part of the
 * fairs and lines that was read or written.
 */
export function reportTask(db: Db, files: FileStore, options: FileOptions = {}): JobTask {
  return async (job) => {
    const reached = toProgress(job);
    // Erased students must not appear in a file started before the erasure, so it is made again.
    while (!(await makeOnce(db, files, job, { ...options, reached })));
    return undefined;
  };
}

/** Returns false if a student was erased while the file was being made. */
async function makeOnce(
  db: Db,
  files: FileStore,
  job: RunningJob,
  options: FileOptions,
): Promise<boolean> {
  const question = NewReportFile.parse(job.params['question']);
  const reader = job.params['reader'] as ReturnType<typeof toReader>;
  const storedAs = storedName(job, question.format);
  const erased = await countErased(db);
  const write = async ({ name, lines, chunks }: ReportFile) => {
    await files.write(storedAs, (out) =>
      pipeline(Readable.from(chunks, { objectMode: false }), out),
    );
    return { name, lines };
  };
  const { name, lines } = await withReportFile(db, reader, question, write, options).catch(
    (error: unknown) => {
      throw error instanceof Failure ? new JobFailure(error.message) : error;
    },
  );
  let isStored = false;
  try {
    await inTransaction(db, async (tx) => {
      await awaitWithdrawals(tx);
      if ((await countErased(tx)) !== erased) return;
      const result: ReportFileResult = { question, lines };
      await job.finish(tx, { status: 'succeeded', result, errors: [], stored: { name, storedAs } });
      isStored = true;
    });
  } finally {
    // Canceled, taken over or out of date: the file must not be found.
    if (!isStored) await files.drop(storedAs);
  }
  return isStored;
}

/** Longest time between two looks at the job, so that a canceled one stops soon, in ms. */
const LOOK_EVERY_MS = 1_000;

/** Saves each further percent of a job. Throws if the job was canceled or taken over. */
function toProgress(job: RunningJob): OnPart {
  let saved = -1;
  let at = 0;
  return async (part) => {
    const percent = Math.max(saved, Math.trunc(part * 100));
    if (percent === saved && performance.now() - at < LOOK_EVERY_MS) return;
    await job.progress(percent);
    saved = percent;
    at = performance.now();
  };
}
