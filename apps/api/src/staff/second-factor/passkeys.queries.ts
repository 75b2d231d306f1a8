import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';

/** Returns the credential IDs of a person's passkeys. */
export async function findCredentials(db: Db, adminId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select('credentialId')
    .where('adminId', '=', adminId)
    .execute();
  return rows.map(({ credentialId }) => credentialId);
}

export function findPasskeyByCredential(db: Db, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'adminId', 'publicKey', 'counter'])
    .where('credentialId', '=', credentialId)
    .executeTakeFirst();
}

export async function insertPasskeyRow(tx: Tx, row: Insertable<Schema['passkeys']>): Promise<void> {
  await tx.insertInto('passkeys').values(row).execute();
}

export async function renamePasskeyRow(
  db: Db,
  adminId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('adminId', '=', adminId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a passkey of the person and returns its name; undefined if there is none. */
export async function deletePasskeyRow(
  tx: Tx,
  adminId: string,
  id: string,
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('adminId', '=', adminId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

export async function setPasskeyUsedRow(db: Db, id: string, counter: number): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}
