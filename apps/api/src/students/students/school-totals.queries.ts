import type { SchoolTotals } from '@pos/contract/students/students';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** Counts the active students of a school, and sums the eWallets of all its students. */
export async function findSchoolTotals(db: Db, schoolId: string): Promise<SchoolTotals> {
  const { rows } = await sql<SchoolTotals>`
    select
      count(*) filter (where s.status = 'active') as students,
      count(*) filter (where w.balance_cents > 0) as with_balance,
      coalesce(sum(w.balance_cents), 0)::bigint as wallet_balance_cents
    from students s
    left join wallets w on w.student_id = s.id
    where s.school_id = ${schoolId}`.execute(db);
  return rows[0]!;
}
