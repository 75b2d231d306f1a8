import { type RawBuilder, sql } from 'kysely';

/** An instant inside of JSON as the contract writes it; the database's own way is another. */
export function instantText(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** JSON of a row of `table`: these columns by their names in this code, and what else is given by name. */
export function jsonOf(
  table: string,
  columns: readonly string[],
  others: Readonly<Record<string, RawBuilder<unknown>>> = {},
): RawBuilder<unknown> {
  const values = {
    ...Object.fromEntries(columns.map((column) => [column, sql.ref(`${table}.${column}`)])),
    ...others,
  };
  return sql`json_build_object(${sql.join(Object.entries(values).flatMap(([name, value]) => [sql.lit(name), value]))})`;
}

/** Rows as an array of JSON; `from` is where they come from and which are meant. */
export function jsonRows<Row>(
  row: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<Row[]> {
  return sql<Row[]>`coalesce((select json_agg(${row} order by ${order}) ${from}), '[]')`;
}
