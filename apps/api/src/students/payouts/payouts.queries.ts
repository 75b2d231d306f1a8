import type { PayoutMethod } from '@pos/contract/students/payout-methods';
import { MAX_PAYOUTS, type Leftovers } from '@pos/contract/students/payouts';
import type { LeftoverPolicy } from '@pos/contract/fairs/leftover-policy';
import { type Insertable, sql } from 'kysely';
import { gradeOrder } from '#api/db/grade-order.ts';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';
import { studentName } from '#api/students/desk-top-ups/desk-top-ups.queries.ts';

/** Returns the policy of the settings for leftover money. */
export async function readLeftoverPolicy(db: Db): Promise<LeftoverPolicy> {
  const { policy } = await db
    .selectFrom('settings')
    .select('ewalletLeftoverPolicy as policy')
    .executeTakeFirstOrThrow();
  return policy;
}

/** Returns the students of a school with money in their eWallets, counted, and the first of them. */
export async function findLeftovers(
  db: Db,
  schoolId: string,
  readsStudents: boolean,
): Promise<Omit<Leftovers, 'policy'>> {
  const withMoney = db
    .selectFrom('students')
    .innerJoin('wallets', 'wallets.studentId', 'students.id')
    .where('students.schoolId', '=', schoolId)
    .where('wallets.balanceCents', '>', 0);
  const first = await withMoney
    .select([
      'students.id as studentId',
      'students.studentNumber',
      'students.grade',
      'students.status',
      'wallets.status as walletStatus',
      'wallets.balanceCents',
      studentName(readsStudents),
    ])
    .orderBy(gradeOrder)
    .orderBy('students.grade')
    .orderBy('students.studentNumber')
    .limit(MAX_PAYOUTS)
    .execute();
  const { students, balanceCents } = await withMoney
    .select([
      sql<number>`count(*)`.as('students'),
      sql<number>`coalesce(sum(wallets.balance_cents), 0)::bigint`.as('balanceCents'),
    ])
    .executeTakeFirstOrThrow();
  return { students, balanceCents, first };
}

/** Inserts a payout and returns the number of its receipt. */
export async function insertPayoutRow(tx: Tx, row: Insertable<Schema['payouts']>): Promise<number> {
  const { payoutNumber } = await tx
    .insertInto('payouts')
    .values(row)
    .returning('payoutNumber')
    .executeTakeFirstOrThrow();
  return payoutNumber;
}

/** A payout with all that a reversal checks. */
export type FoundPayout = NonNullable<Awaited<ReturnType<typeof findPayout>>>;

/** Returns a payout with all that a reversal checks. */
export function findPayout(db: Db, id: string) {
  return db
    .selectFrom('payouts')
    .leftJoin('payoutReversals', 'payoutReversals.payoutId', 'payouts.id')
    .select([
      'payouts.payoutNumber',
      'payouts.studentId',
      'payouts.amountCents',
      sql<PayoutMethod>`payouts.method`.as('method'),
      sql<boolean>`payout_reversals.payout_id is not null`.as('isReversed'),
    ])
    .where('payouts.id', '=', id)
    .executeTakeFirst();
}

export async function insertReversalRow(
  tx: Tx,
  row: Insertable<Schema['payoutReversals']>,
): Promise<void> {
  await tx.insertInto('payoutReversals').values(row).execute();
}

/** A payout as its receipt prints it; times are in the school's time zone. */
export type PayoutReceipt = Awaited<ReturnType<typeof findReceipts>>[number];

/** Returns the receipts of payouts by number. Names only if `readsStudents`. */
export function findReceipts(db: Db, ids: readonly string[], readsStudents: boolean) {
  return db
    .selectFrom('payouts')
    .innerJoin('students', 'students.id', 'payouts.studentId')
    .innerJoin('schools', 'schools.id', 'students.schoolId')
    .innerJoin('admins as payer', 'payer.id', 'payouts.paidBy')
    .innerJoin('walletEntries', (join) =>
      join.on('walletEntries.idempotencyKey', '=', sql<string>`'payout:' || payouts.id`),
    )
    .leftJoin('payoutReversals', 'payoutReversals.payoutId', 'payouts.id')
    .leftJoin('admins as reverser', 'reverser.id', 'payoutReversals.reversedBy')
    .crossJoin('settings')
    .select([
      'payouts.payoutNumber',
      'payouts.at',
      'payouts.amountCents',
      'payouts.checkNumber',
      'walletEntries.balanceAfterCents',
      'payoutReversals.reason as reversalReason',
      'payoutReversals.at as reversedAt',
      'students.studentNumber',
      'schools.name as schoolName',
      'schools.timeZone',
      'settings.companyName',
      'settings.supportEmail',
      'settings.supportPhone',
      'settings.receiptFooter',
      sql<PayoutMethod>`payouts.method`.as('method'),
      studentName(readsStudents),
      sql<string>`payer.first_name || ' ' || payer.last_name`.as('staff'),
      sql<string | null>`reverser.first_name || ' ' || reverser.last_name`.as('reversedBy'),
    ])
    .where('payouts.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('payouts.payoutNumber')
    .execute();
}
