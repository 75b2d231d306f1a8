import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/**
 * Returns the names of the students of a record's school and of their parents. Leaves out people
 * whom the school lists as its own, such as a parent who coordinates its fairs: these names stay.
 */
export async function findFamilyNames(
  db: Db,
  [table, schoolId]: readonly [string, string],
  id: string,
): Promise<string[]> {
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
  return rows.map(({ name }) => name);
}
