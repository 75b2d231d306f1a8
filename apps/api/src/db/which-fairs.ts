import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { allOf } from './all-of.ts';

/** Fairs by school, by ID, or all of them. */
export type WhichFairs = { fairId?: string | undefined; schoolId?: string | undefined };

/** SQL condition: fair `f`, or that of another alias, is among them. True for all of them. */
export function chosenFairs({ fairId, schoolId }: WhichFairs, alias = 'f'): RawBuilder<SqlBool> {
  const fair = sql.table(alias);
  const conditions = [
    ...(fairId === undefined ? [] : [sql`${fair}.id = ${fairId}`]),
    ...(schoolId === undefined ? [] : [sql`${fair}.school_id = ${schoolId}`]),
  ];
  return allOf(conditions);
}
