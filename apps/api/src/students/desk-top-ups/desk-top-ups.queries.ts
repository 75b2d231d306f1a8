import type { DeskMethod } from '@pos/contract/students/desk-top-ups';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';

/** Returns the time zone of the office: the default of the settings. */
export async function findOfficeZone(db: Db): Promise<string> {
  const { defaultTimeZone } = await db
    .selectFrom('settings')
    .select('defaultTimeZone')
    .executeTakeFirstOrThrow();
  return defaultTimeZone;
}

/** Inserts the receipt of a payment and returns its number. */
export async function insertDeskTopUp(
  tx: Tx,
  row: Insertable<Schema['deskTopUps']>,
): Promise<number> {
  const { receiptNumber } = await tx
    .insertInto('deskTopUps')
    .values(row)
    .returning('receiptNumber')
    .executeTakeFirstOrThrow();
  return receiptNumber;
}

export async function updateReversal(
  tx: Tx,
  paymentId: string,
  changes: Updateable<Schema['deskTopUps']>,
): Promise<void> {
  await tx
    .updateTable('deskTopUps')
    .set({ ...changes, reversedAt: sql<string>`now()` })
    .where('paymentId', '=', paymentId)
    .execute();
}

/** Returns a desk top-up by its payment, with all that a reversal checks. */
export async function findDeskTopUp(db: Db, paymentId: string) {
  return db
    .selectFrom('deskTopUps')
    .innerJoin('payments', 'payments.id', 'deskTopUps.paymentId')
    .select([
      'payments.amountCents',
      sql<string>`payments.student_id`.as('studentId'),
      sql<string>`payments.wallet_id`.as('walletId'),
      sql<DeskMethod>`payments.method`.as('method'),
      sql<boolean>`desk_top_ups.reversed_at is not null`.as('isReversed'),
    ])
    .where('deskTopUps.paymentId', '=', paymentId)
    .executeTakeFirst();
}

/** Returns the receipt number of a student's desk top-up by this check that was not reversed. */
export async function findReceiptOfCheck(
  db: Db,
  studentId: string,
  checkNumber: string,
): Promise<number | undefined> {
  const found = await db
    .selectFrom('payments')
    .innerJoin('deskTopUps', 'deskTopUps.paymentId', 'payments.id')
    .select('deskTopUps.receiptNumber')
    .where('payments.studentId', '=', studentId)
    .where('payments.method', '=', PaymentMethod.check)
    .where(sql<boolean>`lower(payments.check_number) = lower(${checkNumber})`)
    .where('deskTopUps.reversedAt', 'is', null)
    .executeTakeFirst();
  return found?.receiptNumber;
}

/** True if there is such a payment of any kind. */
export async function isPayment(db: Db, id: string): Promise<boolean> {
  const found = await db.selectFrom('payments').select('id').where('id', '=', id).execute();
  return found.length > 0;
}

/** Name of the joined student; null for a person who may not read names. */
export const studentName = (readsStudents: boolean) =>
  (readsStudents
    ? sql<string | null>`students.first_name || ' ' || students.last_name`
    : sql<string | null>`null`
  ).as('studentName');

/** Desk top-ups as the receipt and the day sheet show them. Names only if `readsStudents`. */
export function selectDeskTopUps(db: Db, readsStudents: boolean) {
  return db
    .selectFrom('deskTopUps')
    .innerJoin('payments', 'payments.id', 'deskTopUps.paymentId')
    .innerJoin('students', 'students.id', 'payments.studentId')
    .innerJoin('schools', 'schools.id', 'payments.schoolId')
    .innerJoin('admins as taker', 'taker.id', 'deskTopUps.takenBy')
    .select([
      'deskTopUps.paymentId',
      'deskTopUps.receiptNumber',
      'payments.paidAt as at',
      'payments.amountCents',
      'payments.checkNumber',
      'students.studentNumber',
      'schools.name as schoolName',
      sql<DeskMethod>`payments.method`.as('method'),
      studentName(readsStudents),
      sql<string>`taker.first_name || ' ' || taker.last_name`.as('staff'),
    ]);
}
