import { SELLING_MARGIN_DAYS } from '@pos/contract/fairs';
import type { DailySalesReport, DailySalesRow, DailySalesTotals } from '@pos/contract/reports';
import type { Day } from '@pos/contract/values';
import type { Db } from '#api/db/db.ts';
import { addDays, eachDay, weekday } from '#api/time/days.ts';
import { fairDays, type FairDay } from './fair-days.ts';
import type { ReportScope, ScopeFair } from './report-scope.ts';
import { noSales, outcomeOf, perTender, sumOfSales, type SalesFigures } from './sales-figures.ts';


/** Domain 9.4: one row a day and fair, for each day of its selling window and each day with transactions. */
export async function dailySales(db: Db, scope: ReportScope): Promise<Pick<DailySalesReport, 'reportType' | 'rows' | 'totals'>> {
  const found = await fairDays(db, scope);
  const rows = scope.fairs
    .flatMap((fair) => daysOf(fair, scope, found).map(({ day, figures }): DailySalesRow => ({ date: day, weekday: weekday(day), fairIdentifier: fair.identifier, fairName: fair.name, ...dayFigures(figures, scope) })))
    // Stable: fairs keep their order within a day.
    .sort((one, other) => one.date.localeCompare(other.date));
  return { reportType: 'DAILY_SALES', rows, totals: dayFigures(sumOfSales(found.map(({ figures }) => figures)), scope) };
}

function daysOf(fair: ScopeFair, { startDate, endDate }: ReportScope, found: readonly FairDay[]): { day: Day; figures: SalesFigures }[] {
  const withSales = new Map(found.filter(({ fairId }) => fairId === fair.id).map(({ day, figures }) => [day, figures]));
  const window = eachDay(latest(startDate, addDays(fair.startDate, -SELLING_MARGIN_DAYS)), earliest(endDate, addDays(fair.endDate, SELLING_MARGIN_DAYS)));
  return [...new Set([...window, ...withSales.keys()])].map((day) => ({ day, figures: withSales.get(day) ?? noSales() }));
}

const latest = (one: Day, other: Day) => (one > other ? one : other);
const earliest = (one: Day, other: Day) => (one < other ? one : other);

function dayFigures(figures: SalesFigures, { method }: ReportScope): DailySalesTotals {
  const { netCents, netTaxCents, totalCents } = outcomeOf(figures);
  return {
    orders: figures.orders, units: figures.unitsSold, grossCents: figures.grossCents, discountCents: figures.discountCents, refundNetCents: figures.refundNetCents,
    netCents, taxCents: netTaxCents, totalCents,
    tenders: perTender((name) => figures.tenders[name].netCents), uncollectedCents: figures.uncollectedCents,
    expectedCashDepositCents: method === null ? figures.expectedCashCents : null, countedCashCents: null, cashVarianceCents: null,
    expectedChecksCents: method === null ? figures.expectedChecksCents : null, countedChecksCents: null, checkVarianceCents: null,
  };
}
