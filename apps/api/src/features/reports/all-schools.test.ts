import { fetchFile } from '@pos/contract/client';
import { jobsApi } from '@pos/contract/jobs';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { reportsApi, type SalesSummaryReport } from '@pos/contract/reports';
import { ALL_SCHOOLS, type ReportQuery } from '@pos/contract/report-query';
import { addDays } from '@pos/contract/values/days';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { startJobs } from '#api/jobs/run-jobs.ts';
import { jobTasks } from '#api/job-tasks.ts';
import { textOfPdf } from '#testing/pdf-pages.ts';
import { getRefusal } from '#testing/refusals.ts';
import { sheetDifferences } from '#testing/report-sheets.ts';
import { BIBLE, HUNGER, openFair, PENCIL, refundOfOrder } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';
import { cacheFigures } from './cached/cached-figures.service.ts';

describe('the sales summary of all schools', async () => {
  const question = (changes: Partial<ReportQuery> = {}): ReportQuery => ({
    reportType: 'SALES_SUMMARY',
    schoolIdentifier: ALL_SCHOOLS,
    ...range,
    ...changes,
  });
  const summary = async (changes: Partial<ReportQuery> = {}) =>
    (await test.ask.reports.run({ query: question(changes) })) as SalesSummaryReport;
  const fileOf = async (format: 'xlsx' | 'csv' | 'pdf') => {
    const { blob, fileName } = await fetchFile(
      reportsApi.run,
      { query: question({ format }) },
      test.send(test.ownerToken),
    );
    return { bytes: Buffer.from(await blob.arrayBuffer()), fileName };
  };

  const test = await startTestApp();
  const jobs = await startJobs({
    connectionString: test.url,
    db: test.db,
    tasks: jobTasks(test.db, test),
    log: console,
  });
  test.atEnd(() => jobs.stop());
  const first = await openFair(test);
  const floors = [first, await openFair(test)];
  for (const [index, floor] of floors.entries()) {
    const register = await floor.logIn(`ALL-${index}`);
    await register.addStudent('S-1', 1_000 * (index + 1));
    await register.book({
      lines: [
        { sku: HUNGER, quantity: 2 + index },
        { sku: PENCIL, quantity: 1, fulfilment: 'ship_to_school' },
      ],
    });
    const { sold } = await register.book({
      lines: [
        { sku: BIBLE, quantity: 2 },
        { sku: HUNGER, quantity: 1 },
      ],
    });
    if (index === 1)
      await register.handInRefunds(
        refundOfOrder(sold, [{ lineNo: 1, quantity: 1, restock: true }]),
      );
  }
  const range = {
    startDate: addDays(first.fair.startDate, -5),
    endDate: addDays(first.fair.endDate, 5),
  };
  // Enough fairs for several portions, on days without sales, and before them more than a screen
  // shows.
  await manyFairs(150, { startDate: range.endDate, endDate: range.endDate });
  await manyFairs(501, { startDate: '2024-03-04', endDate: '2024-03-08' });

  async function manyFairs(
    count: number,
    { startDate, endDate }: { startDate: string; endDate: string },
  ): Promise<void> {
    await sql`
      insert into fairs
      select (
        jsonb_populate_record(
          f,
            jsonb_build_object(
              'id', gen_random_uuid(), 'identifier', ${`${startDate}-`} || n, 'name',
                'Fair of many', 'order_count', 0, 'net_cents', 0, 'start_date', ${startDate}::text,
                'end_date', ${endDate}::text))).*
        from fairs f, generate_series(1, ${count}) n where f.id = ${floors[0]!.fair.id}`.execute(
      test.db,
    );
  }

  it("is the sum of its schools' summaries, with memos and settlement, and names each fair's school", async () => {
    const all = await summary();
    const schools = await Promise.all(
      floors.map(({ fair }) => summary({ schoolIdentifier: fair.schoolIdentifier })),
    );
    const added = (valueOf: (report: SalesSummaryReport) => number) =>
      schools.reduce((sum, report) => sum + valueOf(report), 0);
    expect(all).toMatchObject({
      school: { identifier: ALL_SCHOOLS, name: 'All schools' },
      state: 'provisional',
      tieOut: { ok: true },
      registers: 2,
    });
    expect(all.rows).toHaveLength(152);
    for (const name of [
      'orders',
      'grossCents',
      'refundNetCents',
      'netCents',
      'netTaxCents',
      'totalCents',
      'taxableNetCents',
      'shipToSchoolNetCents',
      'unitsSold',
      'unitsRefunded',
    ] as const)
      expect({ name, cents: all.totals[name] }).toEqual({
        name,
        cents: added(({ totals }) => totals[name]),
      });
    for (const name of Object.values(PAYMENT_METHODS))
      expect(all.totals.tenders[name].netCents).toBe(
        added(({ totals }) => totals.tenders[name].netCents),
      );
    expect(all.totals.netCents).toBeGreaterThan(0);
    expect(all.totals.eWallet).toMatchObject({ fundedCents: 3_000, outstandingCents: 3_000 });
    for (const name of [
      'heldBySchoolCents',
      'topUpsHeldCents',
      'eligibleNetCents',
      'profitCents',
      'dueFromSchoolCents',
    ] as const)
      expect(all.totals.settlement?.[name]).toBe(
        added(({ totals }) => totals.settlement?.[name] ?? Number.NaN),
      );
    for (const { fair } of floors)
      expect(all.rows.find((row) => row.fairIdentifier === fair.identifier)).toMatchObject({
        schoolName: fair.schoolName,
        netCents: schools.find(({ school }) => school.identifier === fair.schoolIdentifier)?.totals
          .netCents,
      });
  });

  it('has a row per fair in its files, with the totals of the screen', async () => {
    const all = await summary();
    const { bytes: workbook, fileName } = await fileOf('xlsx');
    expect(fileName).toBe(`sales-summary_all-schools_${range.startDate}_${range.endDate}.xlsx`);
    expect(await sheetDifferences(all, workbook)).toEqual([]);
    const lines = parse<Record<string, string>>(Buffer.from((await fileOf('csv')).bytes), {
      bom: true,
      columns: true,
    });
    expect(lines).toHaveLength(153);
    const cents = (text = '') => Math.round(Number(text) * 100);
    for (const [name, key] of [
      ['Gross', 'grossCents'],
      ['Net sales', 'netCents'],
      ['Net tax', 'netTaxCents'],
      ['Total', 'totalCents'],
    ] as const) {
      expect(cents(lines.at(-1)?.[name])).toBe(all.totals[key]);
      expect(
        lines
          .slice(0, -1)
          .map((line) => cents(line[name]))
          .toSorted((one, other) => one - other),
      ).toEqual(all.rows.map((row) => row[key]).toSorted((one, other) => one - other));
    }
    const pages = (await textOfPdf((await fileOf('pdf')).bytes)).join('\n');
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
    expect(
      (await summary({ endDate: addDays(floors[0]!.fair.startDate, -1) })).silentDevices,
    ).toEqual([]);
  });

  it('is refused with a fair, on its field', async () => {
    expect(
      (
        await getRefusal(
          test.owner.reports.run({
            query: question({ fairIdentifier: floors[0]!.fair.identifier }),
          }),
        )
      ).errors,
    ).toEqual({ fairIdentifier: 'Choose the school of the fair, or all fairs.' });
  });

  it('is made as a file by a job while more fairs than a screen adds up have no cached figures', async () => {
    const season = { startDate: '2024-03-01', endDate: '2024-03-31' };
    expect(await getRefusal(test.owner.reports.run({ query: question(season) }))).toMatchObject({
      code: 'REPORT_TOO_LONG',
      message:
        'Sales summary has 501 fairs to add up for this selection, which is too many to show here. Create it as a file, or select fewer days.',
    });
    const { data } = await test.owner.reports.make({
      body: { ...question(season), format: 'csv' },
    });
    await vi.waitFor(
      async () =>
        expect(await test.ask.jobs.getById({ params: { id: data.jobId } })).toMatchObject({
          status: 'succeeded',
          result: { lines: 501 },
        }),
      { timeout: 20_000, interval: 50 },
    );
    const { fileName } = await fetchFile(
      jobsApi.file,
      { params: { id: data.jobId } },
      test.send(test.ownerToken),
    );
    expect(fileName).toBe('sales-summary_all-schools_2024-03-01_2024-03-31.csv');

    await cacheFigures(test.db, 0);
    const shown = await test.ask.reports.run({ query: question(season) });
    expect(shown.fairs).toHaveLength(501);
    expect(shown).toMatchObject({ rows: [], tieOut: { ok: true } });
  });
});
