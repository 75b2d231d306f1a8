import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#api/db/db.ts';

/**
 * Returns every text, JSON and binary value of any table that contains a name, as
 * `table.column: value`. The columns come from the catalog, so that a new table is searched too.
 */
export async function findTraces(db: Db, name: RegExp): Promise<string[]> {
  const { rows: columns } = await sql<{
    schema: string;
    table: string;
    column: string;
    type: string;
  }>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column,
      c.data_type as type
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public'
       and t.table_type = 'BASE TABLE'
       and c.data_type in ('text', 'json', 'jsonb', 'character varying', 'ARRAY', 'bytea')`.execute(
    db,
  );
  expect(columns.length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const { schema, table, column, type } of columns) {
    const text =
      type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`;
    const { rows } = await sql<{ value: string }>`
      select ${text} as value
      from ${sql.table(`${schema}.${table}`)}
      where ${sql.ref(column)} is not null`.execute(db);
    found.push(
      ...rows
        .filter(({ value }) => name.test(value))
        .map(({ value }) => `${table}.${column}: ${value.slice(0, 120)}`),
    );
  }
  return found;
}
