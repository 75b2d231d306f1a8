import {
  type OfficeDay,
  DESK_METHODS,
  type OfficeMethod,
} from '@pos/contract/students/desk-top-ups';
import { holds } from '@pos/contract/permissions';
import type { Day } from '@pos/contract/values';
import { today } from '@pos/contract/values/clock';
import type { Db } from '#api/db/db.ts';
import { inSnapshot } from '#api/db/snapshot.ts';
import { FileAnswer } from '#api/http/feature.ts';
import type { SignedInAdmin } from '#api/http/access/identity.ts';
import { officeDayPdf } from './office-day-pdf.ts';
import {
  findOffice,
  payoutReversalsOfDay,
  payoutsOfDay,
  reversalsOfDay,
  topUpsOfDay,
} from './office-day.queries.ts';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';

type Lines = Pick<OfficeDay, 'topUps' | 'reversals' | 'payouts' | 'payoutReversals'>;

/**
 * Sums an office day by method. Money handed back for a mistake is not expected; a check that the
 * bank returned was deposited on an earlier day, so it changes no expected money. A payout in cash
 * leaves the drawer, and its reversal puts the cash back; one by check is a check of the company,
 * which a reversal voids.
 */
function sumOfficeDay({
  topUps,
  reversals,
  payouts,
  payoutReversals,
}: Lines): Pick<OfficeDay, 'methods' | 'totals'> {
  const mistakes = reversals.filter(({ reason }) => reason === 'mistake');
  const returned = reversals.filter(({ reason }) => reason !== 'mistake');
  const methods = DESK_METHODS.map((method): OfficeMethod => {
    const taken = topUps.filter((line) => line.method === method);
    const back = mistakes.filter((line) => line.method === method);
    return {
      method,
      topUps: taken.length,
      amountCents: getSum(taken),
      mistakes: back.length,
      mistakenCents: getSum(back),
      expectedCents: getSum(taken) - getSum(back),
    };
  });
  const of = (method: number) => methods.find((each) => each.method === method)!;
  const checks = of(PaymentMethod.check);
  const paidOutCashCents = getSum(payouts.filter(isCash));
  const cashBackCents = getSum(payoutReversals.filter(isCash));
  const written = payouts.filter(isCheck);
  const voided = payoutReversals.filter(isCheck);
  return {
    methods,
    totals: {
      topUps: topUps.length,
      amountCents: getSum(topUps),
      payouts: payouts.length,
      paidOutCashCents,
      writtenChecks: written.length,
      writtenChecksCents: getSum(written),
      cashBackCents,
      voidedChecks: voided.length,
      voidedChecksCents: getSum(voided),
      expectedCashCents: of(PaymentMethod.cash).expectedCents - paidOutCashCents + cashBackCents,
      expectedChecksCents: checks.expectedCents,
      expectedChecks: checks.topUps - checks.mistakes,
      returnedCents: getSum(returned),
      uncollectedCents: returned.reduce((sum, line) => sum + line.uncollectedCents, 0),
    },
  };
}

const isCash = ({ method }: { method: number }) => method === PaymentMethod.cash;
const isCheck = ({ method }: { method: number }) => method === PaymentMethod.check;

function getSum(lines: readonly { amountCents: number }[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

const SHEET_TIMEOUT_MS = 60_000;

/**
 * Reads the desk top-ups, payouts and reversals of one day of the office, today in its time zone
 * unless `day` is given. Names depend on the reader's rights.
 */
export function readOfficeDay(
  db: Db,
  { name, rights }: Pick<SignedInAdmin, 'name' | 'rights'>,
  day?: Day,
): Promise<OfficeDay> {
  const readsStudents = holds(rights, 'Students', 'read_only');
  return inSnapshot(db, SHEET_TIMEOUT_MS, async (snapshot) => {
    const office = await findOffice(snapshot);
    const businessDay = day ?? today(office.timeZone);
    const lines = {
      topUps: await topUpsOfDay(snapshot, businessDay, readsStudents),
      reversals: await reversalsOfDay(snapshot, businessDay, readsStudents),
      payouts: await payoutsOfDay(snapshot, businessDay, readsStudents),
      payoutReversals: await payoutReversalsOfDay(snapshot, businessDay, readsStudents),
    };
    return {
      businessDay,
      ...office,
      generatedAt: new Date().toISOString(),
      generatedBy: name,
      ...lines,
      ...sumOfficeDay(lines),
    };
  });
}

/** Returns the sheet as a PDF to print. */
export async function officeDayFile(day: OfficeDay): Promise<FileAnswer> {
  return new FileAnswer(
    `office-day_${day.businessDay}.pdf`,
    'application/pdf',
    await officeDayPdf(day),
  );
}
