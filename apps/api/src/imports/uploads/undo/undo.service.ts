import { uploadAccess, UploadJobResult } from '@pos/contract/imports/uploads';
import { inTransaction, type Db } from '#api/db/db.ts';
import { Failure, missing } from '#api/http/failure.ts';
import { requireRights } from '#api/http/access/access.ts';
import type { Actor, SignedInAdmin } from '#api/http/access/identity.ts';
import { UPLOAD_KINDS } from '../kinds.ts';
import { findMadeUpload, lockOwnUpload, markUndone } from '../uploads.queries.ts';

/** Undoes one of the owner's uploads completely, if nothing depends on it. */
export function undoUpload(
  db: Db,
  actor: Actor,
  admin: SignedInAdmin,
  jobId: string,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const job = await lockOwnUpload(tx, admin.id, jobId);
    if (!job) throw missing('upload');
    const result = UploadJobResult.safeParse(job.result).data;
    if (result) requireRights(admin.rights, uploadAccess(result.upload));
    if (result?.undoneAt !== undefined)
      throw new Failure('INVALID_TRANSITION', 'This import has already been undone.');
    const upload = await findMadeUpload(tx, jobId);
    if (!result?.undoable || !upload?.made)
      throw new Failure('INVALID_TRANSITION', 'This import added nothing that could be undone.');
    await UPLOAD_KINDS[result.upload].undo(tx, { ...upload, made: upload.made }, actor);
    await markUndone(tx, jobId, result);
  });
}
