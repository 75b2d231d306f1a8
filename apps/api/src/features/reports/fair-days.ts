import { PAYMENT_METHODS } from '@pos/contract/payments';
import type { Day } from '@pos/contract/values';
import type { Db } from '#api/db/db.ts';
import { givenBackDayRows, paidDayRows, refundedDayRows, soldDayRows, topUpDayRows } from './fair-days.queries.ts';
import type { SalesScope } from './report-scope.ts';
import { noSales, type SalesFigures } from './sales-figures.ts';

/** The figures of one fair on one day of its own. */
export type FairDay = { fairId: string; day: Day; figures: SalesFigures };

const CHECK = 2;
const CASH = 3;

/** Every day of the scope on which something was sold, refunded or topped up, in no order. What DAILY_SALES lists and SALES_SUMMARY adds up. */
export async function fairDays(db: Db, scope: SalesScope): Promise<FairDay[]> {
  const days = new Map<string, FairDay>();
  const figuresOf = ({ fairId, day }: { fairId: string; day: Day }): SalesFigures => {
    const key = `${fairId} ${day}`;
    const known = days.get(key) ?? { fairId, day, figures: noSales() };
    days.set(key, known);
    return known.figures;
  };

  for (const row of await soldDayRows(db, scope)) {
    const figures = figuresOf(row);
    figures.orders += row.orders;
    figures.unitsSold += row.units;
    figures.grossCents += row.grossCents;
    figures.discountCents += row.discountCents;
    figures.taxCollectedCents += row.taxCents;
    figures.uncollectedCents += row.uncollectedCents;
    figures.overpaidCents += row.overpaidCents;
  }
  for (const row of await refundedDayRows(db, scope)) {
    const figures = figuresOf(row);
    figures.unitsRefunded += row.units;
    figures.refundNetCents += row.netCents;
    figures.taxRefundedCents += row.taxCents;
    figures.uncollectedCents -= row.untenderedCents;
  }
  for (const row of await paidDayRows(db, scope)) {
    const figures = figuresOf(row);
    const tender = figures.tenders[PAYMENT_METHODS[row.method]];
    tender.count += row.count;
    tender.salesCents += row.amountCents;
    tender.netCents += row.amountCents;
    tender.underReviewCents += row.underReviewCents;
    takeIn(figures, row.method, row.amountCents, row.changeCents);
  }
  for (const row of await givenBackDayRows(db, scope)) {
    const figures = figuresOf(row);
    const tender = figures.tenders[PAYMENT_METHODS[row.method]];
    tender.refundsCents += row.amountCents;
    tender.netCents -= row.amountCents;
    if (row.paidOutAs === CASH) figures.expectedCashCents -= row.amountCents;
  }
  for (const row of await topUpDayRows(db, scope)) {
    const figures = figuresOf(row);
    takeIn(figures, row.method, row.amountCents, row.changeCents);
    figures.expectedCashCents -= row.paidOutCents;
    figures.topUpsHeldCents += row.amountCents - row.paidOutCents;
  }
  return [...days.values()];
}

/** Money that came into the drawers: cash as applied (its change has left again), checks as they are written, with their change out of the cash (domain 9.4). */
function takeIn(figures: SalesFigures, method: number, amountCents: number, changeCents: number): void {
  if (method === CASH) figures.expectedCashCents += amountCents;
  if (method !== CHECK) return;
  figures.expectedChecksCents += amountCents + changeCents;
  figures.expectedCashCents -= changeCents;
}
