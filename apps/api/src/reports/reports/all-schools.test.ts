import { reportsApi, type SalesSummaryReport } from '@pos/contract/reports/reports';
import { ALL_SCHOOLS, type ReportQuery } from '@pos/contract/reports/report-query';
import { addDays } from '@pos/contract/values/days';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { download, endedJob, jobFile } from '#testing/calls/downloads.ts';
import { textOfPdf } from '#testing/files/pdf-pages.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { sheetDifferences } from '#testing/files/report-sheets.ts';
import { runJobs } from '#testing/app/run-jobs.ts';
import { BIBLE, HUNGER, openFair, PENCIL, refundOfOrder } from '#testing/selling/sales-floor.ts';
import { questionAbout } from '#testing/books/sales-reports.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('the sales summary of all schools', async () => {
  const question = (changes: Partial<ReportQuery> = {}): ReportQuery => ({
    reportType: 'SALES_SUMMARY',
    schoolIdentifier: ALL_SCHOOLS,
    ...range,
    ...changes,
  });
  const summary = async (changes: Partial<ReportQuery> = {}) =>
    (await test.ask.reports.run({ query: question(changes) })) as SalesSummaryReport;
  const fetchFile = (format: 'xlsx' | 'csv' | 'pdf') =>
    download(test, reportsApi.run, { query: question({ format }) });

  const test = await startTestApp();
  await runJobs(test);
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
  const { schoolIdentifier: _, ...range } = questionAbout(first);
  // Enough fairs for several portions, on days without sales, and before them more than a screen
  // shows.
  await manyFairs(150, { startDate: range.endDate, endDate: range.endDate });
  await manyFairs(501, { startDate: '2024-03-04', endDate: '2024-03-08' });

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

  it("is the sum of its schools' summaries, with a row for each of many fairs", async () => {
    const all = await summary();
    expect(all).toMatchObject({
      school: { identifier: ALL_SCHOOLS, name: 'All schools' },
      state: 'provisional',
      tieOut: { ok: true },
      registers: 2,
      totals: { eWallet: { fundedCents: 3_000, outstandingCents: 3_000 } },
    });
    expect(all.rows).toHaveLength(152);
    let netCents = 0;
    for (const { fair } of floors) {
      const { totals } = await summary({ schoolIdentifier: fair.schoolIdentifier });
      netCents += totals.netCents;
      expect(all.rows.find((row) => row.fairIdentifier === fair.identifier)).toMatchObject({
        schoolName: fair.schoolName,
        netCents: totals.netCents,
      });
    }
    expect(netCents).toBeGreaterThan(0);
    expect(all.totals).toMatchObject({ netCents });
  });

  it('has a row per fair in its files, with the totals of the screen', async () => {
    const all = await summary();
    const { bytes: workbook, fileName } = await fetchFile('xlsx');
    expect(fileName).toBe(`sales-summary_all-schools_${range.startDate}_${range.endDate}.xlsx`);
    expect(await sheetDifferences(all, workbook)).toEqual([]);
    const lines = parse<Record<string, string>>((await fetchFile('csv')).bytes, {
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
      const [total, ...fairs] = lines.map((line) => cents(line[name])).toReversed();
      expect([total, fairs.toSorted()]).toEqual([
        all.totals[key],
        all.rows.map((row) => row[key]).toSorted(),
      ]);
    }
    const pages = (await textOfPdf((await fetchFile('pdf')).bytes)).join('\n');
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
    const byCash = question({ ...season, method: 3 });
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

    const shown = await test.ask.reports.run({ query: question(season) });
    expect(shown.fairs).toHaveLength(501);
    expect(shown).toMatchObject({ rows: [], tieOut: { ok: true } });
  });
});
