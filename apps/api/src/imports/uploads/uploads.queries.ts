import { createHash } from 'node:crypto';
import type { UploadJobResult, UploadFields } from '@pos/contract/imports/uploads';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { UploadedFile } from '#api/http/feature.ts';

export type NewUpload = {
  id: string;
  fields: UploadFields;
  adminId: string;
  fairId: string | null;
  file: UploadedFile;
  result: Record<string, unknown>;
  made: object | null;
};

/** Records who sent the file, its result and everything it created (domain 10.1). */
export async function insertUploadRow(
  tx: Tx,
  { id, fields, adminId, fairId, file, result, made }: NewUpload,
): Promise<void> {
  await tx
    .insertInto('uploads')
    .values({
      id,
      kind: fields.kind,
      mode: fields.mode,
      adminId,
      fairId,
      fileName: file.name.slice(0, 255),
      sha256: createHash('sha256').update(file.bytes).digest(),
      sizeBytes: file.bytes.length,
      result: JSON.stringify(result),
      made: made && JSON.stringify(made),
    })
    .execute();
}

/**
 * Serializes imports of a kind until the transaction ends, so that a second upload of the same file
 * finds everything already added.
 */
export async function lockUploads(tx: Tx, kind: 'fairs' | 'schools'): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`imports of ${kind}`}))`.execute(tx);
}

/** Returns the file of a queued import. */
export async function findJobInput(db: Db, jobId: string): Promise<Buffer | null> {
  const job = await db
    .selectFrom('jobs')
    .select('input')
    .where('id', '=', jobId)
    .executeTakeFirst();
  return job?.input ?? null;
}

/** Returns an import with everything it created. */
export function findMadeUpload(tx: Tx, id: string) {
  return tx
    .selectFrom('uploads')
    .select(['id', 'fileName', 'made'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Marks the import as undone in the log and in its job. */
export async function markUndone(tx: Tx, id: string, result: UploadJobResult): Promise<void> {
  const { undoneAt } = await tx
    .updateTable('uploads')
    .set({ undoneAt: sql<string>`now()` })
    .where('id', '=', id)
    .returning('undoneAt')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('jobs')
    .set({ result: JSON.stringify({ ...result, undoneAt } satisfies { undoneAt: unknown }) })
    .where('id', '=', id)
    .execute();
}

/** Locks the job of an upload until the transaction ends, if it is the owner's. */
export function lockOwnUpload(
  tx: Tx,
  ownerId: string,
  id: string,
): Promise<{ result: unknown } | undefined> {
  return tx
    .selectFrom('jobs')
    .select('result')
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .where('kind', '=', 'import')
    .forUpdate()
    .executeTakeFirst();
}
