import { type Insertable, sql } from 'kysely';
import { runOnceCompiled } from './compiled-once.ts';
import { PREPARED, type Tx } from './db.ts';
import type { Schema } from './schema.generated.ts';

/** Rows by table. */
export type RowsByTable = { [Table in keyof Schema]?: readonly Insertable<Schema[Table]>[] };

/** Inserts many rows of one table, like `insertAll`. */
export async function insertRows<Table extends keyof Schema>(
  tx: Tx,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  await insertAll(tx, { [table]: rows });
}

/**
 * Inserts the rows of several tables, in the order named, in one statement with one parameter per
 * table, which PostgreSQL parses by the table's column types. All rows of a table have the columns
 * of its first row; a column that none names keeps its default.
 */
export async function insertAll(tx: Tx, rows: RowsByTable): Promise<void> {
  const parts = Object.entries(rows).flatMap(([table, given]: [string, readonly object[]]) =>
    given[0]
      ? [{ table, names: Object.keys(given[0]), json: JSON.stringify(given.map(toColumns)) }]
      : [],
  );
  if (parts.length === 0) return;
  await runOnceCompiled(
    tx,
    `insert ${parts.map(({ table, names }) => `${table} ${names.join()}`).join(';')}`,
    Object.fromEntries(parts.map(({ table, json }) => [table, json])),
    (given) => {
      const inserts = parts.map(({ table, names }, index) => {
        const columns = sql.join(names.map((name) => sql.ref(name)));
        // Parts of one statement have no defined order, so each refers to the one before.
        const after =
          index === 0
            ? sql``
            : sql` where (select count(*) from ${sql.ref(`part${index - 1}`)}) >= 0`;
        return sql`
          insert into ${sql.table(table)} (${columns})
          select ${columns}
          from json_populate_recordset(
            null::${sql.table(table)}, ${given[table]}::json)${after}`;
      });
      const before = inserts
        .slice(0, -1)
        .map((insert, index) => sql`${sql.ref(`part${index}`)} as (${insert} returning 1), `);
      return sql`
        with ${PREPARED} ${sql.join(before, sql``)}last_part as (${inserts.at(-1)!})
        select`;
    },
  );
}

/**
 * Returns a row keyed by its column names in the database, as read by `json_populate_recordset`.
 */
export function toColumns(row: object): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const name in row) {
    const value = (row as Record<string, unknown>)[name];
    columns[toColumn(name)] =
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
  }
  return columns;
}

const columnNames = new Map<string, string>();

/** Returns the column of a camelCase name. */
function toColumn(name: string): string {
  let column = columnNames.get(name);
  if (column === undefined)
    columnNames.set(
      name,
      (column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    );
  return column;
}
