import { type Report, reportsApi, type SalesSummaryReport } from '@pos/contract/reports/reports';
import { ALL_SCHOOLS, type ReportQuery, ReportType } from '@pos/contract/reports/report-query';
import { seasonBeside, seasonName, toSeason } from '@pos/contract/fairs/seasons';
import { addDays } from '@pos/contract/values/days';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readWorkbook } from '#api/spreadsheets/reading/read-workbook.ts';
import { download, endedJob, jobFile } from '#testing/calls/downloads.ts';
import { textOfPdf } from '#testing/files/pdf-pages.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { runJobs } from '#testing/app/run-jobs.ts';
import { cellValue } from '#testing/files/sheet-cells.ts';
import { csvDifferences, sheetDifferences } from '#testing/files/report-sheets.ts';
import { BIBLE, HUNGER, openFair, PENCIL, refundOfOrder } from '#testing/selling/sales-floor.ts';
import { reportTask } from './files/report-files.service.ts';
import { questionAbout } from '#testing/books/sales-reports.ts';
import { startTestApp } from '#testing/app/test-app.ts';

/** Figures that do not add up, and stock of the warehouse, which all schools share. */
const NOT_SUMS = new Set(['averageOrderCents', 'profitRatePpm', 'shortage', 'titles']);

/** Returns every number within totals by its path; null counts as 0. */
function toNumbers(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    NOT_SUMS.has(name) || name.endsWith('Percent') ? [] : toNumbers(inner, `${path}.${name}`),
  );
}

describe('reports of all schools', async () => {
  const test = await startTestApp();
  // Each title of these small fairs is a last copy.
  await test.db.updateTable('settings').set({ lastCopyThreshold: 99 }).execute();
  const first = await openFair(test);
  const floors = [first, await openFair(test)];
  for (const [index, floor] of floors.entries()) {
    await test.db
      .updateTable('schools')
      .set({ region: ['North', 'South'][index]! })
      .where('id', '=', floor.fair.schoolId)
      .execute();
    const register = await floor.logIn(`ALL-${index}`);
    await register.addStudent('S-1', 1_000 * (index + 1));
    const { sold } = await register.book({
      lines: [
        { sku: BIBLE, quantity: 2 + index },
        { sku: HUNGER, quantity: 1 },
        { sku: PENCIL, quantity: 1, fulfilment: 'ship_to_school' },
      ],
    });
    await register.handInRefunds(
      refundOfOrder(sold, [{ lineNo: 1, quantity: 1, restock: index === 0 }]),
    );
  }
  const { schoolIdentifier: _, ...range } = questionAbout(first);
  const toQuery = (query: Partial<ReportQuery> & { reportType: ReportType }) => ({
    schoolIdentifier: ALL_SCHOOLS,
    ...range,
    ...query,
  });
  const run = (query: Partial<ReportQuery> & { reportType: ReportType }) =>
    test.ask.reports.run({ query: toQuery(query) });
  const fetchFile = (reportType: ReportType, query: Partial<ReportQuery>) =>
    download(test, reportsApi.run, { query: toQuery({ reportType, ...query }) });

  const summary = async (query: Partial<ReportQuery> = {}) =>
    (await run({ reportType: 'SALES_SUMMARY', ...query })) as SalesSummaryReport;

  it.each(ReportType.options)('%s is the sum of the schools, to the cent', async (reportType) => {
    const all = await run({ reportType });
    const schools = await Promise.all(
      floors.map(({ fair }) => run({ reportType, schoolIdentifier: fair.schoolIdentifier })),
    );
    const sums = new Map<string, number>();
    for (const [name, value] of schools.flatMap(({ totals }) => toNumbers(totals)))
      sums.set(name, (sums.get(name) ?? 0) + value);
    const found = Object.fromEntries(toNumbers(all.totals));
    expect(found).toEqual(Object.fromEntries(sums));
    expect(Object.keys(found).length).toBeGreaterThan(3);
    expect(all.tieOut.ok).toBe(true);
    expect(all.rows.length).toBeGreaterThan(0);
    const getRows = ({ rows }: Report): readonly object[] =>
      ['SHIP_TO_SCHOOL', 'SALES_ORDER_PER_ITEM'].includes(reportType) ? rows : [];
    expect(
      getRows(all)
        .map((row) => JSON.stringify({ ...row, schoolName: undefined }))
        .toSorted(),
    ).toEqual(
      schools
        .flatMap(getRows)
        .map((row) => JSON.stringify(row))
        .toSorted(),
    );
    expect(
      await sheetDifferences(all, (await fetchFile(reportType, { format: 'xlsx' })).bytes),
    ).toEqual([]);
    if (reportType !== 'SALES_SUMMARY')
      expect(
        csvDifferences(
          all,
          (await fetchFile(reportType, { format: 'csv' })).bytes.toString('utf8'),
        ),
      ).toEqual([]);
  });

  it('lists the schools by net sales, the highest first, and they add up to the totals', async () => {
    const { schools: found, totals } = await summary();
    const schools = found ?? [];
    const names = floors.map(({ fair }) => fair.schoolName);
    expect(schools.map(({ schoolName, fairs }) => [schoolName, fairs])).toEqual([
      [names[1], 1],
      [names[0], 1],
    ]);
    for (const name of [
      'orders',
      'unitsSold',
      'grossCents',
      'refundNetCents',
      'netCents',
      'netTaxCents',
      'totalCents',
    ] as const)
      expect(schools.reduce((sum, school) => sum + school[name], 0)).toBe(totals[name]);
    const { bytes } = await fetchFile('SALES_SUMMARY', { format: 'pdf' });
    expect((await textOfPdf(bytes)).join('\n')).toContain('School by school');
  });

  it('has one row a day, with the fairs of all schools together', async () => {
    const { rows, totals } = await run({ reportType: 'DAILY_SALES' });
    const days = rows.map((row) => 'date' in row && row.date);
    expect(new Set(days).size).toBe(rows.length);
    expect(totals).toMatchObject({ orders: 2 });
    expect(rows.filter((row) => 'orders' in row && row.orders > 0)).toMatchObject([
      { fairName: 'All fairs', orders: 2 },
    ]);
  });

  it.each([
    'SHIP_TO_SCHOOL',
    'SALES_ORDER_PER_ITEM',
    'FAIR_RETURN_REPORT',
    'SALES_SUMMARY',
  ] as const)('names the school of each row of %s', async (reportType) => {
    const { rows } = await run({ reportType });
    expect(new Set(rows.map((row) => 'schoolName' in row && row.schoolName))).toEqual(
      new Set(floors.map(({ fair }) => fair.schoolName)),
    );
  });

  it('is limited to a region, an admin and a season, whose fairs it names', async () => {
    const { reportType, ...north } = { reportType: 'DAILY_SALES', region: 'north' } as const;
    const report = await run({ reportType, ...north });
    expect(report.filters).toEqual({ region: 'North', admin: null, season: null });
    expect(report.fairs.map(({ identifier }) => identifier)).toEqual([first.fair.identifier]);
    expect(report.totals).toMatchObject({ orders: 1 });
    const season = toSeason(first.fair.startDate);
    expect(await run({ reportType, season, adminId: first.fair.adminId })).toMatchObject({
      filters: { admin: { id: first.fair.adminId }, season },
      totals: { orders: 2 },
    });
    expect(await run({ reportType, season: seasonBeside(season, 1) })).toMatchObject({
      fairs: [],
      totals: { orders: 0 },
    });
    const memo = await run({ reportType: 'SALES_SUMMARY', region: 'North' });
    expect(memo.totals).toMatchObject({ eWallet: { fundedCents: 1_000 } });
  });

  it('names its filters in every file', async () => {
    const season = toSeason(first.fair.startDate);
    const filters = { region: 'South', season };
    const words = `Region: South · Season: ${seasonName(season)}`;
    const xlsx = await fetchFile('ITEM_SALES', { ...filters, format: 'xlsx' });
    const cells = (await readWorkbook(xlsx.bytes)).rows.map(({ cells: [cell] }) => cellValue(cell));
    expect(cells.slice(0, 5)).toContain(`All schools · ${words}`);
    const pdf = await fetchFile('ITEM_SALES', { ...filters, format: 'pdf' });
    expect((await textOfPdf(pdf.bytes)).join(' ').replace(/\s+/g, ' ')).toContain(words);
    const slug = `all-schools_region-south_season-${season.split('-').toReversed().join('-')}`;
    expect((await fetchFile('ITEM_SALES', { ...filters, format: 'csv' })).fileName).toBe(
      `item-sales_${slug}_${range.startDate}_${range.endDate}.csv`,
    );
  });

  it('is not made as a PDF with more lines than anybody reads, and the job says what to choose', async () => {
    const tasks = { report: reportTask(test.db, test.files, { maxPdfLines: 5 }) };
    await runJobs(test, { tasks });
    const query = toQuery({ reportType: 'SALES_ORDER_PER_ITEM' });
    const { jobId } = await test.ask.reports.make({ body: { ...query, format: 'pdf' } });
    const message =
      'Sales order per item has 6 lines for this selection, and a PDF holds at most 5. Choose Excel or CSV, or select fewer days or fairs.';
    expect(await endedJob(test, jobId)).toMatchObject({ status: 'failed', errors: [{ message }] });
  });

  it.each<[Partial<ReportQuery>, Record<string, string>]>([
    [
      { schoolIdentifier: first.fair.schoolIdentifier, region: 'North', season: '2026-fall' },
      {
        region: 'Choose all schools to filter by region.',
        season: 'Choose all schools to filter by season.',
      },
    ],
    [{ region: 'West' }, { region: 'No school has the region "West".' }],
    [{ adminId: '01890000-0000-7000-8000-000000000009' }, { adminId: 'Admin not found.' }],
    [{ season: '2026-winter' }, { season: 'Choose a season such as 2026-fall.' }],
    [{ byDevice: true }, { byDevice: 'Choose a school to see each register.' }],
    [
      { fairIdentifier: first.fair.identifier },
      { fairIdentifier: 'Choose the school of the fair, or all fairs.' },
    ],
  ])('refuses, on its field, the filter %j', async (query, errors) => {
    await expectErrors(run({ reportType: 'DAILY_SALES', ...query }), errors);
  });

  it('has a row for each of many fairs, like the summary of its school', async () => {
    await manyFairs(150, { startDate: range.endDate, endDate: range.endDate });
    const all = await summary();
    expect(all).toMatchObject({
      school: { identifier: ALL_SCHOOLS, name: 'All schools' },
      state: 'provisional',
      registers: 2,
    });
    expect(all.rows).toHaveLength(152);
    for (const { fair } of floors) {
      const { schoolIdentifier, schoolName } = fair;
      const { netCents } = (await summary({ schoolIdentifier })).totals;
      expect(all.rows.find((row) => row.fairIdentifier === fair.identifier)).toMatchObject({
        schoolName,
        netCents,
      });
    }
  });

  it('has a row per fair in its files, with the totals of the screen', async () => {
    const all = await summary();
    const { bytes: workbook, fileName } = await fetchFile('SALES_SUMMARY', { format: 'xlsx' });
    expect(fileName).toBe(`sales-summary_all-schools_${range.startDate}_${range.endDate}.xlsx`);
    expect(await sheetDifferences(all, workbook)).toEqual([]);
    const lines = parse<Record<string, string>>(
      (await fetchFile('SALES_SUMMARY', { format: 'csv' })).bytes,
      {
        bom: true,
        columns: true,
      },
    );
    expect(lines).toHaveLength(153);
    const cents = (text = '') => Math.round(Number(text) * 100);
    for (const [name, key] of [
      ['Gross', 'grossCents'],
      ['Net sales', 'netCents'],
      ['Net tax', 'netTaxCents'],
      ['Total', 'totalCents'],
    ] as const) {
      const [total, ...fairs] = lines.map((line) => cents(line[name])).toReversed();
      expect([total, fairs.toSorted()]).toEqual([
        all.totals[key],
        all.rows.map((row) => row[key]).toSorted(),
      ]);
    }
    const pages = (
      await textOfPdf((await fetchFile('SALES_SUMMARY', { format: 'pdf' })).bytes)
    ).join('\n');
    expect(pages).toContain("each fair's local days");
    expect(pages).toContain('Fair by fair');
    expect(pages).not.toContain('(*)');
  });

  it('names registers of open fairs not heard from since before the last day', async () => {
    expect((await summary()).silentDevices).toEqual([]);
    await test.db
      .updateTable('devices')
      .set({ lastSyncAt: sql`now() - interval '3 days'` })
      .where('deviceId', '=', 'ALL-1')
      .execute();
    expect((await summary()).silentDevices).toEqual([
      { deviceId: 'ALL-1', lastSyncAt: expect.any(String) },
    ]);
    expect((await summary({ endDate: addDays(first.fair.startDate, -1) })).silentDevices).toEqual(
      [],
    );
  });

  it('with a method is made as a file by a job if there are more fairs than a screen adds up', async () => {
    const season = { startDate: '2024-03-01', endDate: '2024-03-31' };
    await manyFairs(501, { startDate: '2024-03-04', endDate: '2024-03-08' });
    const byCash = toQuery({ reportType: 'SALES_SUMMARY', ...season, method: 3 });
    await expectRefusal(
      test.owner.reports.run({ query: byCash }),
      'REPORT_TOO_LONG',
      'Sales summary has 501 fairs to add up for this selection, which is too many to show here. Create it as a file, or select fewer days.',
    );
    const { jobId } = await test.ask.reports.make({ body: { ...byCash, format: 'csv' } });
    const ended = { status: 'succeeded', result: { lines: 501 } };
    expect(await endedJob(test, jobId)).toMatchObject(ended);
    expect((await jobFile(test, jobId)).fileName).toBe(
      'sales-summary_all-schools_2024-03-01_2024-03-31.csv',
    );

    const shown = await summary(season);
    expect(shown.fairs).toHaveLength(501);
    expect(shown).toMatchObject({ rows: [], tieOut: { ok: true } });
  });

  /** Adds fairs like the first one, without sales. */
  async function manyFairs(count: number, days: { startDate: string; endDate: string }) {
    const own = sql`jsonb_build_object(
      'id', gen_random_uuid(), 'identifier', ${`${days.startDate}-`} || n, 'name', 'Fair of many',
      'order_count', 0, 'net_cents', 0, 'start_date', ${days.startDate}::text,
      'end_date', ${days.endDate}::text)`;
    await sql`
      insert into fairs
      select (jsonb_populate_record(f, ${own})).*
      from fairs f, generate_series(1, ${count}) n where f.id = ${first.fair.id}`.execute(test.db);
  }
});
