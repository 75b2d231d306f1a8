import { SELLING_MARGIN_DAYS } from '@pos/contract/fairs/fairs';
import type { DailySalesReport } from '@pos/contract/reports/reports';
import type { DailySalesRow, DailySalesTotals } from '@pos/contract/reports/daily-sales';
import type { Day } from '@pos/contract/values';
import { addDays, eachDay, weekday } from '@pos/contract/values/days';
import type { Db } from '#api/db/db.ts';
import {
  dayCountRows,
  dayFloatRows,
  type DayCount,
  type DayFloat,
} from '../figures/counted-money.queries.ts';
import { dailyDeviceRows } from './daily-devices.queries.ts';
import { fairDays, type FairDay } from '../figures/fair-days.queries.ts';
import { readPortions, type ReportScope, type ScopeFair } from '../report-scope.ts';
import { getCashLines, type Floats } from '../figures/settlement.rules.ts';
import {
  NO_SALES,
  toSalesOutcome,
  perTender,
  sumOfSales,
  total,
  type SalesFigures,
} from '../figures/sales-figures.ts';
import type { ReportCode } from '../report-code.ts';

/**
 * DAILY_SALES (domain 9.4): one row per day and fair, or per day of all fairs for all schools, for
 * each day of a selling window and each other day with transactions; on request also per register.
 */
export async function dailySales(
  db: Db,
  scope: ReportScope,
  byDevice = false,
): Promise<Pick<DailySalesReport, 'reportType' | 'rows' | 'totals' | 'devices'>> {
  const found: FairDay[] = [];
  for await (const portion of readPortions(scope)) found.push(...(await fairDays(db, portion)));
  const counts = scope.method === null ? await dayCountRows(db, scope) : [];
  const floats = scope.method === null ? await dayFloatRows(db, scope) : [];
  const [daysByFair, countsByFair, floatsByFair] = [found, counts, floats].map((money) =>
    Map.groupBy(money as readonly { fairId: string }[], ({ fairId }) => fairId),
  ) as [Map<string, FairDay[]>, Map<string, DayCount[]>, Map<string, DayFloat[]>];
  const days = scope.fairs.flatMap((fair) =>
    getDays(fair, scope, {
      sales: daysByFair.get(fair.id) ?? [],
      counts: countsByFair.get(fair.id) ?? [],
      floats: floatsByFair.get(fair.id) ?? [],
    }),
  );
  const rows = (
    scope.schoolId === null ? daysOfAll(days, scope) : days.map((one) => toRow(one, scope))
  )
    // Stable: fairs keep their order within a day.
    .sort((one, other) => one.date.localeCompare(other.date));
  return {
    reportType: 'DAILY_SALES',
    rows,
    devices: byDevice ? await dailyDeviceRows(db, scope) : null,
    totals: {
      ...dayFigures(sumOfSales(found.map(({ figures }) => figures)), scope),
      ...sumOfCounted(rows),
    },
  };
}

type CountedFigures = Pick<
  DailySalesTotals,
  | 'countedCashCents'
  | 'cashVarianceCents'
  | 'countedChecksCents'
  | 'checkVarianceCents'
  | 'countedCheckCount'
  | 'checkCountVariance'
  | 'floatInCents'
  | 'floatOutCents'
>;
/** No float was counted. */
const NO_FLOAT: Floats = { floatInCents: 0, floatOutCents: 0 };
type DayMoney = {
  sales: readonly FairDay[];
  counts: readonly DayCount[];
  floats: readonly DayFloat[];
};
type CountedDay = {
  fair: ScopeFair;
  day: Day;
  figures: SalesFigures;
  count: DayCount | undefined;
  float: Floats;
};

function toRow(
  { fair, day, figures, count, float }: CountedDay,
  scope: ReportScope,
): DailySalesRow {
  return {
    date: day,
    weekday: weekday(day),
    fairIdentifier: fair.identifier,
    fairName: fair.name,
    ...dayFigures(figures, scope),
    ...countedOn(figures, count, float),
  };
}

const ALL_FAIRS = 'All fairs';

/** Adds up the fairs of each day. Counted money and its variance are those of the counted fairs. */
function daysOfAll(days: readonly CountedDay[], scope: ReportScope): DailySalesRow[] {
  return [...Map.groupBy(days, ({ day }) => day)].map(([day, fairs]) => ({
    date: day,
    weekday: weekday(day),
    fairIdentifier: ALL_FAIRS,
    fairName: ALL_FAIRS,
    ...dayFigures(sumOfSales(fairs.map(({ figures }) => figures)), scope),
    ...sumOfCounted(fairs.map(({ figures, count, float }) => countedOn(figures, count, float))),
  }));
}

function getDays(
  fair: ScopeFair,
  { startDate, endDate }: ReportScope,
  { sales, counts, floats }: DayMoney,
): CountedDay[] {
  const withSales = new Map(sales.map(({ day, figures }) => [day, figures]));
  const withCount = new Map(counts.map((count) => [count.day, count]));
  const withFloat = new Map(
    floats.map(({ day, floatInCents, floatOutCents }) => [day, { floatInCents, floatOutCents }]),
  );
  const window = eachDay(
    latest(startDate, addDays(fair.startDate, -SELLING_MARGIN_DAYS)),
    earliest(endDate, addDays(fair.endDate, SELLING_MARGIN_DAYS)),
  );
  return [
    ...new Set([...window, ...withSales.keys(), ...withCount.keys(), ...withFloat.keys()]),
  ].map((day) => ({
    fair,
    day,
    figures: withSales.get(day) ?? NO_SALES,
    count: withCount.get(day),
    float: withFloat.get(day) ?? NO_FLOAT,
  }));
}

/** Counted and expected cash of a day, without the float; blank, not 0, until counted (domain 9.4). */
function countedOn(
  { expectedCashCents, expectedChecksCents, expectedCheckCount }: SalesFigures,
  count: DayCount | undefined,
  float: Floats,
): CountedFigures {
  if (!count)
    return {
      ...float,
      countedCashCents: null,
      cashVarianceCents: null,
      countedChecksCents: null,
      checkVarianceCents: null,
      countedCheckCount: null,
      checkCountVariance: null,
    };
  const cashCents = count.cashCents - float.floatInCents + float.floatOutCents;
  return {
    ...float,
    countedCashCents: cashCents,
    cashVarianceCents: cashCents - expectedCashCents,
    countedChecksCents: count.checkCents,
    checkVarianceCents: count.checkCents - expectedChecksCents,
    countedCheckCount: count.checks,
    checkCountVariance: count.checks - expectedCheckCount,
  };
}

/** Each day has its own variance, so the totals are those of the days that were counted. */
function sumOfCounted(rows: readonly CountedFigures[]): CountedFigures {
  const counted = rows.filter(({ countedCashCents }) => countedCashCents !== null);
  const sum = (name: keyof CountedFigures) =>
    counted.length === 0 ? null : total(counted, (row) => row[name] ?? 0);
  const sumOfAll = (name: 'floatInCents' | 'floatOutCents') => total(rows, (row) => row[name] ?? 0);
  return {
    floatInCents: sumOfAll('floatInCents'),
    floatOutCents: sumOfAll('floatOutCents'),
    countedCashCents: sum('countedCashCents'),
    cashVarianceCents: sum('cashVarianceCents'),
    countedChecksCents: sum('countedChecksCents'),
    checkVarianceCents: sum('checkVarianceCents'),
    countedCheckCount: sum('countedCheckCount'),
    checkCountVariance: sum('checkCountVariance'),
  };
}

const latest = (one: Day, other: Day) => (one > other ? one : other);
const earliest = (one: Day, other: Day) => (one < other ? one : other);

function dayFigures(
  figures: SalesFigures,
  { method }: ReportScope,
): Omit<DailySalesTotals, keyof CountedFigures> {
  const { netCents, netTaxCents, totalCents } = toSalesOutcome(figures);
  return {
    orders: figures.orders,
    units: figures.unitsSold,
    grossCents: figures.grossCents,
    discountCents: figures.discountCents,
    refundNetCents: figures.refundNetCents,
    netCents,
    taxCents: netTaxCents,
    totalCents,
    tenders: perTender((name) => figures.tenders[name].netCents),
    uncollectedCents: figures.uncollectedCents,
    cashRoundingCents: method === null ? figures.cashRoundingCents : null,
    expectedCashDepositCents: method === null ? figures.expectedCashCents : null,
    expectedChecksCents: method === null ? figures.expectedChecksCents : null,
    expectedCheckCount: method === null ? figures.expectedCheckCount : null,
    cashLines: method === null ? getCashLines(figures) : null,
  };
}

/** Code of DAILY_SALES. */
export const dailySalesCode: ReportCode<'DAILY_SALES'> = {
  compute: ({ db, scope, query }) => dailySales(db, scope, query.byDevice),
};
