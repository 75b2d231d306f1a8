import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { allOf } from './all-of.ts';

/** Fairs by school, by ID, or all of them. */
export type WhichFairs = { fairId?: string | undefined; schoolId?: string | undefined };

/** SQL condition: the fair in these columns, by default fair `f`, is among them. True for all of them. */
export function chosenFairs(
  { fairId, schoolId }: WhichFairs,
  fair = 'f.id',
  school = 'f.school_id',
): RawBuilder<SqlBool> {
  return allOf([
    ...(fairId === undefined ? [] : [sql`${sql.ref(fair)} = ${fairId}`]),
    ...(schoolId === undefined ? [] : [sql`${sql.ref(school)} = ${schoolId}`]),
  ]);
}
