import { type RawBuilder, sql } from 'kysely';

/** Formats a time inside JSON as in the contract, which differs from the database's format. */
export function instantText(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * Builds JSON of a row of `table`: these columns by their names in this code, and the other values
 * by name.
 */
export function toJson(
  table: string,
  columns: readonly string[],
  others: Readonly<Record<string, RawBuilder<unknown>>> = {},
): RawBuilder<unknown> {
  const values = {
    ...Object.fromEntries(columns.map((column) => [column, sql.ref(`${table}.${column}`)])),
    ...others,
  };
  return sql`json_build_object(${sql.join(
    Object.entries(values).flatMap(([name, value]) => [sql.lit(name), value]),
  )})`;
}

/** Builds a JSON array of rows. `from` is the FROM clause with its conditions. */
export function jsonRows<Row>(
  row: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<Row[]> {
  return sql<Row[]>`coalesce((select json_agg(${row} order by ${order}) ${from}), '[]')`;
}
