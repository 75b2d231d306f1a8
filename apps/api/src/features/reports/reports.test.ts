import { PAYMENT_METHODS } from '@pos/contract/payments';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayIn } from '#api/time/days.ts';
import { uploadInventory, packingList } from '#testing/inventory-file.ts';
import { addCashier, openRegister } from '#testing/open-register.ts';
import { randomSales, type RandomSale, type SalesPlace, type SoldItem } from '#testing/random-sales.ts';
import { checkReportInvariants, runSalesReports, type SalesReports } from '#testing/report-invariants.ts';
import { SalesLedger, type LedgerDay } from '#testing/sales-ledger.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const ZONE = 'America/Los_Angeles';
const SEED = 20_260_308;
const SALES = 260;

const CATALOGUE: [string, string, string, boolean][] = [
  ['9780306406157', 'The River', 'Chapter', true], ['9780140328721', 'A Fox at School', 'Picture', true], ['9780262033848', 'Numbers', 'Activity', true],
  ['9780131103627', 'Letters', 'Early reader', true], ['9780201633610', 'Patterns', 'Teen', true], ['PEN-1', 'Pen', 'Merchandise', true], ['HYMN-1', 'Hymns', 'Faith', false],
];
const NO_BARCODE: SoldItem = { sku: null, title: 'Eraser', category: 'Merchandise', priceCents: 75, taxable: true };
/** Two overlapping fairs of one school: the clocks change on 8 March 2026, and one title has another price at the second fair. */
const offsetHours = (day: string) => (day < '2026-03-08' ? 8 : 7);
const PLACES: SalesPlace[] = [
  { identifier: 'CA0001-A', startDate: '2026-03-02', days: 5, taxRatePpm: 82_500, items: itemsAt([799, 599, 1_299, 449, 2_199, 150, 1_000]), offsetHours },
  { identifier: 'CA0001-B', startDate: '2026-03-05', days: 5, taxRatePpm: 101_000, items: itemsAt([899, 599, 1_299, 449, 2_199, 150, 1_000]), offsetHours },
];
function itemsAt(prices: readonly number[]): SoldItem[] {
  return [...CATALOGUE.map(([sku, title, category, taxable], index): SoldItem => ({ sku, title, category, taxable, priceCents: prices[index]! })), NO_BARCODE];
}
const RANGE = { schoolIdentifier: 'ca0001', startDate: '2026-02-25', endDate: '2026-03-14' };

describe('reports over random sales at two fairs of one school', () => {
  let test: TestApp;
  let ledger: SalesLedger;
  let reports: SalesReports;
  let registers: Awaited<ReturnType<typeof openRegister>>[][];
  const dayOf = (instant: string) => dayIn(ZONE, instant);

  beforeAll(async () => {
    test = await startTestApp();
    await test.owner.schools.add({ body: { identifier: 'CA0001', name: 'Bay School', address: '1 Bay St', city: 'Alameda', state: 'CA', zip: '94501', timeZone: ZONE } });
    const cashierId = await addCashier(test);
    registers = [];
    for (const place of PLACES) {
      const body = { schoolIdentifier: 'CA0001', identifier: place.identifier, name: `Fair ${place.identifier}`, address: '1 Bay St', startDate: place.startDate, endDate: place.startDate === '2026-03-02' ? '2026-03-06' : '2026-03-09', salesTaxRate: place.taxRatePpm / 10_000, adminId: test.ownerId, packageOption: 1 as const };
      const { data: fair } = await test.owner.fairs.add({ body });
      const rows = place.items.flatMap(({ sku, title, category, priceCents, taxable }) => (sku ? [['C1' + place.identifier, sku, title, '', category, priceCents / 100, 60, taxable ? 'Y' : 'N']] : []));
      await uploadInventory(test.owner, await packingList(...rows), { fairId: fair.id });
      registers.push([await openRegister(test, cashierId, place.identifier, `${place.identifier}-1`), await openRegister(test, cashierId, place.identifier, `${place.identifier}-2`)]);
    }
    ledger = new SalesLedger(new Map());
    await work(randomSales(SEED, SALES, PLACES, []));
    reports = await runSalesReports(test.send(test.ownerToken), RANGE);
  });

  /** Hands in all orders, then the results of half of the pending cards, then the refunds; and keeps the second set of books. */
  async function work(sales: readonly RandomSale[]): Promise<void> {
    for (const [place, pair] of registers.entries()) {
      for (const [register, pos] of pair.entries()) {
        const mine = sales.filter((sale) => sale.place === place && sale.register === register);
        const { data } = await pos.orders({ body: { orders: mine.map(({ order }) => order) } });
        expect(data.results.map(({ result }) => result)).toEqual(mine.map(() => 'accepted'));
        for (const { order } of mine) ledger.sell(PLACES[place]!.identifier, dayOf(order.soldAt), order);
        const waiting = mine.filter(({ order }) => order.payments.some(({ status }) => status === 'pending'));
        for (const { order } of waiting.slice(0, waiting.length / 2)) {
          const pending = order.payments.filter(({ status }) => status === 'pending');
          await pos.payments({ body: { results: pending.map(({ clientPaymentId }) => ({ clientPaymentId, status: 'completed' as const })) } });
          ledger.settle(order.clientOrderId, dayOf(order.soldAt));
        }
        for (const refund of mine.flatMap(({ refunds }) => refunds)) {
          if (!ledger.canRefund(refund.clientOrderId)) continue;
          const answer = await pos.refunds({ body: { refunds: [refund] } });
          expect(answer.data.results).toMatchObject([{ result: 'accepted' }]);
          ledger.refund(refund, dayOf(refund.refundedAt));
        }
      }
    }
  }

  it('agrees with a second set of books on every day of every fair', () => {
    const { daily } = reports;
    const found = new Map(daily.rows.map((row) => [`${row.date} ${row.fairIdentifier}`, row]));
    expect([...ledger.days.keys()].filter((key) => !found.has(key))).toEqual([]);
    for (const [key, row] of found) {
      const expected = ledger.days.get(key);
      const { orders, units, grossCents, discountCents, refundNetCents, taxCents, tenders, expectedCashDepositCents, expectedChecksCents } = row;
      const { orders: o = 0, units: u = 0, grossCents: g = 0, discountCents: d = 0, refundNetCents: r = 0, taxCents: t = 0, tenders: p = noTenders(), expectedCashCents = 0, expectedChecksCents: c = 0 } = expected ?? {};
      expect({ key, orders, units, grossCents, discountCents, refundNetCents, taxCents, tenders, expectedCashDepositCents, expectedChecksCents, netCents: row.netCents, totalCents: row.totalCents }).toEqual({
        key, orders: o, units: u, grossCents: g, discountCents: d, refundNetCents: r, taxCents: t, tenders: p, expectedCashDepositCents: expectedCashCents, expectedChecksCents: c, netCents: g - d - r, totalCents: g - d - r + t,
      });
    }
  });

  it('agrees with a second set of books on every title at every price', () => {
    const found = reports.items.rows.map(({ sku, title, unitPriceCents, quantitySold, quantityRefunded, grossCents, discountCents, refundNetCents, taxCents }): [string, unknown] => [
      sku === null ? title : `${sku} at ${unitPriceCents}`, { quantitySold, quantityRefunded, grossCents, discountCents, refundNetCents, taxCents },
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(ledger.items));
  });

  it('sums the summary from the same books, and counts what it leaves out', () => {
    const { summary } = reports;
    const sum = (valueOf: (day: LedgerDay) => number) => [...ledger.days.values()].reduce((total, day) => total + valueOf(day), 0);
    expect(summary.totals).toMatchObject({
      orders: sum((day) => day.orders), unitsSold: sum((day) => day.units), unitsRefunded: sum((day) => day.unitsRefunded), grossCents: sum((day) => day.grossCents), netTaxCents: sum((day) => day.taxCents),
      exemptNetCents: sum((day) => day.exemptNetCents), shipToSchoolUnits: sum((day) => day.shipToSchoolUnits), uncollectedCents: 0, taxRatesPpm: [82_500, 101_000],
    });
    expect(Object.values(summary.totals.tenders).reduce((total, tender) => total + tender.underReviewCents, 0)).toBe(sum((day) => day.underReviewCents));
    expect(summary.excluded).toEqual({ openOrders: ledger.openOrders, pendingPayments: ledger.pendingPayments, failedPayments: 0, heldOrders: 0 });
    expect(ledger.openOrders).toBeGreaterThan(0);
    expect(summary.rows.map((row) => row.fairIdentifier)).toEqual(['CA0001-A', 'CA0001-B']);
  });

  it('keeps every invariant: for both fairs, for one, and narrowed to each method', async () => {
    const send = test.send(test.ownerToken);
    await checkReportInvariants(send, RANGE);
    await checkReportInvariants(send, { ...RANGE, fairIdentifier: 'ca0001-b' });
    for (const method of [1, 3] as const) await checkReportInvariants(send, { ...RANGE, method });
  });

  it('narrows to the orders that a method paid, with all their tenders', async () => {
    for (const method of [2, 6] as const) {
      const { summary } = await runSalesReports(test.send(test.ownerToken), { ...RANGE, method });
      const paidByIt = ledger.paidOrders.filter(({ payments }) => payments.some((payment) => payment.method === method));
      expect(summary.totals.orders).toBe(paidByIt.length);
      expect(summary.totals.tenders[PAYMENT_METHODS[method]]).toEqual(reports.summary.totals.tenders[PAYMENT_METHODS[method]]);
      expect(summary.totals).toMatchObject({ settlement: null, cashControl: null, tenderDifferenceCents: 0 });
    }
  });

  it('shows what the fairs have of a title once, however many prices it was sold at', () => {
    const river = reports.items.rows.filter((row) => row.sku === '9780306406157');
    expect(river.map((row) => row.unitPriceCents).sort()).toEqual([799, 899]);
    expect(river.map((row) => row.sent)).toEqual([120, null]);
    expect(river[1]).toMatchObject({ onHand: null, sellThrough: null });
  });

  it('groups titles by category, the most sold first, with a subtotal each', () => {
    const { rows, subtotals } = reports.items;
    expect(subtotals.map((row) => row.category)).toEqual(['Picture', 'Early reader', 'Chapter', 'Teen', 'Faith', 'Activity', 'Merchandise']);
    expect(rows.map((row) => row.category)).toEqual([...rows.map((row) => row.category)].sort((one, other) => subtotals.findIndex((row) => row.category === one) - subtotals.findIndex((row) => row.category === other)));
    for (const { category } of subtotals) {
      const nets = rows.filter((row) => row.category === category).map((row) => row.netQuantity);
      expect(nets).toEqual([...nets].sort((one, other) => other - one));
    }
    expect(rows.find((row) => row.sku === null)).toMatchObject({ title: 'No barcode: Merchandise', unitPriceCents: null, sent: null, onHand: null, sellThrough: null });
  });
});

const noTenders = (): LedgerDay['tenders'] => ({ 'Credit Card': 0, Check: 0, Cash: 0, Facts: 0, EWallet: 0, AveDollar: 0 });
