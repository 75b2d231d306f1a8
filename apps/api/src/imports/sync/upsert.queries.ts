import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import { toColumns } from '#api/db/insert-rows.ts';

export type Upserted = { id: string; created: boolean };

/**
 * Inserts or updates records from the source in one statement. `conflict` is the unique key,
 * `insertOnly` the columns never updated. All rows have the columns of the first; columns without a
 * value stay unchanged. A record that had left the source becomes active again; an erased student
 * stays erased. Returns only records that were added or changed; others are not written.
 */
export async function upsertRows(
  tx: Tx,
  table: 'schools' | 'titles' | 'students',
  conflict: RawBuilder<unknown>,
  insertOnly: readonly string[],
  rows: readonly Record<string, unknown>[],
): Promise<Upserted[]> {
  const first = rows[0];
  if (!first) return [];
  const names = [...Object.keys(first).filter((name) => first[name] !== undefined), 'inSource'];
  const changing = names.filter((name) => !insertOnly.includes(name));
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const was = sql.join(changing.map((name) => sql`was.${sql.ref(name)}`));
  const given = sql.join(changing.map((name) => sql`excluded.${sql.ref(name)}`));
  const standing = table === 'students' ? sql`was.erased_at is null and` : sql``;
  const json = JSON.stringify(rows.map((row) => toColumns({ ...row, inSource: true })));
  const result = await sql<Upserted>`
    insert into ${sql.table(table)} as was (${columns})
    select ${columns}
    from json_populate_recordset(null::${sql.table(table)}, ${json}::json)
    on conflict ${conflict} do update set
      ${sql.join(changing.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))},
      status = case when was.in_source then was.status else 'active' end,
      updated_at = now(), version = was.version + 1
    where ${standing} (${was}) is distinct from (${given})
    returning id, (xmax = 0) as created`.execute(tx);
  return result.rows;
}

/** Returns the active records that the source delivered last time, with their key in the file. */
export async function findDeliveredRows(
  tx: Tx,
  table: 'schools' | 'titles' | 'students',
  key: RawBuilder<string>,
): Promise<{ id: string; key: string }[]> {
  const { rows } = await sql<{
    id: string;
    key: string;
  }>`
    select id, ${key} as key
    from ${sql.table(table)}
    where in_source and status = 'active'`.execute(tx);
  return rows;
}

/** Deactivates records, except those that `opened` marks as in use. Returns the IDs. */
export async function deactivateRows(
  tx: Tx,
  table: 'schools' | 'titles' | 'students',
  ids: readonly string[],
  opened: RawBuilder<boolean>,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)}
    set status = 'inactive', in_source = false, updated_at = now(), version = version + 1
    where id = any(${ids}::uuid[]) and not (${opened})
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
