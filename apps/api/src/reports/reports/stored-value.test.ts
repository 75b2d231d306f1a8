import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import { reportsApi, type SalesSummaryReport } from '@pos/contract/reports/reports';
import { CompiledQuery } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { download } from '#testing/calls/downloads.ts';
import { packingList, uploadInventory } from '#testing/selling/inventory-file.ts';
import { findCashier, openRegister } from '#testing/selling/open-register.ts';
import { makePersonas } from '#testing/rights/personas.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { checkTopUp } from '#testing/selling/report-closes.ts';
import { checkReportInvariants } from '#testing/books/report-invariants.ts';
import { refundOfOrder } from '#testing/selling/sales-floor.ts';
import { order as toOrder, type Wish } from '@pos/world/sale';
import { STUDENTS, TOP_UPS } from '#testing/selling/source-folder.ts';
import { openSyncDesk } from '#testing/selling/sync-desk.ts';
import { writtenSheet } from '#testing/files/written-sheet.ts';

const RANGE = { schoolIdentifier: 'MI0007', startDate: '2026-03-01', endDate: '2026-03-08' };
const PRICE_CENTS = 1_000;

describe('eWallets, FACTS and AveDollars in reports', async () => {
  let sequence = 0;
  const totals = async (range: Partial<typeof RANGE> = {}): Promise<SalesSummaryReport['totals']> =>
    (
      (await test.ask.reports.run({
        query: { ...RANGE, ...range, reportType: 'SALES_SUMMARY' },
      })) as SalesSummaryReport
    ).totals;

  const { test, source, sync } = await openSyncDesk();
  await source.write('students.csv', [
    STUDENTS,
    'MI0007,S1,Avery,Stone,3,Mr. Elm,Robin Stone,robin@example.org,F-0012',
    'MI0007,S2,Jules,Marsh,K,Ms. Oak,Kim Marsh,kim@example.org,F-0034',
  ]);
  await source.write('wallet-top-ups.csv', [
    TOP_UPS,
    `${uuidv4()},MI0007,S1,3000,1,2026-02-20T15:00:00.000Z`,
    `${uuidv4()},MI0007,S2,2000,1,2026-03-01T15:00:00.000Z`,
  ]);
  const days = { startDate: '2026-03-02', endDate: '2026-03-06' };
  const fair = await plannedFair(test, 'MI0007', days);
  expect((await sync()).errors).toEqual([]);
  await uploadInventory(
    test.owner,
    await packingList(['C1', 'BOOK-1', 'A Book', '', 'Chapter', PRICE_CENTS / 100, 50, 'N']),
    { fairId: fair.id },
  );
  const pos = await openRegister(test, await findCashier(test), fair.identifier, 'REG-7');

  /**
   * Sells books at $10.00 without tax on a day of the fair with the given payments. Returns the
   * order as sent.
   */
  async function sell(
    day: string,
    quantity: number,
    payments: [PaymentMethod, number][],
    changes: Partial<Wish> = {},
  ): Promise<SoldOrder> {
    const order = toOrder(fair.salesTaxRatePpm, {
      sequence: ++sequence,
      soldAt: `2026-03-${day}T17:00:00.000Z`,
      customerType: 'student',
      studentNumber: 'S1',
      lines: [{ sku: 'BOOK-1', quantity, unitPriceCents: PRICE_CENTS, taxable: false }],
      payments: payments.map(([method, amountCents]) => ({ method, amountCents })),
      ...changes,
    });
    expect((await pos.orders({ body: { orders: [order] } })).data.results).toMatchObject([
      { result: 'accepted' },
    ]);
    return order;
  }

  async function refund(order: SoldOrder, day: string, quantity: number): Promise<void> {
    const refundedAt = `2026-03-${day}T17:00:00.000Z`;
    const lines = [{ lineNo: 1, quantity, restock: true }];
    const body = { refunds: [refundOfOrder(order, lines, { refundedAt })] };
    expect((await pos.refunds({ body })).data.results).toMatchObject([{ result: 'accepted' }]);
  }

  it('scenario 14: never let a top-up change a sales figure: it is memo, drawer and settlement', async () => {
    await sell('02', 2, [[3, 2_000]]);
    const before = await totals();
    const topUps = [
      { studentNumber: 'S1', method: 3 as const, amountCents: 2_500 },
      {
        studentNumber: 'S2',
        method: 2 as const,
        amountCents: 1_500,
        tenderedCents: 2_000,
        changeCents: 500,
        checkNumber: '77',
      },
      { studentNumber: 'S2', method: 1 as const, amountCents: 1_000 },
    ].map((topUp) => ({
      clientPaymentId: uuidv4(),
      status: 'completed' as const,
      paidAt: '2026-03-03T17:00:00.000Z',
      ...topUp,
    }));
    await checkTopUp(test.send(test.ownerToken), RANGE, async () => {
      const { results } = (await pos.payments({ body: { topUps } })).data;
      expect(results).toMatchObject(topUps.map(() => ({ result: 'accepted' })));
    });
    const { eWallet, cashControl, settlement } = await totals();
    expect(eWallet.fundedCents - before.eWallet.fundedCents).toBe(5_000);
    expect(cashControl).toMatchObject({
      expectedCashCents: 2_000 + 2_500 - 500,
      expectedChecksCents: 2_000,
    });
    expect(settlement).toMatchObject({
      topUpsHeldCents: 4_000,
      heldBySchoolCents: 2_000 + 4_000,
      eligibleNetCents: 2_000,
      profitCents: 500,
      dueFromSchoolCents: 5_500,
    });
  });

  it("carry the school's eWallets from the balance before the range to the one at its end", async () => {
    const order = await sell('04', 3, [
      [5, 2_000],
      [3, 1_000],
    ]);
    await refund(order, '05', 1);
    expect((await totals()).eWallet).toEqual({
      openingCents: 3_000,
      fundedCents: 2_000 + 5_000,
      spentCents: 2_000,
      refundedCents: 1_000,
      paidOutCents: 0,
      adjustedCents: 0,
      outstandingCents: 9_000,
    });
    expect((await totals({ startDate: '2026-03-05' })).eWallet).toMatchObject({
      openingCents: 8_000,
      refundedCents: 1_000,
      outstandingCents: 9_000,
    });
  });

  it('deduct a refund on the day it is made, even if the sale was before the range', async () => {
    const fromRefund = await totals({ startDate: '2026-03-05' });
    expect(fromRefund).toMatchObject({
      orders: 0,
      grossCents: 0,
      refundNetCents: 1_000,
      netCents: -1_000,
      totalCents: -1_000,
      tenders: { EWallet: { count: 0, salesCents: 0, refundsCents: 1_000, netCents: -1_000 } },
      averageOrderCents: 0,
    });
    expect(fromRefund.settlement).toMatchObject({ eligibleNetCents: 0, profitCents: 0 });
  });

  it('list what the school bills through FACTS, refunds negative, in total the net of that tender', async () => {
    const order = await sell('05', 2, [[4, 2_000]]);
    await sell('05', 1, [[4, 1_000]], { studentNumber: 'S2' });
    await refund(order, '06', 1);
    expect((await totals()).tenders.Facts).toMatchObject({
      count: 2,
      salesCents: 3_000,
      refundsCents: 1_000,
      netCents: 2_000,
    });
    const rows = await writtenSheet(await readWorkbook(test.ownerToken), 'FACTS billing');
    const number = (place: number) => `MI0007-F-A000${place}`;
    expect(rows.slice(-5)).toEqual([
      ['Student', 'Grade', 'Family ID', 'Order', 'Date', 'Amount', 'Text'],
      ['Marsh, Jules', 'K', 'F-0034', number(4), '2026-03-05', 10, 'Fair MI0007: 1 item'],
      ['Stone, Avery', '3', 'F-0012', number(3), '2026-03-05', 20, 'Fair MI0007: 2 items'],
      [
        'Stone, Avery',
        '3',
        'F-0012',
        number(3),
        '2026-03-06',
        -10,
        'Fair MI0007: refund of 1 item',
      ],
      ['Total', null, null, null, null, 20, null],
    ]);
  });

  it('name no student in a workbook without the right to read Students, and say so', async () => {
    const reader = (await makePersonas(test)).find(({ name }) => name === 'read Reports');
    const rows = await writtenSheet(await readWorkbook(reader?.token), 'FACTS billing');
    expect(rows.flat()).toContain(
      'Student, grade and family ID are hidden because they require the right to read Students.',
    );
    expect(rows.slice(-2)[0]).toEqual([
      null,
      null,
      null,
      'MI0007-F-A0004',
      '2026-03-05',
      10,
      'Fair MI0007: 1 item',
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Stone|Marsh|Avery|Jules|F-00/);
  });

  it('exclude the AveDollar share and refunds from the net that earns a profit', async () => {
    const before = (await totals()).settlement?.eligibleNetCents ?? 0;
    const teacher = { customerType: 'teacher', studentNumber: null } as const;
    await sell(
      '06',
      3,
      [
        [6, 1_000],
        [3, 2_000],
      ],
      teacher,
    );
    const { settlement, tenders } = await totals();
    expect(tenders.AveDollar).toMatchObject({
      count: 1,
      salesCents: 1_000,
      underReviewCents: 1_000,
    });
    expect(settlement).toMatchObject({
      schoolCreditCents: 1_000,
      eligibleNetCents: before + 2_000,
      profitRatePpm: 250_000,
      profitCents: Math.floor((before + 2_000) / 4),
    });
    const untilThe4th = (await totals({ endDate: '2026-03-04' })).settlement;
    const fromThe5th = (await totals({ startDate: '2026-03-05' })).settlement;
    const eligible = [untilThe4th, fromThe5th, settlement].map((each) => each?.eligibleNetCents);
    expect(eligible).toEqual([5_000, 3_000, 8_000]);
  });

  it('list the parameters and exclusions on the last sheet', async () => {
    const rows = await writtenSheet(await readWorkbook(test.ownerToken), 'Parameters');
    expect(rows).toContainEqual(['Fairs', 'Fair MI0007 (MI0007-F)']);
    expect(rows).toContainEqual(['Orders, lines, payments and report', 'agree to the cent']);
    expect(rows).toContainEqual(['Not included: held orders', 0]);
  });

  const ofOrder = '(select id from orders where order_number = $2)';
  it.each([
    ['a line', `order_lines set tax_cents = tax_cents + $1 where order_id = ${ofOrder}`],
    ['a payment', `payments set amount_cents = amount_cents + $1 where order_id = ${ofOrder}`],
    [
      'what a refund gave back',
      `refund_tenders set amount_cents = amount_cents + $1
       where refund_id in (select id from refunds where order_id = ${ofOrder})`,
    ],
  ])(
    'names the order and the difference where %s was tampered with in the database',
    async (_, change) => {
      const cents = 7;
      const tamper = (by: number) =>
        test.db.executeQuery(CompiledQuery.raw(`update ${change}`, [by, 'MI0007-F-A0003']));
      await tamper(cents);
      const { data } = await test.owner.reports.run({
        query: { ...RANGE, reportType: 'DAILY_SALES' },
      });
      await tamper(-cents);
      expect(data.tieOut).toEqual({
        ok: false,
        differenceCents: cents,
        orderNumbers: ['MI0007-F-A0003'],
      });
    },
  );

  it('keep every invariant', async () => {
    await checkReportInvariants(test.send(test.ownerToken), RANGE);
  });

  const readWorkbook = async (token: string | undefined) => {
    const query = { ...RANGE, reportType: 'SALES_SUMMARY', format: 'xlsx' } as const;
    const { bytes, fileName } = await download(test, reportsApi.run, { query }, token);
    expect(fileName).toBe('sales-summary_MI0007_2026-03-01_2026-03-08.xlsx');
    return bytes;
  };
});
