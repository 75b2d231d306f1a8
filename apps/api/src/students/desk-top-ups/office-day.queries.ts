import type { ReversalReason } from '@pos/contract/sales/desk-facts';
import type {
  OfficeDay,
  OfficeLine,
  OfficePayout,
  OfficePayoutReversal,
} from '@pos/contract/students/desk-top-ups';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { selectDeskTopUps, studentName } from './desk-top-ups.queries.ts';

/** Returns the top-ups of an office day in the order of their receipts. */
export function topUpsOfDay(db: Db, day: string, readsStudents: boolean): Promise<OfficeLine[]> {
  return selectDeskTopUps(db, readsStudents)
    .where('deskTopUps.officeDay', '=', day)
    .orderBy('deskTopUps.receiptNumber')
    .execute();
}

/** Returns the top-ups that were reversed on an office day, whenever they were taken. */
export function reversalsOfDay(
  db: Db,
  day: string,
  readsStudents: boolean,
): Promise<OfficeDay['reversals']> {
  return selectDeskTopUps(db, readsStudents)
    .innerJoin('admins as reverser', 'reverser.id', 'deskTopUps.reversedBy')
    .clearSelect()
    .select([
      'deskTopUps.paymentId',
      'deskTopUps.receiptNumber',
      'payments.amountCents',
      'payments.checkNumber',
      'students.studentNumber',
      'schools.name as schoolName',
      'deskTopUps.uncollectedCents',
      sql<OfficeLine['method']>`payments.method`.as('method'),
      sql<string>`desk_top_ups.reversed_at`.as('at'),
      sql<ReversalReason>`desk_top_ups.reversal_reason`.as('reason'),
      sql<string>`desk_top_ups.reversal_note`.as('note'),
      sql<string>`reverser.first_name || ' ' || reverser.last_name`.as('staff'),
      studentName(readsStudents),
    ])
    .where('deskTopUps.reversedDay', '=', day)
    .orderBy('deskTopUps.reversedAt')
    .orderBy('deskTopUps.receiptNumber')
    .execute();
}

/** Payouts as the day sheet shows them. Names only if `readsStudents`. */
function selectPayouts(db: Db, readsStudents: boolean) {
  return db
    .selectFrom('payouts')
    .innerJoin('students', 'students.id', 'payouts.studentId')
    .innerJoin('schools', 'schools.id', 'students.schoolId')
    .select([
      'payouts.id as payoutId',
      'payouts.payoutNumber',
      'payouts.amountCents',
      'payouts.checkNumber',
      'students.studentNumber',
      'schools.name as schoolName',
      sql<OfficePayout['method']>`payouts.method`.as('method'),
      studentName(readsStudents),
    ]);
}

/** Returns the payouts of an office day in the order of their receipts. */
export function payoutsOfDay(db: Db, day: string, readsStudents: boolean): Promise<OfficePayout[]> {
  return selectPayouts(db, readsStudents)
    .innerJoin('admins as payer', 'payer.id', 'payouts.paidBy')
    .select(['payouts.at', sql<string>`payer.first_name || ' ' || payer.last_name`.as('staff')])
    .where('payouts.officeDay', '=', day)
    .orderBy('payouts.payoutNumber')
    .execute();
}

/** Returns the payouts that were reversed on an office day, whenever they were booked. */
export function payoutReversalsOfDay(
  db: Db,
  day: string,
  readsStudents: boolean,
): Promise<OfficePayoutReversal[]> {
  return selectPayouts(db, readsStudents)
    .innerJoin('payoutReversals', 'payoutReversals.payoutId', 'payouts.id')
    .innerJoin('admins as reverser', 'reverser.id', 'payoutReversals.reversedBy')
    .select([
      'payoutReversals.at',
      'payoutReversals.reason',
      'payoutReversals.note',
      sql<string>`reverser.first_name || ' ' || reverser.last_name`.as('staff'),
    ])
    .where('payoutReversals.officeDay', '=', day)
    .orderBy('payoutReversals.at')
    .orderBy('payouts.payoutNumber')
    .execute();
}

/** Returns the company's name and time zone, and the latest day with a top-up, payout or reversal. */
export async function findOffice(
  db: Db,
): Promise<{ companyName: string; timeZone: string; newestDay: string | null }> {
  return db
    .selectFrom('settings')
    .select([
      'companyName',
      'defaultTimeZone as timeZone',
      sql<string | null>`
        greatest(
          (select greatest(max(office_day), max(reversed_day)) from desk_top_ups),
          (select max(office_day) from payouts),
          (select max(office_day) from payout_reversals))`.as('newestDay'),
    ])
    .executeTakeFirstOrThrow();
}
