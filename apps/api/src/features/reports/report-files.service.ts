import { NewReportFile, type ReportFileResult } from '@pos/contract/report-query';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db, Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/features/activity/activity.service.ts';
import type { FileStore } from '#api/files/file-store.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor, SignedInAdmin } from '#api/http/identity.ts';
import { enqueueJob } from '#api/jobs/job-queue.ts';
import { JobFailure, type JobTask } from '#api/jobs/run-jobs.ts';
import { storedName } from '#api/jobs/stored-files.ts';
import { toReader, reportFile, toScope } from './reports.service.ts';

/**
 * Queues a report made as a file, in the call's transaction. Refuses an unknown school or fair on
 * its field. Returns the job's ID.
 */
export async function queueReport(
  tx: Tx,
  admin: SignedInAdmin,
  actor: Actor,
  question: NewReportFile,
): Promise<string> {
  await toScope(tx, question);
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
 * a stored file. Ends with the reason if the report has more than `maxLines` lines.
 */
export function reportTask(db: Db, files: FileStore, maxLines?: number): JobTask {
  return async (job) => {
    const question = NewReportFile.parse(job.params['question']);
    const reader = job.params['reader'] as ReturnType<typeof toReader>;
    const storedAs = storedName(job, question.format);
    await job.progress(10);
    const { name, lines, chunks } = await reportFile(
      db,
      reader,
      question,
      question.format,
      maxLines,
    ).catch((error: unknown) => {
      throw error instanceof Failure ? new JobFailure(error.message) : error;
    });
    await job.progress(70);
    await files.write(storedAs, (out) =>
      pipeline(Readable.from(chunks, { objectMode: false }), out),
    );
    const result: ReportFileResult = { question, lines };
    return { status: 'succeeded', result, errors: [], stored: { name, storedAs } };
  };
}
