import type { ComparedYear } from '@pos/contract/reports/sales-summary/summary-comparison';
import { seasonBeside } from '@pos/contract/fairs/seasons';
import { addDays, formatDayRange } from '@pos/contract/values/days';
import { toPercent } from '@pos/contract/values/percent';
import type { Db } from '#api/db/db.ts';
import { total } from '../figures/sales-figures.ts';
import type { ReportScope } from '../report-scope.ts';
import { schoolSalesRows, type SchoolSales } from './year-over-year.queries.ts';

/** Days of 52 weeks: the year before has the same weekdays. */
const YEAR = 364;
const SEASONS_A_YEAR = 2;

/**
 * Compares the sales of all schools with those 52 weeks before, of the same season of that year if
 * the report is limited to one: all schools, and like with like those with orders in both.
 */
export async function yearOverYear(
  db: Db,
  scope: ReportScope,
  current: readonly SchoolSales[],
): Promise<ComparedYear[]> {
  const { season } = scope.filters;
  const before = {
    ...scope,
    filters: {
      ...scope.filters,
      season: season === null ? null : seasonBeside(season, -SEASONS_A_YEAR),
    },
    startDate: addDays(scope.startDate, -YEAR),
    endDate: addDays(scope.endDate, -YEAR),
  };
  const previous = await schoolSalesRows(db, before);
  const days = formatDayRange(before.startDate, before.endDate);
  const inBoth = (sales: readonly SchoolSales[], others: readonly SchoolSales[]) => {
    const sold = new Set(withOrders(others).map(({ schoolIdentifier }) => schoolIdentifier));
    return withOrders(sales).filter(({ schoolIdentifier }) => sold.has(schoolIdentifier));
  };
  return [
    comparedYear('All schools', days, current, previous),
    comparedYear(
      'Schools with orders in both years',
      days,
      inBoth(current, previous),
      inBoth(previous, current),
    ),
  ];
}

const withOrders = (sales: readonly SchoolSales[]) => sales.filter(({ orders }) => orders > 0);

function comparedYear(
  compared: string,
  previousDays: string,
  current: readonly SchoolSales[],
  previous: readonly SchoolSales[],
): ComparedYear {
  const netCents = total(current, (school) => school.netCents);
  const previousNetCents = total(previous, (school) => school.netCents);
  return {
    compared,
    schools: withOrders(current).length,
    orders: total(current, (school) => school.orders),
    netCents,
    previousDays,
    previousSchools: withOrders(previous).length,
    previousOrders: total(previous, (school) => school.orders),
    previousNetCents,
    changeCents: netCents - previousNetCents,
    changePercent: toPercent(netCents - previousNetCents, previousNetCents),
  };
}
