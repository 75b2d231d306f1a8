import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { allOf } from './all-of.ts';

/** Fairs by school, by ID, or all of them. */
export type WhichFairs = { fairId?: string | undefined; schoolId?: string | undefined };

/** SQL condition: fair `f` is among them. One that would always hold is left out. */
export function chosenFairs({ fairId, schoolId }: WhichFairs): RawBuilder<SqlBool> {
  const conditions = [
    ...(fairId === undefined ? [] : [sql`f.id = ${fairId}`]),
    ...(schoolId === undefined ? [] : [sql`f.school_id = ${schoolId}`]),
  ];
  return allOf(conditions);
}
