import { reportsApi, type SalesSummaryReport } from '@pos/contract/reports/reports';
import type { ReportQuery } from '@pos/contract/reports/report-query';
import { today } from '@pos/contract/values/clock';
import { addDays, formatDayRange } from '@pos/contract/values/days';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { download } from '#testing/calls/downloads.ts';
import { sheetDifferences } from '#testing/files/report-sheets.ts';
import { textOfPdf } from '#testing/files/pdf-pages.ts';
import {
  BIBLE,
  HUNGER,
  openFair,
  PENCIL,
  refundOfOrder,
  type SalesFloor,
} from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const YEAR = 364;
const DAY = today('America/Detroit');
const RANGE = { startDate: addDays(DAY, -5), endDate: addDays(DAY, 5) };

describe('the sales summary of all schools, beside the year before', async () => {
  const floors: SalesFloor[] = [];
  const toQuestion = (changes: Partial<ReportQuery> = {}): ReportQuery => ({
    reportType: 'SALES_SUMMARY',
    schoolIdentifier: '*',
    ...RANGE,
    ...changes,
  });
  const summary = async (changes?: Partial<ReportQuery>) =>
    (await test.ask.reports.run({ query: toQuestion(changes) })) as SalesSummaryReport;
  const fetchFile = async (format: 'xlsx' | 'pdf') =>
    (await download(test, reportsApi.run, { query: toQuestion({ format }) })).bytes;

  const test = await startTestApp();
  for (const [index, sku] of [HUNGER, BIBLE, PENCIL, HUNGER].entries()) {
    const floor = await openFair(test);
    floors.push(floor);
    const register = await floor.logIn(`YEAR-${index}`);
    const { sold } = await register.book({ lines: [{ sku, quantity: index + 2 }] });
    if (index > 1)
      await register.handInRefunds(
        refundOfOrder(sold, [{ lineNo: 1, quantity: 1, restock: true }]),
      );
  }
  // The last two fairs were a year before: one at the first school, one at a school of its own.
  const [first, , third, fourth] = floors as [SalesFloor, SalesFloor, SalesFloor, SalesFloor];
  const schoolId = first.fair.schoolId;
  for (const { fair } of [third, fourth]) {
    const back = (column: string) => sql`${sql.ref(column)} - ${YEAR}::int`;
    await sql`update fairs set start_date = ${back('start_date')}, end_date = ${back('end_date')}
        where id = ${fair.id}`.execute(test.db);
    for (const table of ['orders', 'payments', 'refunds'])
      await sql`update ${sql.table(table)} set business_day = ${back('business_day')}
          where fair_id = ${fair.id}`.execute(test.db);
    const before = (column: string) => sql`((${sql.ref(column)} at time zone ${fair.timeZone})
        - ${YEAR} * interval '1 day') at time zone ${fair.timeZone}`;
    await sql`update orders set sold_at = ${before('sold_at')}
        where fair_id = ${fair.id}`.execute(test.db);
    await sql`update payments set paid_at = ${before('paid_at')}
        where fair_id = ${fair.id}`.execute(test.db);
    await sql`update order_lines set sold_at = ${before('sold_at')}
        where order_id in (select id from orders where fair_id = ${fair.id})`.execute(test.db);
  }
  await sql`update fairs set school_id = ${schoolId} where id = ${third.fair.id}`.execute(test.db);
  await sql`
      update orders set school_id = ${schoolId} where fair_id = ${third.fair.id}`.execute(test.db);

  it('compares all schools, and like with like those with orders in both years', async () => {
    const year = {
      startDate: addDays(RANGE.startDate, -YEAR),
      endDate: addDays(RANGE.endDate, -YEAR),
    };
    const [now, before] = [await summary(), await summary(year)];
    const getNet = ({ rows }: typeof now, place: number) =>
      rows.find((row) => row.fairIdentifier === floors[place]!.fair.identifier)!.netCents;
    const previousDays = formatDayRange(year.startDate, year.endDate);
    expect(now.comparison).toMatchObject([
      {
        compared: 'All schools',
        schools: 2,
        netCents: now.totals.netCents,
        orders: 2,
        previousDays,
        previousSchools: 2,
        previousOrders: 2,
        previousNetCents: before.totals.netCents,
        changeCents: now.totals.netCents - before.totals.netCents,
      },
      {
        compared: 'Schools with orders in both years',
        schools: 1,
        netCents: getNet(now, 0),
        previousSchools: 1,
        previousNetCents: getNet(before, 2),
        changeCents: getNet(now, 0) - getNet(before, 2),
      },
    ]);
    expect(now.totals.netCents).toBeGreaterThan(0);
    expect(before.totals.netCents).toBeGreaterThan(0);
    expect(before.comparison?.[0]).toMatchObject({ previousNetCents: 0, changePercent: null });
  });

  it('names the highest fairs and schools, and only fairs with orders', async () => {
    await openFair(test);
    const { highestFairs, lowestFairs, highestSchools, rows, schools } = await summary();
    expect(rows).toHaveLength(3);
    expect(lowestFairs).toEqual([]);
    const sorted = rows
      .filter(({ orders }) => orders > 0)
      .toSorted((one, other) => other.netCents - one.netCents);
    expect(highestFairs?.map(({ fairIdentifier }) => fairIdentifier)).toEqual(
      sorted.map(({ fairIdentifier }) => fairIdentifier),
    );
    expect(highestSchools?.map(({ netCents }) => netCents)).toEqual(
      schools?.filter(({ orders }) => orders > 0).map(({ netCents }) => netCents),
    );
  });

  it('has the same figures in its files', async () => {
    expect(await sheetDifferences(await summary(), await fetchFile('xlsx'))).toEqual([]);
    const pages = (await textOfPdf(await fetchFile('pdf'))).join('\n');
    for (const name of ['Year over year', 'Highest fairs', 'Highest schools'])
      expect(pages).toContain(name);
  });

  it('is left out for one school and for one method', async () => {
    const { schoolIdentifier } = floors[0]!.fair;
    expect(await summary({ schoolIdentifier })).toMatchObject({
      comparison: null,
      highestFairs: null,
      highestSchools: null,
    });
    expect((await summary({ method: 3 })).comparison).toBeNull();
  });
});
