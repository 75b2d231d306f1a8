import type { RegisterStudent } from '@pos/contract/sales/register-catalog';
import { searchWords } from '@pos/contract/values/search-text';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { containing, hasText } from '#api/lists/search-text.ts';

/**
 * Returns the active students of a fair's school with their eWallets. Each word of the search must
 * occur in number, former numbers, name, grade or teacher.
 */
export async function findRegisterStudents(
  db: Db,
  fairId: string,
  search: string | undefined,
): Promise<RegisterStudent[]> {
  const words = searchWords(search ?? '');
  const found = words.map(
    (word) =>
      sql`
        and ${hasText(
          sql`
            concat_ws(
              ' ', s.student_number, s.first_name, s.last_name, s.grade,
                s.teacher, array_to_string(former.numbers, ' '))`,
          containing(word),
        )}`,
  );
  const { rows } = await sql<RegisterStudent>`
    select s.student_number, s.first_name, s.last_name, s.grade, s.teacher,
      coalesce(w.balance_cents, 0) as wallet_balance_cents,
      coalesce(w.status, 'active') as wallet_status, former.numbers as former_numbers
    from students s
    join fairs f on f.school_id = s.school_id and f.id = ${fairId}
    left join wallets w on w.student_id = s.id
    cross join lateral (
      select coalesce(array_agg(m.student_number order by m.student_number), '{}') as numbers
      from students m
      where m.merged_into = s.id) former
    where s.status = 'active' ${sql.join(found, sql` `)}
    order by s.last_name, s.first_name, s.student_number`.execute(db);
  return rows;
}

/** Returns the AveDollars of a fair's school, in cents. */
export function findAveDollarBalance(db: Db, fairId: string): Promise<{ balanceCents: number }> {
  return db
    .selectFrom('fairs')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .select('schools.aveDollarBalanceCents as balanceCents')
    .where('fairs.id', '=', fairId)
    .executeTakeFirstOrThrow();
}
