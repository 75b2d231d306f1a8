import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** Marks a point of a transaction that `rollbackToSavepoint` returns to. Points do not nest. */
export async function setSavepoint(tx: Tx): Promise<void> {
  await sql`savepoint point`.execute(tx);
}

/** Keeps what has changed since the point. */
export async function releaseSavepoint(tx: Tx): Promise<void> {
  await sql`release savepoint point`.execute(tx);
}

/** Undoes what has changed since the point, also after a failed statement. */
export async function rollbackToSavepoint(tx: Tx): Promise<void> {
  await sql`rollback to savepoint point`.execute(tx);
}
