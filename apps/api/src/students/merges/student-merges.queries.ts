import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** Counts a student's orders, without voided ones, and top-ups. */
export async function countSales(
  db: Db,
  studentId: string,
): Promise<{ orders: number; topUps: number }> {
  const { rows } = await sql<{ orders: number; topUps: number }>`
    select
      (
        select count(*)
        from orders
        where student_id = ${studentId} and voided_by_reset_id is null) as orders,
      (
        select count(*)
        from payments
        where student_id = ${studentId} and purpose = 'wallet_top_up') as top_ups`.execute(db);
  return rows[0]!;
}
