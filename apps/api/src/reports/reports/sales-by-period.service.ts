import { getAverageCents } from '@pos/contract/sales/money-rules';
import {
  PAYMENT_METHOD_NUMBERS,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '@pos/contract/sales/payment-methods';
import type { Day } from '@pos/contract/values';
import type { Db } from '#api/db/db.ts';
import { allDays, fairDays, type FairDay } from './figures/fair-days.queries.ts';
import type { SalesScope } from './report-scope.ts';
import { toSalesOutcome, sumOfSales, total } from './figures/sales-figures.ts';
import {
  refundedOrdersRow,
  salesHourRows,
  topTitleRows,
  tradingFairRows,
  type SalesHour,
  type TopTitle,
} from './sales-by-period.queries.ts';
import type { WhichFairs } from '#api/db/which-fairs.ts';

/** Report figures that the dashboard uses, from the same code, over fairs of any school. */

/**
 * Net sales as in SALES_SUMMARY (domain 9.2), in cents. `refundsCents` is net of tax;
 * `refundedOrders` counts orders with a refund in the range.
 */
export type SalesOver = {
  netCents: number;
  taxCents: number;
  totalCents: number;
  uncollectedCents: number;
  orders: number;
  units: number;
  averageOrderCents: number;
  refundsCents: number;
  refundedOrders: number;
  /** Days with activity, in order. */
  days: { day: Day; orders: number; netCents: number }[];
};

/** Returns the figures of the days, which are those of `which` from `startDate` to `endDate`. */
export async function salesOver(
  db: Db,
  which: WhichFairs,
  { startDate, endDate }: { startDate: Day; endDate: Day },
  fairs: SalesDays,
): Promise<SalesOver> {
  const figures = sumOfSales(fairs.map((one) => one.figures));
  const { netCents, netTaxCents, totalCents } = toSalesOutcome(figures);
  return {
    netCents,
    taxCents: netTaxCents,
    totalCents,
    uncollectedCents: figures.uncollectedCents,
    orders: figures.orders,
    units: figures.unitsSold,
    averageOrderCents: getAverageCents(netCents, figures.orders),
    refundsCents: figures.refundNetCents,
    refundedOrders: await refundedOrdersRow(db, which, startDate, endDate),
    days: byDay(fairs),
  };
}

/** Amounts by tender. With the uncollected amount they add up to the same total. */
export type TendersOver = Pick<SalesOver, 'totalCents' | 'uncollectedCents'> & {
  methods: { method: PaymentMethod; netCents: number }[];
};

/** Returns the tenders of the days. */
export function toTenders(fairs: SalesDays): TendersOver {
  const figures = sumOfSales(fairs.map((one) => one.figures));
  return {
    totalCents: toSalesOutcome(figures).totalCents,
    uncollectedCents: figures.uncollectedCents,
    methods: PAYMENT_METHOD_NUMBERS.map((method) => ({
      method,
      netCents: figures.tenders[PAYMENT_METHODS[method]].netCents,
    })),
  };
}

/** Figures of fairs by day; those of all fairs are combined. */
export type SalesDays = readonly FairDay[];

/** Returns the days of the fairs in the range of their local days, or of all fairs combined. */
export async function daysOver(
  db: Db,
  which: WhichFairs,
  startDate: Day,
  endDate: Day,
): Promise<SalesDays> {
  const isAll = which.fairId === undefined && which.schoolId === undefined;
  return isAll
    ? allDays(db, startDate, endDate)
    : fairDays(db, await readScope(db, which, startDate, endDate));
}

/** Returns the same net sales by hour of the school's local time. */
export async function salesByHour(db: Db, which: WhichFairs, day: Day): Promise<SalesHour[]> {
  return salesHourRows(db, await readScope(db, which, day, day));
}

/**
 * Returns the best-selling titles by net units as in ITEM_SALES. Items without a title are
 * excluded.
 */
export async function topTitles(
  db: Db,
  which: WhichFairs,
  startDate: Day,
  endDate: Day,
  count: number,
): Promise<TopTitle[]> {
  const rows = await topTitleRows(db, which, startDate, endDate, count);
  return rows
    .sort(
      (one, other) =>
        other.netUnits - one.netUnits ||
        other.netCents - one.netCents ||
        one.title.localeCompare(other.title, 'en'),
    )
    .slice(0, count);
}

async function readScope(
  db: Db,
  which: WhichFairs,
  startDate: Day,
  endDate: Day,
): Promise<SalesScope> {
  return {
    fairs: await tradingFairRows(db, which, startDate, endDate),
    startDate,
    endDate,
    method: null,
  };
}

function byDay(fairs: SalesDays): SalesOver['days'] {
  const days = [...new Set(fairs.map(({ day }) => day))].sort();
  return days.map((day) => {
    const figures = fairs.filter((one) => one.day === day).map((one) => one.figures);
    return {
      day,
      orders: total(figures, (one) => one.orders),
      netCents: total(figures, (one) => toSalesOutcome(one).netCents),
    };
  });
}
