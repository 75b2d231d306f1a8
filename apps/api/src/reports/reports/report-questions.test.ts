import type { ReportQuery } from '@pos/contract/reports/report-query';
import { describe, expect, it } from 'vitest';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { expectErrors } from '#testing/calls/expectations.ts';
import { checkReportInvariants } from '#testing/books/report-invariants.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const QUERY = {
  reportType: 'SALES_SUMMARY',
  schoolIdentifier: 'MI0001',
  startDate: '2027-03-01',
  endDate: '2027-03-05',
} as const;

describe('report queries', async () => {
  const run = (query: Partial<ReportQuery> = {}) =>
    test.ask.reports.run({ query: { ...QUERY, ...query } });
  const test = await startTestApp();
  await plannedFair(test, 'MI0001');
  await plannedFair(test, 'MI0002');

  it('refuses an empty form with a sentence on every field', async () => {
    const answer = await test.send(test.ownerToken)('/v1/reports', { method: 'GET' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: {
        reportType: 'Please select a report type.',
        schoolIdentifier: 'School identifier is required.',
        startDate: 'Start date is required.',
        endDate: 'End date is required.',
      },
    });
  });

  it.each<[keyof ReportQuery, string, refusal: string]>([
    ['endDate', '2027-02-28', 'End date should not be before start date.'],
    ['endDate', '2028-03-01', 'Choose at most 366 days.'],
    ['schoolIdentifier', 'NOPE', 'School "NOPE" not found.'],
    ['fairIdentifier', 'NOPE', 'Fair "NOPE" not found.'],
    // The fair of another school.
    ['fairIdentifier', 'MI0002-F', 'Fair "MI0002-F" not found.'],
  ])('refuses on its field the %s %s: %s', async (field, value, refusal) => {
    await expectErrors(run({ [field]: value }), { [field]: refusal });
  });

  it('reports a range of 366 days', async () => {
    const { startDate, endDate } = { ...QUERY, endDate: '2028-02-29' };
    expect((await run({ endDate })).range).toEqual({ startDate, endDate });
  });

  it('finds school and fair ignoring case and answers with their own spelling', async () => {
    const report = await run({ schoolIdentifier: ' mi0001 ', fairIdentifier: 'mi0001-f' });
    expect(report.school).toEqual({ identifier: 'MI0001', name: 'School MI0001' });
    expect(report.fairs).toEqual([
      {
        identifier: 'MI0001-F',
        name: 'Fair MI0001',
        startDate: '2027-03-01',
        endDate: '2027-03-05',
        timeZone: 'America/Detroit',
        closeOutState: 'open',
        closeOutNumber: null,
      },
    ]);
  });

  it('answers zero totals, not an error, if nothing was sold', async () => {
    expect(await run()).toMatchObject({
      state: 'provisional',
      tieOut: { ok: true, differenceCents: 0, orderNumbers: [] },
      registers: 0,
      unsentDevices: [],
      totals: {
        orders: 0,
        netCents: 0,
        totalCents: 0,
        averageOrderCents: 0,
        taxRatesPpm: [],
        tenders: { Cash: { count: 0, netCents: 0 } },
        settlement: { dueFromSchoolCents: 0, profitOption: null },
      },
      excluded: { openOrders: 0, pendingPayments: 0, failedPayments: 0, heldOrders: 0 },
    });
    expect(await run({ reportType: 'ITEM_SALES' })).toMatchObject({
      rows: [],
      subtotals: [],
      totals: { netCents: 0, sent: 0 },
    });
    await checkReportInvariants(test.send(test.ownerToken), QUERY);
  });

  it('lists a fair whose dates overlap the range, and no day outside its selling window', async () => {
    const daily = (startDate: string, more: Partial<ReportQuery> = {}) =>
      run({ reportType: 'DAILY_SALES', startDate, endDate: '2027-03-31', ...more });
    const touching = await daily('2027-03-05');
    expect(touching.rows.map((row) => 'weekday' in row && [row.date, row.weekday])).toEqual([
      ['2027-03-05', 'Friday'],
      ['2027-03-06', 'Saturday'],
      ['2027-03-07', 'Sunday'],
      ['2027-03-08', 'Monday'],
      ['2027-03-09', 'Tuesday'],
      ['2027-03-10', 'Wednesday'],
    ]);
    const nothing = { fairs: [], rows: [], state: 'provisional' };
    expect(await daily('2027-03-06')).toMatchObject(nothing);
    expect((await daily('2027-03-06', { fairIdentifier: 'MI0001-F' })).rows).toHaveLength(5);
  });

  it('shows type, school, range and author in the workbook, above a header that stays visible', async () => {
    const answer = await test.send(test.ownerToken)(
      '/v1/reports?reportType=DAILY_SALES&schoolIdentifier=mi0001&startDate=2027-03-01&endDate=2027-03-05&method=3&format=xlsx',
      { method: 'GET' },
    );
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="daily-sales_MI0001_2027-03-01_2027-03-05.xlsx"',
    );
    const sheet = await readSheet(Buffer.from(await answer.arrayBuffer()));
    expect(sheet.name).toBe('Daily sales');
    const lines = sheet.rows
      .map((row) => row.cells[0])
      .flatMap((cell) => (cell?.kind === 'text' ? [cell.text] : []));
    expect(lines.slice(0, 9)).toEqual([
      'Daily sales',
      'POS Admin',
      'School MI0001 (MI0001)',
      'Fairs: Fair MI0001 (MI0001-F)',
      '03/01/2027 – 03/05/2027, days in America/Detroit',
      'Only orders paid, wholly or in part, by Cash',
      expect.stringMatching(/^Generated \d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M by Account Owner$/),
      'Provisional: close-out open',
      'Date',
    ]);
  });
});
