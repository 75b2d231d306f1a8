import { UploadJobResult } from '@pos/contract/uploads';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { Failure, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/identity.ts';
import { findMadeUpload, markUndone } from './uploads.queries.ts';
import { UPLOAD_KINDS } from './kinds.ts';

/** Undoes one of the owner's uploads completely, if nothing depends on it. */
export function undoUpload(db: Db, actor: Actor, ownerId: string, jobId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const job = await lockOwnUpload(tx, ownerId, jobId);
    const result = UploadJobResult.safeParse(job.result).data;
    if (result?.undoneAt !== undefined)
      throw new Failure('INVALID_TRANSITION', 'This import has already been undone.');
    const upload = await findMadeUpload(tx, jobId);
    if (!result?.undoable || !upload?.made)
      throw new Failure('INVALID_TRANSITION', 'This import added nothing that could be undone.');
    await UPLOAD_KINDS[result.upload].undo(tx, { ...upload, made: upload.made }, actor);
    await markUndone(tx, jobId, result);
  });
}

async function lockOwnUpload(tx: Tx, ownerId: string, id: string): Promise<{ result: unknown }> {
  const job = await tx
    .selectFrom('jobs')
    .select('result')
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .where('kind', '=', 'import')
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw missing('upload');
  return job;
}
