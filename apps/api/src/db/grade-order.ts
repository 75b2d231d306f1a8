import { sql } from 'kysely';

/** Sorts the table `students` by grade in the order of a school (domain 3.6), unknown grades last. */
export const gradeOrder = sql<number>`case
    when students.grade ~ '^[0-9]{1,2}$' then students.grade::int
    when students.grade = 'K' then 0
    when students.grade = 'PK4' then -1
    when students.grade = 'PK3' then -2
    else 99
  end`;
