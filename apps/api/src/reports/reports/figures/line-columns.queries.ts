import { sql, type RawBuilder } from 'kysely';

/**
 * Customer columns of an order `o` with the student `s`. `buyer` is the kind of customer where no
 * name is known. Each is null without the right to read Students.
 */
export function customerColumns(withStudents: boolean): {
  name: RawBuilder<string | null>;
  buyer: RawBuilder<string | null>;
  grade: RawBuilder<string | null>;
  teacher: RawBuilder<string | null>;
  join: RawBuilder<unknown>;
} {
  const none = sql<null>`null::text`;
  if (!withStudents) return { name: none, buyer: none, grade: none, teacher: none, join: sql`` };
  const name = sql<string | null>`coalesce(s.last_name || ', ' || s.first_name, o.customer_name)`;
  return {
    name,
    buyer: sql`coalesce(${name}, initcap(o.customer_type))`,
    grade: sql`nullif(s.grade, '')`,
    teacher: sql`nullif(s.teacher, '')`,
    join: sql`left join students s on s.id = o.student_id`,
  };
}
