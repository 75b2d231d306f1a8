import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import type { Day } from '@pos/contract/values';
import type { Db } from '#api/db/db.ts';
import {
  givenBackDayRows,
  paidDayRows,
  refundedDayRows,
  roundedDayRows,
  soldDayRows,
  topUpDayRows,
  type GivenBackDayRow,
  type PaidDayRow,
  type RefundedDayRow,
  type RoundedDayRow,
  type SoldDayRow,
  type TopUpDayRow,
} from './fair-days.queries.ts';
import { seasonDayRows } from './season-days.queries.ts';
import type { SalesScope } from '../report-scope.ts';
import { withZeros } from './cached-sales.ts';
import { noSales, type SalesFigures } from './sales-figures.ts';

/** Figures of one fair on one of its days. */
export type FairDay = { fairId: string; day: Day; figures: SalesFigures };

const CHECK = 2;
const CASH = 3;

/**
 * Returns every day of the scope with sales, refunds or top-ups, unordered. Source of DAILY_SALES
 * and SALES_SUMMARY.
 */
export async function fairDays(db: Db, scope: SalesScope): Promise<FairDay[]> {
  const cachedDays = (fairId: string) => scope.cached?.get(fairId)?.days ?? null;
  const computed = { ...scope, fairs: scope.fairs.filter(({ id }) => cachedDays(id) === null) };
  const cached = scope.fairs.flatMap(({ id: fairId }) =>
    (cachedDays(fairId) ?? []).map(({ day, figures }) => ({
      fairId,
      day,
      figures: withZeros(figures),
    })),
  );
  if (computed.fairs.length === 0) return cached;
  return [
    ...cached,
    ...gathered({
      sold: await soldDayRows(db, computed),
      refunded: await refundedDayRows(db, computed),
      paid: await paidDayRows(db, computed),
      givenBack: await givenBackDayRows(db, computed),
      topUps: await topUpDayRows(db, computed),
      rounded: await roundedDayRows(db, computed),
    }),
  ];
}

/**
 * Returns the days of all fairs combined, one set of figures per day. Excludes top-ups, which are
 * not sales, and the rounding of cash.
 */
export async function seasonDays(db: Db, startDate: Day, endDate: Day): Promise<FairDay[]> {
  return gathered({ ...(await seasonDayRows(db, startDate, endDate)), topUps: [], rounded: [] });
}

type DayRows = {
  sold: SoldDayRow[];
  refunded: RefundedDayRow[];
  paid: PaidDayRow[];
  givenBack: GivenBackDayRow[];
  topUps: TopUpDayRow[];
  rounded: RoundedDayRow[];
};

function gathered({ sold, refunded, paid, givenBack, topUps, rounded }: DayRows): FairDay[] {
  const days = new Map<string, FairDay>();
  const figuresOf = ({ fairId, day }: { fairId: string; day: Day }): SalesFigures => {
    const key = `${fairId} ${day}`;
    const known = days.get(key) ?? { fairId, day, figures: noSales() };
    days.set(key, known);
    return known.figures;
  };

  for (const row of sold) {
    const figures = figuresOf(row);
    figures.orders += row.orders;
    figures.unitsSold += row.units;
    figures.grossCents += row.grossCents;
    figures.discountCents += row.discountCents;
    figures.taxCollectedCents += row.taxCents;
    figures.uncollectedCents += row.uncollectedCents;
    figures.overpaidCents += row.overpaidCents;
  }
  for (const row of refunded) {
    const figures = figuresOf(row);
    figures.unitsRefunded += row.units;
    figures.refundNetCents += row.netCents;
    figures.taxRefundedCents += row.taxCents;
    figures.uncollectedCents -= row.untenderedCents;
  }
  for (const row of paid) {
    const figures = figuresOf(row);
    const tender = figures.tenders[PAYMENT_METHODS[row.method]];
    tender.count += row.count;
    tender.salesCents += row.amountCents;
    tender.netCents += row.amountCents;
    tender.underReviewCents += row.underReviewCents;
    takeIn(figures, row);
  }
  for (const row of givenBack) {
    const figures = figuresOf(row);
    const tender = figures.tenders[PAYMENT_METHODS[row.method]];
    tender.refundsCents += row.amountCents;
    tender.netCents -= row.amountCents;
    if (row.paidOutAs !== CASH) continue;
    figures.expectedCashCents -= row.amountCents;
    if (row.method !== CASH) figures.otherCashRefundCents += row.amountCents;
  }
  for (const row of topUps) {
    const figures = figuresOf(row);
    takeIn(figures, row);
    if (row.method === CASH) figures.cashTopUpCents += row.amountCents;
    figures.expectedCashCents -= row.paidOutCents;
    figures.topUpPayoutCents += row.paidOutCents;
    figures.topUpsHeldCents += row.amountCents - row.paidOutCents;
  }
  for (const row of rounded) {
    const figures = figuresOf(row);
    figures.cashRoundingCents += row.roundingCents;
    figures.expectedCashCents += row.roundingCents;
  }
  return [...days.values()];
}

/**
 * Adds money received in the drawers: cash as applied (without its change), and checks at face
 * value, with their change taken from the cash (domain 9.4).
 */
function takeIn(
  figures: SalesFigures,
  {
    method,
    count,
    amountCents,
    changeCents,
  }: Pick<PaidDayRow, 'method' | 'count' | 'amountCents' | 'changeCents'>,
): void {
  if (method === CASH) figures.expectedCashCents += amountCents;
  if (method !== CHECK) return;
  figures.expectedChecksCents += amountCents + changeCents;
  figures.expectedCheckCount += count;
  figures.expectedCashCents -= changeCents;
  figures.checkChangeCents += changeCents;
}
