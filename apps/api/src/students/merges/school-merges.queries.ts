import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';

/** Locks the fairs of a school, so that no sale, close-out or change of them is running. */
export async function lockFairsOfSchool(tx: Tx, schoolId: string): Promise<void> {
  await sql`select from fairs where school_id = ${schoolId} order by id for update`.execute(tx);
}

/** Maximum number of student numbers that a refusal names. */
const MAX_NAMED = 5;

/** Counts the student numbers that both schools use, and returns the first of them. */
export async function findSharedNumbers(
  tx: Tx,
  schoolId: string,
  mergedId: string,
): Promise<{ count: number; numbers: string[] }> {
  const { rows } = await sql<{ count: number; numbers: string[] }>`
    select count(*),
      coalesce(
        (array_agg(merged.student_number order by merged.student_number))[:${MAX_NAMED}],
        '{}') as numbers
    from students merged
    join students kept
      on kept.school_id = ${schoolId}
        and lower(kept.student_number) = lower(merged.student_number)
    where merged.school_id = ${mergedId}`.execute(tx);
  return rows[0]!;
}

/** Numbers of what moved from one school to another. */
export type Moved = { fairs: number; orders: number; payments: number; students: number };

/**
 * Moves fairs, orders, payments, students and, if the school has none, the certificate from one
 * school to another.
 */
export async function moveSchoolRows(tx: Tx, from: string, to: string): Promise<Moved> {
  const move = async (table: string): Promise<number> => {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set school_id = ${to} where school_id = ${from}`.execute(tx);
    return Number(numAffectedRows ?? 0);
  };
  const moved = {
    fairs: await move('fairs'),
    orders: await move('orders'),
    payments: await move('payments'),
    students: await move('students'),
  };
  await sql`
    update school_certificates set school_id = ${to}
    where school_id = ${from}
      and not exists (select from school_certificates where school_id = ${to})`.execute(tx);
  return moved;
}
