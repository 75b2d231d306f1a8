import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';

export function findCertificate(
  db: Db,
  schoolId: string,
): Promise<{ fileName: string; pdf: Buffer } | undefined> {
  return db
    .selectFrom('schoolCertificates')
    .select(['fileName', 'pdf'])
    .where('schoolId', '=', schoolId)
    .executeTakeFirst();
}

/** Stores the certificate of a school in place of an earlier one. */
export async function storeCertificateRow(
  tx: Tx,
  certificate: Insertable<Schema['schoolCertificates']>,
): Promise<void> {
  const { schoolId: _, ...content } = certificate;
  await tx
    .insertInto('schoolCertificates')
    .values(certificate)
    .onConflict((conflict) =>
      conflict
        .column('schoolId')
        .doUpdateSet({ ...content, uploadedAt: sql<string>`clock_timestamp()` }),
    )
    .execute();
}

/** Deletes the certificate of a school. Returns false if it has none. */
export async function deleteCertificateRow(tx: Tx, schoolId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('schoolCertificates')
    .where('schoolId', '=', schoolId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
