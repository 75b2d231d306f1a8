import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { invalid } from '#api/http/failure.ts';
import { inAllOrders, NameFinder } from './name-finder.ts';

/** A record of a school, or one that belongs to none. */
type Record_ = { entity: string; entityId: string };

/** Tables of the records that belong to a school, and their column with its ID. */
const SCHOOL_OF: Readonly<Record<string, readonly [table: string, schoolId: string]>> = {
  school: ['schools', 'id'],
  fair: ['fairs', 'school_id'],
  student: ['students', 'school_id'],
  order: ['orders', 'school_id'],
  payment: ['payments', 'school_id'],
};

/**
 * Refuses texts, by field, that name a student of the record's school or a parent, in any case and
 * order. The texts are permanent, so an erasure could not remove the name.
 */
export async function refuseStudentNames(
  tx: Tx,
  { entity, entityId }: Record_,
  texts: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  const written = Object.entries(texts).filter(([, text]) => text?.trim().includes(' '));
  const of = SCHOOL_OF[entity];
  if (written.length === 0 || !of) return;
  const names = await finderOf(tx, of, entityId);
  for (const [field, text] of written)
    if (names.find(text ?? '').length > 0) throw invalid({ [field]: NAMES_REFUSED });
}

/** Sentence for a text that names somebody. */
export const NAMES_REFUSED = 'Leave names out. This text is permanent.';

/** Returns the schools whose text, by the school's ID, names a student of theirs or a parent. */
export async function findSchoolsNamed(
  db: Db,
  texts: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (const [schoolId, text] of texts) {
    const names = await finderOf(db, ['schools', 'id'], schoolId);
    if (names.find(text).length > 0) named.add(schoolId);
  }
  return named;
}

/**
 * Returns a finder of the students of a record's school and of their parents. Leaves out people whom
 * the school lists as its own, such as a parent who coordinates its fairs: these names stay.
 */
async function finderOf(
  db: Db,
  [table, schoolId]: readonly [string, string],
  id: string,
): Promise<NameFinder> {
  const { rows } = await sql<{ name: string }>`
    with school as (
      select s.id, s.coordinator_name, s.contacts
      from schools s
      where s.id = (select r.${sql.ref(schoolId)} from ${sql.table(table)} r where r.id = ${id})
    )
    select first_name || ' ' || last_name as name
    from students
    where school_id = (select id from school) and erased_at is null
    union
    select p.name
    from parents p
    join student_parents sp on sp.parent_id = p.id
    join students s on s.id = sp.student_id
    join school on school.id = s.school_id
    where lower(p.name) <> lower(school.coordinator_name)
      and not exists (
        select
        from jsonb_array_elements(school.contacts) contact
        where lower(contact ->> 'name') = lower(p.name))`.execute(db);
  return new NameFinder(inAllOrders(rows.map(({ name }) => name)));
}
