import { PAYMENT_METHOD_NUMBERS, PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import type { SalesSummaryReport } from '@pos/contract/reports/reports';
import { describe, expect, it } from 'vitest';
import {
  eligibleCents,
  handInSales,
  openRandomFairs,
  PLACES,
  RANGE,
} from '#testing/books/random-fairs.ts';
import { randomSales } from '#testing/books/random-sales.ts';
import { getSum } from '#testing/books/report-figures.ts';
import { checkReportInvariants } from '#testing/books/report-invariants.ts';
import { LedgerDay, SalesLedger } from '#testing/books/sales-ledger.ts';
import { runSalesReports } from '#testing/books/sales-reports.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const SEED = 20_260_308;
const SALES = 200;
const TIED_OUT = { ok: true, differenceCents: 0, orderNumbers: [] };

describe('reports over random sales at two fairs of one school', async () => {
  const test = await startTestApp();
  const send = test.send(test.ownerToken);
  const registers = await openRandomFairs(test);
  const ledger = new SalesLedger(new Map());
  await handInSales(registers, ledger, randomSales(SEED, SALES, PLACES, []));
  const reports = await runSalesReports(send, RANGE);
  const { summary, daily, items } = reports;

  it('agrees with a second set of books on every day of every fair', () => {
    const found = new Map(daily.rows.map((row) => [`${row.date} ${row.fairIdentifier}`, row]));
    expect([...ledger.days.keys()].filter((key) => !found.has(key))).toEqual([]);
    for (const [key, row] of found) {
      const { grossCents, discountCents, refundNetCents, taxCents, ...day } =
        ledger.days.get(key) ?? new LedgerDay();
      const netCents = grossCents - discountCents - refundNetCents;
      expect(row, key).toMatchObject({
        grossCents,
        discountCents,
        refundNetCents,
        taxCents,
        netCents,
        totalCents: netCents + taxCents,
        orders: day.orders,
        units: day.units,
        tenders: day.tenders,
        expectedCashDepositCents: day.expectedCashCents,
        cashRoundingCents: day.cashRoundingCents,
        expectedChecksCents: day.expectedChecksCents,
      });
    }
  });

  it('agrees with a second set of books on every title at every price', () => {
    const keys = items.rows.map(({ sku, title, unitPriceCents }) =>
      sku === null ? title : `${sku} at ${unitPriceCents}`,
    );
    expect(keys.toSorted()).toEqual([...ledger.items.keys()].toSorted());
    for (const [index, key] of keys.entries())
      expect(items.rows[index], key).toMatchObject(ledger.items.get(key)!);
  });

  it('sums the summary from the same books, and counts what it excludes', () => {
    const days = [...ledger.days.values()];
    expect(summary.totals).toMatchObject({
      orders: getSum(days, 'orders'),
      unitsSold: getSum(days, 'units'),
      unitsRefunded: getSum(days, 'unitsRefunded'),
      grossCents: getSum(days, 'grossCents'),
      netTaxCents: getSum(days, 'taxCents'),
      exemptNetCents: getSum(days, 'exemptNetCents'),
      shipToSchoolUnits: getSum(days, 'shipToSchoolUnits'),
      uncollectedCents: 0,
      taxRatesPpm: [82_500, 101_000],
    });
    expect(getSum(Object.values(summary.totals.tenders), 'underReviewCents')).toBe(
      getSum(days, 'underReviewCents'),
    );
    const { openOrders, pendingPayments } = ledger;
    expect(openOrders).toBeGreaterThan(0);
    const excluded = { openOrders, pendingPayments, failedPayments: 0, heldOrders: 0 };
    expect(summary.excluded).toEqual(excluded);
    expect(summary.rows.map((row) => row.fairIdentifier)).toEqual(['CA0001-A', 'CA0001-B']);
  });

  it.each([
    ['both fairs', {}],
    ['one fair', { fairIdentifier: 'ca0001-b' }],
    ['the orders that cards paid', { method: 1 as const }],
    ['the orders that cash paid', { method: 3 as const }],
  ])('keeps every invariant over %s', async (_, changes) => {
    await checkReportInvariants(send, { ...RANGE, ...changes });
  });

  it('agrees with the sums below the payments of the same fair, by list and by search', async () => {
    const { fairId } = await test.db
      .selectFrom('fairs')
      .select('id as fairId')
      .where('identifier', '=', 'CA0001-B')
      .executeTakeFirstOrThrow();
    const whole = { ...RANGE, fairIdentifier: 'ca0001-b', wholeFair: true } as const;
    const { totals } = (await runSalesReports(send, whole)).summary;
    // All order numbers of the fair begin with its identifier.
    for (const query of [{ fairId }, { fairId, search: 'CA0001-B' }]) {
      const data = await test.ask.payments.totals({ query });
      const parts = new Map(data.map((one) => [`${one.method} ${one.part}`, one]));
      for (const method of PAYMENT_METHOD_NUMBERS) {
        const { salesCents, refundsCents, count } = totals.tenders[PAYMENT_METHODS[method]];
        const one = parts.get(`${method} sales`);
        expect([one?.count ?? 0, one?.amountCents ?? 0, one?.refundedCents ?? 0]).toEqual([
          count,
          salesCents,
          refundsCents,
        ]);
      }
      expect(data.some(({ part }) => part === 'not_counted')).toBe(true);
    }
  });

  it('filters orders paid by a method, with all their tenders', async () => {
    for (const method of [2, 6] as const) {
      const { totals } = (await runSalesReports(send, { ...RANGE, method })).summary;
      const paid = ledger.paidOrders.filter(({ payments }) =>
        payments.some((payment) => payment.method === method),
      );
      const name = PAYMENT_METHODS[method];
      expect(totals.tenders[name]).toEqual(summary.totals.tenders[name]);
      const nothing = { settlement: null, cashControl: null, tenderDifferenceCents: 0 };
      expect(totals).toMatchObject({ orders: paid.length, ...nothing });
    }
  });

  it("counts the fairs' stock of a title once, however many prices it was sold at", () => {
    const river = items.rows.filter((row) => row.sku === '9780306406157');
    expect(river.map((row) => row.unitPriceCents).sort()).toEqual([799, 899]);
    expect(river).toMatchObject([{ sent: 120 }, { sent: null, onHand: null, sellThrough: null }]);
  });

  it('groups titles by category, best-selling first, with a subtotal each', () => {
    const { rows, subtotals } = items;
    const categories = subtotals.map(({ category }) => category);
    expect(categories.join()).toBe('Picture,Early reader,Chapter,Teen,Faith,Activity,Merchandise');
    const sorted = categories.flatMap((category) =>
      rows
        .filter((row) => row.category === category)
        .toSorted((one, other) => other.netQuantity - one.netQuantity),
    );
    expect(rows).toEqual(sorted);
    expect(rows.find((row) => row.sku === null)).toMatchObject({
      title: 'No barcode: Merchandise',
      unitPriceCents: null,
      sent: null,
      onHand: null,
      sellThrough: null,
    });
  });

  it('settles each fair on its own: the remaining amount of each order minus its AveDollar share', () => {
    for (const { fairIdentifier, tenders, settlement } of summary.rows) {
      const eligibleNetCents = ledger.paidOrders
        .filter(({ place }) => place === fairIdentifier)
        .reduce((sum, { lines, payments }) => sum + eligibleCents(lines, payments), 0);
      const { Cash, Check, Facts, EWallet, AveDollar, 'Credit Card': card } = tenders;
      const cashRoundingCents = daily.rows
        .filter((day) => day.fairIdentifier === fairIdentifier)
        .reduce((sum, day) => sum + (day.cashRoundingCents ?? 0), 0);
      const heldBySchoolCents = getSum([Cash, Check, Facts], 'netCents') + cashRoundingCents;
      const profitCents = Math.floor(eligibleNetCents / 4);
      expect(settlement).toEqual({
        heldBySchoolCents,
        topUpsHeldCents: 0,
        cashRoundingCents,
        companyReceivedCents: card.netCents + EWallet.netCents,
        schoolCreditCents: AveDollar.netCents,
        eligibleNetCents,
        profitOption: null,
        profitRatePpm: 250_000,
        profitCents,
        dueFromSchoolCents: heldBySchoolCents - profitCents,
      });
    }
    const profits = summary.rows.map((row) => row.settlement!);
    expect(summary.totals.settlement?.profitCents).toBe(getSum(profits, 'profitCents'));
  });

  it('excludes held, failed and unsent business, and counts it', async () => {
    const before = (await runSalesReports(send, RANGE)).summary;
    const register = registers[0]![0]!;
    const [{ order }] = randomSales(SEED + 1, 40, PLACES, []).filter((sale) =>
      sale.order.payments.some((payment) => payment.method === 1),
    ) as [ReturnType<typeof randomSales>[0]];
    const eraser = { sku: null, title: 'Eraser', category: 'Merchandise' };
    const price = { quantity: 1, unitPriceCents: 75, discountCents: 0 };
    const line = { ...order.lines[0]!, ...eraser, ...price, fulfilment: 'in_person' as const };
    const card = {
      ...order.payments[0]!,
      method: 1 as const,
      amountCents: 75,
      tenderedCents: 75,
      changeCents: 0,
      status: 'pending' as const,
    };
    const unpaid = {
      ...order,
      sequence: 9_001,
      taxRatePpm: 82_500,
      taxExempt: true,
      taxCents: 0,
      lines: [{ ...line, lineNo: 1 }],
      subtotalCents: 75,
      totalCents: 75,
      soldAt: '2026-03-04T20:00:00.000Z',
      payments: [card],
    };
    const { clientPaymentId } = card;
    const wrong = {
      ...unpaid,
      clientOrderId: clientPaymentId,
      sequence: 9_002,
      totalCents: 76,
      payments: [{ ...card, status: 'completed' as const, amountCents: 76 }],
    };
    const { data } = await register.orders({ body: { orders: [unpaid, wrong] } });
    expect(data.results.map(({ result }) => result)).toEqual(['accepted', 'held']);
    const declined = { clientPaymentId, status: 'failed', failureCode: 'declined' } as const;
    await register.payments({ body: { results: [declined] } });
    await register.heartbeat({ body: { appVersion: '1.0', unsentOrders: 3 } });
    const after = (await runSalesReports(send, RANGE)).summary;
    expect(after.totals).toEqual(before.totals);
    const openOrders = before.excluded.openOrders + 1;
    expect(after).toMatchObject({
      excluded: { ...before.excluded, openOrders, failedPayments: 1, heldOrders: 1 },
      registers: 4,
      unsentDevices: [{ deviceId: 'CA0001-A-1', unsentOrders: 3 }],
      tieOut: { ok: true },
    });
  });

  it('is consistent while orders arrive', async () => {
    const more = randomSales(SEED + 2, 120, PLACES.slice(0, 1), []).map(({ order }, index) => ({
      ...order,
      sequence: 10_001 + index,
    }));
    const handIn = async () => {
      for (let start = 0; start < more.length; start += 6)
        await registers[0]![1]!.orders({ body: { orders: more.slice(start, start + 6) } });
    };
    const seen = new Set<number>();
    const watch = async () => {
      for (let run = 0; run < 5; run++) {
        const { tieOut, totals } = (await test.ask.reports.run({
          query: { ...RANGE, reportType: 'SALES_SUMMARY' },
        })) as SalesSummaryReport;
        expect(tieOut).toEqual(TIED_OUT);
        expect(totals).toMatchObject({
          tenderDifferenceCents: 0,
          netCents: totals.taxableNetCents + totals.nonTaxableNetCents + totals.exemptNetCents,
        });
        seen.add(totals.orders);
        for (const reportType of ['DAILY_SALES', 'ITEM_SALES', 'SALES_ORDER_PER_ITEM'] as const) {
          const data = await test.ask.reports.run({ query: { ...RANGE, reportType } });
          const rows = data.rows as { totalCents: number }[];
          expect(data).toMatchObject({
            tieOut: TIED_OUT,
            totals: { totalCents: getSum(rows, 'totalCents') },
          });
        }
      }
    };
    await Promise.all([handIn(), watch()]);
    expect(seen.size).toBeGreaterThan(1);
  });
});
