import { sql, type RawBuilder } from 'kysely';

/**
 * Customer columns of an order `o` with the student `s`. Each is null without the right to read
 * Students.
 */
export function customerColumns(withStudents: boolean): {
  name: RawBuilder<string | null>;
  grade: RawBuilder<string | null>;
  teacher: RawBuilder<string | null>;
  join: RawBuilder<unknown>;
} {
  if (!withStudents)
    return { name: sql`null::text`, grade: sql`null::text`, teacher: sql`null::text`, join: sql`` };
  return {
    name: sql`coalesce(s.last_name || ', ' || s.first_name, o.customer_name)`,
    grade: sql`nullif(s.grade, '')`,
    teacher: sql`nullif(s.teacher, '')`,
    join: sql`left join students s on s.id = o.student_id`,
  };
}
