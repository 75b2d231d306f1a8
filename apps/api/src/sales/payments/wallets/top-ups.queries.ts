import type { FairDays } from '@pos/contract/sales/register-clock';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** Returns the payment of a register's ID, whatever it was made for. */
export function findPaymentOfClient(
  db: Db,
  clientPaymentId: string,
): Promise<{ amountCents: number; purpose: string } | undefined> {
  return db
    .selectFrom('payments')
    .select(['amountCents', 'purpose'])
    .where('clientPaymentId', '=', clientPaymentId)
    .executeTakeFirst();
}

/** Locks a fair against a close-out or reset until the transaction ends; sales continue. */
export function shareFair(
  tx: Tx,
  id: string,
): Promise<{ id: string; schoolId: string } & FairDays> {
  return tx
    .selectFrom('fairs')
    .select(['id', 'schoolId', 'startDate', 'endDate', 'timeZone'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow();
}

/** Returns the ID of a school's student by number, or by that of a duplicate merged into one. */
export async function findStudentByNumber(
  db: Db,
  schoolId: string,
  studentNumber: string,
): Promise<string | undefined> {
  const student = await db
    .selectFrom('students')
    .select(sql<string>`coalesce(merged_into, id)`.as('id'))
    .where('schoolId', '=', schoolId)
    .where('studentNumber', '=', studentNumber)
    .executeTakeFirst();
  return student?.id;
}

export async function findDeviceStatus(db: Db, id: string): Promise<'active' | 'inactive'> {
  const device = await db
    .selectFrom('devices')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return device.status;
}

/** Returns the limits of the settings for top-ups at registers, in cents. */
export function findTopUpLimits(
  db: Db,
): Promise<{ ewalletMinTopUpCents: number; ewalletMaxBalanceCents: number }> {
  return db
    .selectFrom('settings')
    .select(['ewalletMinTopUpCents', 'ewalletMaxBalanceCents'])
    .executeTakeFirstOrThrow();
}
