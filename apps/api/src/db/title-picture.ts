import { sql, type RawBuilder } from 'kysely';

/** Selects the ID of a title's picture; null if it has none. */
export function titlePicture(titleId: string): RawBuilder<string | null> {
  return sql`(select p.id from title_pictures p where p.title_id = ${sql.ref(titleId)})`;
}
