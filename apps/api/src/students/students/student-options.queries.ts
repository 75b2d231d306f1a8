import {
  MIN_PARENT_SEARCH,
  type TeacherOption,
  type TeachersQuery,
} from '@pos/contract/students/students';
import { MAX_OPTIONS, type Option, type OptionsQuery } from '@pos/contract/values';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { hasName } from '#api/lists/search-text.ts';

/** Finds parents by name, or the requested one; fewer than two letters match no one. */
export async function findParentOptions(
  db: Db,
  { search = '', id }: OptionsQuery,
): Promise<Option[]> {
  if (!id && search.length < MIN_PARENT_SEARCH) return [];
  return db
    .selectFrom('parents')
    .select(['id as value', 'name as label'])
    .where((eb) => (id ? eb('id', '=', id) : hasName(sql`name`, search)))
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_OPTIONS)
    .execute();
}

/** The names of teachers that hold the text, each once; those of erased students are none. */
export async function findTeacherOptions(
  db: Db,
  { search = '' }: TeachersQuery,
): Promise<TeacherOption[]> {
  return db
    .selectFrom('students')
    .select(['teacher as value', 'teacher as label'])
    .distinct()
    .where('status', '=', 'active')
    .where('erasedAt', 'is', null)
    .where('teacher', '<>', '')
    .where(hasName(sql`teacher`, search))
    .orderBy('teacher')
    .limit(MAX_OPTIONS)
    .execute();
}
