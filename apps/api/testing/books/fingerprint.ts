import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/**
 * Returns a digest of each table by name, including the job queue: its number of rows and the
 * transactions that wrote them. Two equal digests show that nothing was written, because a later
 * transaction has a higher number.
 */
export async function fingerprint(db: Db): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p')
      and n.nspname not in ('pg_catalog', 'information_schema')
      and n.nspname not like 'pg_toast%'
    order by 1`.execute(db);
  const digests = tables.map(
    ({ name }) =>
      `
        select '${name}' as name, count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as digest
        from ${name}`,
  );
  const { rows } = await sql
    .raw<{ name: string; digest: string }>(digests.join(' union all '))
    .execute(db);
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** Returns the tables whose content differs between two fingerprints. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after.keys()].filter((name) => before.get(name) !== after.get(name));
}
