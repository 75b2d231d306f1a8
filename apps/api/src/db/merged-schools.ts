import { sql, type RawBuilder } from 'kysely';

/**
 * Selects `schools` by its own identifier, ignoring case, or by that of a duplicate that was merged
 * into it. Never selects the duplicate.
 */
export function isSchoolNamed(identifier: string): RawBuilder<boolean> {
  const wanted = identifier.toLowerCase();
  return sql<boolean>`schools.id = (
    select coalesce(named.merged_into, named.id)
    from schools named
    where lower(named.identifier) = ${wanted})`;
}

/**
 * `from` clause of `schools` by identifiers in lowercase; `named.identifier` is the one that was
 * asked for, that of the school or of a duplicate merged into it. Add `where lower(named.identifier) = any(…)`.
 */
export const NAMED_SCHOOLS = sql`schools named
  join schools on schools.id = coalesce(named.merged_into, named.id)`;
