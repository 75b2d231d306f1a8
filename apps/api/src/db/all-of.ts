import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Joins conditions with `and`. None is true. */
export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}
