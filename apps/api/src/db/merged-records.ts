import { sql, type RawBuilder } from 'kysely';
import type { Tx } from './db.ts';

/** Tables whose duplicates can be merged into another of their records. */
export type MergeableTable = 'schools' | 'students';

/**
 * Selects `schools` by its own identifier, ignoring case, or by that of a duplicate that was merged
 * into it. Never selects the duplicate.
 */
export function isSchoolNamed(identifier: string): RawBuilder<boolean> {
  const wanted = identifier.toLowerCase();
  return sql<boolean>`schools.id = (
    select coalesce(named.merged_into, named.id)
    from schools named
    where lower(named.identifier) = ${wanted})`;
}

/**
 * `from` clause of a table by the records that were asked for: `named` is such a record, which may
 * be a merged duplicate, and the table itself has the one that stands for it.
 */
export function standingFor(table: MergeableTable): RawBuilder<unknown> {
  const standing = sql.table(table);
  return sql`${standing} named
    join ${standing} on ${standing}.id = coalesce(named.merged_into, named.id)`;
}

/** Marks a record as merged into another, with the records that were merged into it before. */
export async function markMerged(
  tx: Tx,
  table: MergeableTable,
  mergedId: string,
  keptId: string,
): Promise<void> {
  await sql`
    update ${sql.table(table)}
    set merged_into = ${keptId}, status = 'inactive', version = version + 1, updated_at = now()
    where id = ${mergedId} or merged_into = ${mergedId}`.execute(tx);
}
