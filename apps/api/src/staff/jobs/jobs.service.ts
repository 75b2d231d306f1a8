import { ExportResult } from '@pos/contract/office/exports';
import type { Job } from '@pos/contract/staff/jobs';
import { neededRight } from '@pos/contract/permission-words';
import { allows, holds, Module, read, type RightsAccess } from '@pos/contract/permissions';
import { z } from 'zod';
import { inTransaction, type Db } from '#api/db/db.ts';
import { Failure, missing } from '#api/http/failure.ts';
import type { SignedInAdmin } from '#api/http/access/identity.ts';
import { cancelJob } from '#api/jobs/job-lease.ts';
import type { JobFile, StoredFile } from '#api/jobs/job-queue.ts';
import { findOwnJob, findOwnJobFile } from './jobs.queries.ts';

export async function readJob(db: Db, admin: SignedInAdmin, id: string): Promise<Job> {
  const job = await findOwnJob(db, admin.id, id);
  if (!job) throw missing('job');
  return job;
}

/** Access that the job's file was made with; files of earlier versions name a module to read. */
const Needs = z.object({ needs: z.array(z.union([Module, z.custom<RightsAccess>()])) });

/**
 * Returns the finished file of the caller's own job, and whether it holds names of children, which
 * only files made with the right to read Students do. Refuses if the caller has since lost a right
 * that the file was made with (trust.md, "Freshness").
 */
export async function requireFile(
  db: Db,
  admin: SignedInAdmin,
  id: string,
): Promise<{ file: JobFile | StoredFile; holdsNames: boolean }> {
  const found = await findOwnJobFile(db, admin.id, id);
  if (!found) throw missing('file');
  const needs = (Needs.safeParse(found.params).data?.needs ?? []).map((need) =>
    typeof need === 'string' ? read(need) : need,
  );
  const lost = needs.find((access) => !allows(access, admin.rights));
  if (lost) throw new Failure('FORBIDDEN', `You need the right: ${neededRight(lost)}.`);
  if (!found.file)
    throw ExportResult.safeParse(found.result).data?.withdrawnAt
      ? new Failure(
          'NOT_FOUND',
          'This file was deleted because a student was erased. Export the list again.',
        )
      : missing('file');
  const holdsNames = needs.some(({ anyOf }) => anyOf.some(([module]) => module === 'Students'));
  return { file: found.file, holdsNames };
}

/**
 * Cancels the caller's own unfinished import, export or report. Nothing uncommitted remains.
 */
export function cancelOwnJob(db: Db, admin: SignedInAdmin, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { kind } = await readJob(tx, admin, id);
    if (kind === 'sync') throw missing('import, export or report');
    if (kind === 'import' && !holds(admin.rights, 'Fairs', 'edit'))
      throw new Failure('FORBIDDEN', 'You need the right: edit Fairs.');
    if (!(await cancelJob(tx, id, 'It was canceled.')))
      throw new Failure('INVALID_TRANSITION', `This ${kind} has already ended.`);
  });
}
