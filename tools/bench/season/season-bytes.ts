import { performance } from 'node:perf_hooks';
import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import pg from 'pg';

/** A table of a season: rows, bytes of the table and of its indexes, and milliseconds of a VACUUM. */
export type TableBytes = {
  table: string;
  rows: number;
  tableBytes: number;
  indexBytes: number;
  vacuumMs: number;
};

/** Measures every table of at least 1 MB, largest first; `total` has the whole database in bytes. */
export async function measureBytes(
  dataDir: string,
): Promise<{ orders: number; total: number; tables: TableBytes[] }> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    const { rows: tables } = await client.query<Omit<TableBytes, 'vacuumMs'>>(`
      select c.relname as table, c.reltuples::float8 as rows,
        pg_table_size(c.oid)::float8 as "tableBytes",
        pg_indexes_size(c.oid)::float8 as "indexBytes"
      from pg_class c
      where c.relkind = 'r'
        and c.relnamespace = 'public'::regnamespace
        and pg_total_relation_size(c.oid) >= 1000000
      order by pg_total_relation_size(c.oid) desc`);
    const { rows: sums } = await client.query<{ orders: number; total: number }>(
      'select (select count(*)::int from orders) as orders, pg_database_size(current_database())::float8 as total',
    );
    const measured: TableBytes[] = [];
    for (const table of tables) {
      const begun = performance.now();
      await client.query(`vacuum (analyze) ${pg.escapeIdentifier(table.table)}`);
      measured.push({ ...table, vacuumMs: performance.now() - begun });
    }
    return { ...sums[0]!, tables: measured };
  } finally {
    await client.end();
    await postgres.stop();
  }
}
