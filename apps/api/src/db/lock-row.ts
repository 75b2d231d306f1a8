import { sql } from 'kysely';
import type { Tx } from './db.ts';
import type { Schema } from './schema.generated.ts';

/** Tables whose rows have an `id`. */
type TableWithId = {
  [Table in keyof Schema]: 'id' extends keyof Schema[Table] ? Table : never;
}[keyof Schema];

/**
 * Locks one row against changes by others until the transaction ends. With `no key update`, rows that
 * refer to it can be inserted meanwhile.
 */
export async function lockRow(
  tx: Tx,
  table: TableWithId,
  id: string,
  strength: 'update' | 'no key update' = 'update',
): Promise<void> {
  await sql`select from ${sql.table(table)} where id = ${id} for ${sql.raw(strength)}`.execute(tx);
}
