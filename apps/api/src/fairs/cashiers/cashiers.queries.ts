import type { Cashier } from '@pos/contract/fairs/cashiers';
import { sql, type UpdateObject } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';

const COLUMNS = ['id', 'fairId', 'name', 'status', 'version', 'updatedAt'] as const;

/** Returns the cashiers of a fair by name. */
export function findCashiers(db: Db, fairId: string): Promise<Cashier[]> {
  return db
    .selectFrom('cashiers')
    .select(COLUMNS)
    .where('fairId', '=', fairId)
    .where('deletedAt', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute();
}

/** Locks a cashier that was not removed; undefined for any other ID. */
export function lockCashier(tx: Tx, id: string): Promise<Cashier | undefined> {
  return tx
    .selectFrom('cashiers')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks a fair, so that its cashiers change one after another, and reads its close-out state. */
export function lockFairOfCashiers(tx: Tx, id: string) {
  return tx
    .selectFrom('fairs')
    .select('closeOutState')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Stored form of a code: its hash, and its check for registers without a network. */
export type StoredCode = { secretCodeHash: string; codeCheck: Buffer };

export async function insertCashierRows(
  tx: Tx,
  rows: readonly ({ id: string; fairId: string; name: string } & StoredCode)[],
): Promise<void> {
  const fresh = { wrongCodesSince: null, codeLockedUntil: null, deletedAt: null };
  await tx
    .insertInto('cashiers')
    .values(rows.map((row) => ({ ...row, ...fresh })))
    .execute();
}

export async function updateCashierRow(
  tx: Tx,
  id: string,
  version: number,
  changes: UpdateObject<Schema, 'cashiers'>,
): Promise<void> {
  await tx
    .updateTable('cashiers')
    .set({ ...changes, version, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Marks a cashier as removed, without the code. */
export function markCashierDeletedRow(tx: Tx, id: string, version: number): Promise<void> {
  return updateCashierRow(tx, id, version, {
    deletedAt: sql<string>`now()`,
    status: 'inactive',
    secretCodeHash: null,
    codeCheck: null,
  });
}
