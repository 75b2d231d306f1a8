import { type Insertable, sql } from 'kysely';
import { runOnceCompiled } from './compiled-once.ts';
import { PREPARED, type Tx } from './db.ts';
import type { Schema } from './schema.ts';

/**
 * Inserts many rows in one statement with one parameter, which PostgreSQL reads by the table's own column types.
 * All rows have the columns of the first; a column that none names keeps its default. Nothing happens for no rows.
 */
export async function insertRows<Table extends keyof Schema>(tx: Tx, table: Table, rows: readonly Insertable<Schema[Table]>[]): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const names = Object.keys(first);
  const given = JSON.stringify(rows.map((row) => columnsOf(row as Record<string, unknown>)));
  await runOnceCompiled(tx, `insert ${table} ${names.join()}`, [given], () => {
    const columns = sql.join(names.map((name) => sql.ref(name)));
    return sql`insert ${PREPARED} into ${sql.table(table)} (${columns}) select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${given}::json)`;
  });
}

/** A row by the names that its columns have in the database, as `json_populate_recordset` reads it. */
export function columnsOf(row: Record<string, unknown>): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const name in row) {
    const value = row[name];
    columns[columnOf(name)] = value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
  }
  return columns;
}

const columnNames = new Map<string, string>();

/** The column of a camelCase name, as the rest of the code has it from kysely's CamelCasePlugin. */
function columnOf(name: string): string {
  let column = columnNames.get(name);
  if (column === undefined) columnNames.set(name, (column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)));
  return column;
}
