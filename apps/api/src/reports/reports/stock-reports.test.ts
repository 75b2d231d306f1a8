import type { FairReturnReport, LastCopyReport } from '@pos/contract/reports/reports';
import type { ReportQuery } from '@pos/contract/reports/report-query';
import { reportsApi } from '@pos/contract/reports/reports';
import { addDays } from '@pos/contract/values/days';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countReturn } from '#testing/selling/close-outs.ts';
import { download } from '#testing/calls/downloads.ts';
import { checkWholeLife } from '#testing/selling/report-closes.ts';
import { sheetDifferences } from '#testing/files/report-sheets.ts';
import {
  BIBLE,
  HUNGER,
  openFair,
  PENCIL,
  refundOfOrder,
  stockWarehouse,
  type SalesFloor,
} from '#testing/selling/sales-floor.ts';
import { questionAbout } from '#testing/books/sales-reports.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('reports of stock', async () => {
  const test = await startTestApp();
  async function run<Made extends LastCopyReport | FairReturnReport>(
    reportType: Made['reportType'],
    question: Omit<ReportQuery, 'reportType'>,
  ): Promise<Made> {
    const { data } = await test.owner.reports.run({ query: { ...question, reportType } });
    const query = { ...question, reportType, format: 'xlsx' } as const;
    const { bytes } = await download(test, reportsApi.run, { query });
    expect(await sheetDifferences(data, bytes)).toEqual([]);
    return data as Made;
  }
  const lastCopies = (floor: SalesFloor, changes: Partial<ReportQuery> = {}) =>
    run<LastCopyReport>('LAST_COPY', { ...questionAbout(floor), ...changes });
  const returns = (floor: SalesFloor) =>
    run<FairReturnReport>('FAIR_RETURN_REPORT', questionAbout(floor));
  it('scenario 6: the last copy is sold, then one more to ship: sold out, with one allocated', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('LC-1');
    await stockWarehouse(test, BIBLE, 7);
    await register.book({ lines: [{ sku: BIBLE, quantity: 3 }] });
    expect((await lastCopies(floor)).rows).toEqual([]);
    const reached = await register.book({ lines: [{ sku: BIBLE, quantity: 1 }] });
    const { data: fair } = await test.owner.fairs.getById({ params: { id: floor.fair.id } });
    // Four copies in two of five days: at that pace six more would sell in three days.
    expect((await lastCopies(floor)).rows).toEqual([
      {
        fairId: fair.id,
        fairIdentifier: fair.identifier,
        fairName: fair.name,
        titleId: expect.any(String) as string,
        sku: BIBLE,
        title: 'A Quiet Psalter',
        category: 'Faith',
        priceCents: 1200,
        sent: 5,
        missing: 0,
        adjusted: 0,
        sold: 4,
        oversold: 0,
        onHand: 1,
        state: 'last_copy',
        reachedAt: reached.soldAt,
        orderId: reached.id,
        orderNumber: reached.orderNumber,
        cashierName: expect.any(String) as string,
        daysOnSale: 2,
        shipToSchoolUnitsAfter: 0,
        warehouseAvailable: 7,
        suggestedRestock: 5,
      },
    ]);
    await register.book({ lines: [{ sku: BIBLE }] });
    await register.book({ lines: [{ sku: BIBLE, fulfilment: 'ship_to_school' }] });
    const { rows, totals } = await lastCopies(floor);
    expect(rows).toMatchObject([
      {
        sku: BIBLE,
        state: 'sold_out',
        onHand: 0,
        sold: 5,
        orderNumber: reached.orderNumber,
        shipToSchoolUnitsAfter: 1,
        warehouseAvailable: 6,
      },
    ]);
    expect(totals).toMatchObject({
      titles: 1,
      soldOutTitles: 1,
      lastCopyTitles: 0,
      sold: 5,
      shipToSchoolUnitsAfter: 1,
    });
    expect((await floor.line(BIBLE)).onHand).toBe(0);
  });

  it('shows the stock at the end of an earlier day, whatever moved later', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('LC-2');
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const first = await register.book({
      soldAt: yesterday,
      lines: [{ sku: BIBLE, quantity: 4 }],
    });
    await register.book({ lines: [{ sku: BIBLE }] });
    await register.handInRefunds(
      refundOfOrder(first.sold, [{ lineNo: 1, quantity: 3, restock: true }]),
    );
    expect((await lastCopies(floor)).rows).toEqual([]);
    const until = await lastCopies(floor, { endDate: addDays(floor.fair.startDate, 0) });
    expect(until.rows).toMatchObject([
      {
        sku: BIBLE,
        sold: 4,
        onHand: 1,
        state: 'last_copy',
        orderNumber: first.orderNumber,
        daysOnSale: 1,
      },
    ]);
    expect((await lastCopies(floor, { endDate: addDays(floor.fair.startDate, -1) })).rows).toEqual(
      [],
    );
  });

  it('leaves uncounted values blank, and shows variance, damage, shrinkage and every carton', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('FR-1');
    const sold = await register.book({ lines: [{ sku: HUNGER, quantity: 4 }] });
    await register.handInRefunds(
      refundOfOrder(sold.sold, [
        { lineNo: 1, quantity: 1, restock: true },
        { lineNo: 1, quantity: 1, restock: false },
      ]),
    );
    await register.book({ lines: [{ sku: BIBLE, quantity: 6 }] });
    await register.book({
      lines: [{ sku: PENCIL, quantity: 2, fulfilment: 'ship_to_school' }],
    });
    const before = await returns(floor);
    expect(before.totals).toMatchObject({
      titles: 3,
      countedTitles: 0,
      notCountedTitles: 3,
      counted: null,
      damaged: null,
      variance: null,
      varianceValueCents: null,
      countedValueCents: null,
      shrinkagePercent: null,
      shipToSchoolUnits: 2,
    });
    expect(
      before.rows.map(({ sku, soldInPerson, restocked, expectedReturn, ...row }) => {
        const { oversold, counted, damaged, variance } = row;
        return [sku, soldInPerson, restocked, expectedReturn, oversold, counted, damaged, variance];
      }),
    ).toEqual([
      [BIBLE, 6, 0, -1, 1, null, null, null],
      [PENCIL, 0, 0, 50, 0, null, null, null],
      [HUNGER, 4, 1, 17, 0, null, null, null],
    ]);
    await countReturn(floor, HUNGER, 15, 2);
    await countReturn(floor, BIBLE, 0, 0);
    const { rows, totals, cartons, state } = await returns(floor);
    expect(rows.find(({ sku }) => sku === HUNGER)).toMatchObject({
      counted: 15,
      damaged: 2,
      variance: -2,
      varianceValueCents: -1798,
    });
    expect(rows.find(({ sku }) => sku === BIBLE)).toMatchObject({
      counted: 0,
      damaged: 0,
      variance: 1,
      varianceValueCents: 1200,
    });
    expect(totals).toMatchObject({
      countedTitles: 2,
      notCountedTitles: 1,
      sent: 75,
      expectedReturn: 66,
      counted: 15,
      damaged: 2,
      variance: -1,
      varianceValueCents: -598,
      shrinkagePercent: 1.33,
      sentValueCents: 20 * 899 + 50 * 125 + 5 * 1200,
    });
    expect(cartons).toEqual([
      {
        fairIdentifier: floor.fair.identifier,
        fairName: floor.fair.name,
        code: `${floor.fair.identifier}-C01`,
        label: '',
        unitsSent: 75,
        deliveredAt: null,
        deliveredBy: null,
        returnedAt: null,
        returnedBy: null,
        status: 'packed',
      },
    ]);
    expect(state).toBe('provisional');
  });

  it('domain 9.9, 5 and 6: expected returns are the sum of movements and match sales at random fairs', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('FR-2');
    const step = fc.record({
      sku: fc.constantFrom(HUNGER, PENCIL, BIBLE),
      quantity: fc.integer({ min: 1, max: 4 }),
      ship: fc.boolean(),
      refund: fc.option(fc.boolean()),
      adjust: fc.integer({ min: -2, max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        for (const { sku, quantity, ship, refund, adjust } of steps) {
          const order = await register.book({
            lines: [{ sku, quantity, fulfilment: ship ? 'ship_to_school' : 'in_person' }],
          });
          if (refund !== null)
            await register.handInRefunds(
              refundOfOrder(order.sold, [{ lineNo: 1, quantity: 1, restock: refund && !ship }]),
            );
          const line = await floor.line(sku);
          if (adjust === 0 || (adjust < 0 && line.onHand + adjust < 0)) continue;
          await test.owner.inventory.update({
            params: { id: line.id },
            body: {
              operation: adjust > 0 ? 'add' : 'remove',
              updatedQuantity: Math.abs(adjust),
              seenQuantity: line.onHand,
              reason: 'correction',
            },
          });
        }
        await checkWholeLife(test.send(test.ownerToken), questionAbout(floor));
      }),
      { seed: 20_261_121, numRuns: 6, endOnFailure: true },
    );
  });
});
