import type {
  ItemSalesReport,
  SalesOrderReport,
  ShipToSchoolReport,
} from '@pos/contract/reports/reports';
import type { ReportQuery } from '@pos/contract/reports/report-query';
import { today } from '@pos/contract/values/clock';
import { describe, expect, it } from 'vitest';
import type { SignedInAdmin } from '#api/http/access/identity.ts';
import { endedJob, jobFile } from '#testing/calls/downloads.ts';
import { makePersonas } from '#testing/rights/personas.ts';
import { reportFile } from '#testing/files/report-file.ts';
import { expectErrors } from '#testing/calls/expectations.ts';
import { checkReportInvariants } from '#testing/books/report-invariants.ts';
import { checkWholeLife } from '#testing/selling/report-closes.ts';
import { runJobs } from '#testing/app/run-jobs.ts';
import { questionAbout } from '#testing/books/sales-reports.ts';
import {
  BIBLE,
  HUNGER,
  openFair,
  PENCIL,
  refundOfOrder,
  startSelling,
  stockWarehouse,
} from '#testing/selling/sales-floor.ts';
import { writtenSheet } from '#testing/files/written-sheet.ts';
import { runReport } from './reports.service.ts';

describe('reports of order lines', async () => {
  const day = today('America/Detroit');
  const run = async <Made extends ShipToSchoolReport | SalesOrderReport | ItemSalesReport>(
    reportType: Made['reportType'],
    changes: Partial<ReportQuery> = {},
    as = test.ownerToken,
    at = floor,
  ) =>
    (await test.client(as).reports.run({ query: { ...questionAbout(at), ...changes, reportType } }))
      .data as Made;
  const shipments = (changes: Partial<ReportQuery> = {}, as?: string) =>
    run<ShipToSchoolReport>('SHIP_TO_SCHOOL', changes, as);
  const orders = (changes: Partial<ReportQuery> = {}, as?: string) =>
    run<SalesOrderReport>('SALES_ORDER_PER_ITEM', changes, as);
  const file = (
    reportType: ReportQuery['reportType'],
    format: 'xlsx' | 'csv',
    changes: Partial<ReportQuery> = {},
    as = test.ownerToken,
  ) => reportFile(test.send(as), { ...questionAbout(floor), ...changes, reportType, format });

  const { test, floor, register } = await startSelling();
  await runJobs(test);
  const token = (await makePersonas(test)).find(({ name }) => name === 'read Reports')?.token ?? '';
  await register.addStudent('S-9');
  const ash = { studentNumber: 'S-K', firstName: 'Ash', lastName: 'Birch' };
  await test.owner.studentRecords.add({
    body: { schoolId: floor.fair.schoolId, ...ash, grade: 'K', teacher: 'Mr. Elm' },
  });
  await stockWarehouse(test, BIBLE, 2);
  await stockWarehouse(test, PENCIL, 9);
  const ship = (sku: string, quantity: number) => ({
    sku,
    quantity,
    fulfilment: 'ship_to_school' as const,
  });
  const grade3 = await register.book({
    customerType: 'student',
    studentNumber: 'S-9',
    lines: [ship(BIBLE, 3), ship(PENCIL, 4), { sku: HUNGER, quantity: 1 }],
  });
  await register.book({
    customerType: 'student',
    studentNumber: 'S-K',
    lines: [ship(PENCIL, 2)],
  });
  const returned = await register.book({
    customerType: 'parent',
    customerName: '=HYPERLINK("http://example.org")',
    lines: [ship(PENCIL, 1), { sku: HUNGER, quantity: 2 }],
  });
  await register.handInRefunds(
    refundOfOrder(grade3.sold, [{ lineNo: 2, quantity: 1, restock: false }]),
    refundOfOrder(returned.sold, [
      { lineNo: 1, quantity: 1, restock: false },
      { lineNo: 2, quantity: 1, restock: true },
    ]),
  );

  it('SHIP_TO_SCHOOL lists what is owed to students, net of refunds, with its totals', async () => {
    const { rows, totals, showsStudents } = await shipments();
    expect(showsStudents).toBe(true);
    expect(
      rows.map((row) => {
        const { customerName, grade, teacher, sku, quantity, paid, fulfilmentStatus } = row;
        const amounts = [row.unitPriceCents, row.lineNetCents, row.taxCents, row.totalCents];
        const states = [paid, fulfilmentStatus, row.date];
        return [customerName, grade, teacher, sku, quantity, ...amounts, ...states];
      }),
    ).toEqual([
      ['Pupil S-9, Robin', '3', 'Ms. Oak', BIBLE, 3, 1_200, 3_600, 0, 3_600, 'yes', 'to_ship', day],
      ['Pupil S-9, Robin', '3', 'Ms. Oak', PENCIL, 3, 125, 375, 31, 406, 'yes', 'to_ship', day],
      ['Birch, Ash', 'K', 'Mr. Elm', PENCIL, 2, 125, 250, 21, 271, 'yes', 'to_ship', day],
    ]);
    expect(totals).toEqual({
      orders: 2,
      lines: 3,
      units: 8,
      lineNetCents: 4_225,
      taxCents: 52,
      totalCents: 4_277,
    });
  });

  it('the pick list shows warehouse shortages, and the list shows them below zero', async () => {
    const { rows, pickList, pickListTotals } = await shipments();
    expect(rows.map(({ sku, warehouseAvailable }) => [sku, warehouseAvailable])).toEqual([
      [BIBLE, -1],
      [PENCIL, 4],
      [PENCIL, 4],
    ]);
    expect(pickList).toMatchObject([
      { sku: BIBLE, quantity: 3, onShelf: 2, available: -1, shortage: 1 },
      { sku: PENCIL, quantity: 5, onShelf: 9, available: 4, shortage: 0 },
    ]);
    expect(pickListTotals).toEqual({ titles: 2, quantity: 8, shortage: 1 });
  });

  it('the distribution list is sorted by grade, teacher, student; the pick list is its own sheet', async () => {
    const bytes = await file('SHIP_TO_SCHOOL', 'xlsx');
    const list = await writtenSheet(bytes, 'Distribution list');
    const header = list.findIndex(([first]) => first === 'Order');
    expect(list.slice(header + 1).map((row) => [row[2], row[3], row[6], row[8]])).toEqual([
      ['Birch, Ash', 'K', 'Shiny Pencil', 2],
      ['Pupil S-9, Robin', '3', 'A Quiet Psalter', 3],
      ['Pupil S-9, Robin', '3', 'Shiny Pencil', 3],
      [null, null, null, 8],
    ]);
    expect(await writtenSheet(bytes, 'Pick list')).toEqual([
      ['SKU/ISBN', 'Title', 'Qty', 'On shelf', 'Available', 'Shortage'],
      [BIBLE, 'A Quiet Psalter', 3, 2, -1, 1],
      [PENCIL, 'Shiny Pencil', 5, 9, 4, 0],
      ['Total', '2 titles', 8, null, null, 1],
    ]);
    expect(await writtenSheet(bytes, 'Parameters')).toContainEqual(['Fulfillment status', 'All']);
  });

  it('SALES_ORDER_PER_ITEM has rows for lines sold and refunds by title, with ITEM_SALES totals', async () => {
    const { rows, subtotals, totals } = await orders();
    expect(
      subtotals.map(({ title, rows: count, netQuantity }) => [title, count, netQuantity]),
    ).toEqual([
      ['The Arena', 3, 2],
      ['A Quiet Psalter', 1, 3],
      ['Shiny Pencil', 5, 5],
    ]);
    expect(rows.slice(0, 3)).toMatchObject([
      {
        kind: 'sale',
        quantity: 1,
        netCents: 899,
        refundedSoFar: 0,
        customerName: 'Pupil S-9, Robin',
        deviceId: 'REG-01',
        cashierName: 'Casey Cashier',
      },
      { kind: 'sale', quantity: 2, grossCents: 1_798, refundedSoFar: 1 },
      {
        kind: 'refund',
        quantity: -1,
        grossCents: 0,
        refundNetCents: 899,
        netCents: -899,
        taxCents: -75,
        totalCents: -974,
      },
    ]);
    const items = (await run<ItemSalesReport>('ITEM_SALES')).totals;
    const { quantitySold, quantityRefunded, netCents, taxCents, totalCents } = items;
    const sums = { quantitySold, quantityRefunded, netCents, taxCents, totalCents };
    expect(totals).toMatchObject(sums);
    await checkReportInvariants(test.send(test.ownerToken), questionAbout(floor));
    await checkWholeLife(test.send(test.ownerToken), questionAbout(floor));
  });

  it('a refund of a sale before the range is listed alone, negative, with the kind of a nameless customer', async () => {
    const other = await openFair(test);
    const till = await other.logIn('LINES-2');
    const sold = await till.book({
      soldAt: new Date(Date.now() - 86_400_000).toISOString(),
      lines: [{ sku: HUNGER, quantity: 2 }],
    });
    await till.handInRefunds(refundOfOrder(sold.sold, [{ lineNo: 1, quantity: 2, restock: true }]));
    const { rows, totals } = await run<SalesOrderReport>(
      'SALES_ORDER_PER_ITEM',
      { startDate: day, endDate: day },
      test.ownerToken,
      other,
    );
    expect(rows).toMatchObject([
      { kind: 'refund', quantity: -2, netCents: -1_798, customerName: 'Parent' },
    ]);
    expect(totals).toMatchObject({
      rows: 1,
      quantitySold: 0,
      quantityRefunded: 2,
      grossCents: 0,
      refundNetCents: 1_798,
      netCents: -1_798,
    });
  });

  it('names no student without the right to read Students, in any format, and says so', async () => {
    const [shipped, sold] = [await shipments({}, token), await orders({}, token)];
    expect([shipped.showsStudents, sold.showsStudents]).toEqual([false, false]);
    expect(
      shipped.rows.map(({ customerName, grade, teacher }) => [customerName, grade, teacher]),
    ).toEqual(shipped.rows.map(() => [null, null, null]));
    expect(sold.rows.filter(({ customerName }) => customerName !== null)).toEqual([]);
    expect(shipped.totals).toEqual((await shipments()).totals);
    for (const reportType of ['SHIP_TO_SCHOOL', 'SALES_ORDER_PER_ITEM'] as const) {
      const sheet = JSON.stringify(
        await writtenSheet(
          await file(reportType, 'xlsx', {}, token),
          reportType === 'SHIP_TO_SCHOOL' ? 'Distribution list' : 'Sales order per item',
        ),
      );
      expect(sheet).toContain(
        'Names, grades and teachers are hidden because they require the right to read Students.',
      );
      expect(sheet + (await file(reportType, 'csv', {}, token)).toString('utf8')).not.toMatch(
        /Robin|Pupil|Birch|Ash|Oak|Elm|HYPERLINK/,
      );
    }
  });

  it('as CSV has no live formula, keeps ISBNs as text, and ends with the totals', async () => {
    const lines = (await file('SALES_ORDER_PER_ITEM', 'csv'))
      .toString('utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFKind,SKU\/ISBN,Title,/);
    expect(lines.filter((line) => line.includes(`,"${HUNGER}",`))).toHaveLength(3);
    expect(lines.find((line) => line.includes('HYPERLINK'))).toContain(
      `"'=HYPERLINK(""http://example.org"")"`,
    );
    expect(lines.at(-1)).toMatch(/^Total,/);
    expect(lines.some((line) => line.startsWith('Subtotal'))).toBe(false);
  });

  it('filters SHIP_TO_SCHOOL by status, and picks only unshipped units', async () => {
    const line = grade3.lines.find(({ sku }) => sku === BIBLE)!;
    await test.owner.orders.updateFulfilment({ body: { lineIds: [line.id], status: 'shipped' } });
    const shipped = await shipments({ status: 'shipped' });
    expect(shipped).toMatchObject({
      status: 'shipped',
      totals: { lines: 1, units: 3 },
      pickList: [],
    });
    expect(shipped.rows[0]?.shippedAt).toEqual(expect.any(String));
    expect(await shipments({ status: 'to_ship' })).toMatchObject({
      totals: { lines: 2, units: 5 },
      pickList: [{ sku: PENCIL, quantity: 5 }],
    });
    expect(await shipments({ status: 'delivered' })).toMatchObject({
      totals: { orders: 0, lines: 0, units: 0 },
      rows: [],
    });
    expect((await shipments()).totals.lines).toBe(3);
  });

  it("is refused as JSON if too long for a screen, and made as a file by its owner's job", async () => {
    const admin = {
      id: test.ownerId,
      name: 'Account Owner',
      rights: { isSuper: true, permission: [] },
    } as unknown as SignedInAdmin;
    await expect(
      runReport(test.db, admin, { ...questionAbout(floor), reportType: 'SALES_ORDER_PER_ITEM' }, 5),
    ).rejects.toMatchObject({
      code: 'REPORT_TOO_LONG',
      message: expect.stringMatching(/^Sales order per item has 6 lines for this selection/),
    });
    const question = {
      ...questionAbout(floor),
      reportType: 'SALES_ORDER_PER_ITEM' as const,
      format: 'csv' as const,
    };
    const nobody = test.owner.reports.make({ body: { ...question, schoolIdentifier: 'NOBODY' } });
    await expectErrors(nobody, { schoolIdentifier: 'School "NOBODY" not found.' });
    const { data } = await test.owner.reports.make({ body: question });
    expect(await endedJob(test, data.jobId)).toMatchObject({
      kind: 'report',
      status: 'succeeded',
      progress: 100,
      result: { question, lines: 9 },
    });
    const { bytes, fileName } = await jobFile(test, data.jobId);
    expect(fileName).toBe(
      `sales-order-per-item_${floor.fair.schoolIdentifier}_${question.startDate}_${question.endDate}.csv`,
    );
    expect(bytes).toEqual(await file('SALES_ORDER_PER_ITEM', 'csv'));
    expect((await test.send(token)(`/v1/jobs/${data.jobId}/file`, {})).status).toBe(404);
  });
});
