import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import type { SalesSummaryReport } from '@pos/contract/reports';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomSales, type RandomSale } from '#testing/random-sales.ts';
import {
  eligibleCents,
  handInSales,
  noTenders,
  openRandomFairs,
  PLACES,
  RANGE,
  type Registers,
} from '#testing/random-fairs.ts';
import { checkReportInvariants } from '#testing/report-invariants.ts';
import { runSalesReports, type SalesReports } from '#testing/sales-reports.ts';
import { checkTopUp } from '#testing/report-closes.ts';
import { SalesLedger, type LedgerDay } from '#testing/sales-ledger.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const SEED = 20_260_308;
const SALES = 200;

describe('reports over random sales at two fairs of one school', () => {
  let test: TestApp;
  let ledger: SalesLedger;
  let reports: SalesReports;
  let registers: Registers;

  beforeAll(async () => {
    test = await startTestApp();
    registers = await openRandomFairs(test);
    ledger = new SalesLedger(new Map());
    await work(randomSales(SEED, SALES, PLACES, []));
    reports = await runSalesReports(test.send(test.ownerToken), RANGE);
  });

  const work = (sales: readonly RandomSale[]) => handInSales(registers, ledger, sales);

  it('agrees with a second set of books on every day of every fair', () => {
    const { daily } = reports;
    const found = new Map(daily.rows.map((row) => [`${row.date} ${row.fairIdentifier}`, row]));
    expect([...ledger.days.keys()].filter((key) => !found.has(key))).toEqual([]);
    for (const [key, row] of found) {
      const expected = ledger.days.get(key);
      const {
        orders,
        units,
        grossCents,
        discountCents,
        refundNetCents,
        taxCents,
        tenders,
        expectedCashDepositCents,
        expectedChecksCents,
      } = row;
      const {
        orders: o = 0,
        units: u = 0,
        grossCents: g = 0,
        discountCents: d = 0,
        refundNetCents: r = 0,
        taxCents: t = 0,
        tenders: p = noTenders(),
        cashRoundingCents = 0,
        expectedCashCents = 0,
        expectedChecksCents: c = 0,
      } = expected ?? {};
      expect({
        key,
        orders,
        units,
        grossCents,
        discountCents,
        refundNetCents,
        taxCents,
        tenders,
        expectedCashDepositCents,
        cashRoundingCents: row.cashRoundingCents,
        expectedChecksCents,
        netCents: row.netCents,
        totalCents: row.totalCents,
      }).toEqual({
        key,
        orders: o,
        units: u,
        grossCents: g,
        discountCents: d,
        refundNetCents: r,
        taxCents: t,
        tenders: p,
        expectedCashDepositCents: expectedCashCents,
        cashRoundingCents,
        expectedChecksCents: c,
        netCents: g - d - r,
        totalCents: g - d - r + t,
      });
    }
  });

  it('agrees with a second set of books on every title at every price', () => {
    const found = reports.items.rows.map(
      ({
        sku,
        title,
        unitPriceCents,
        quantitySold,
        quantityRefunded,
        grossCents,
        discountCents,
        refundNetCents,
        taxCents,
      }): [string, unknown] => [
        sku === null ? title : `${sku} at ${unitPriceCents}`,
        { quantitySold, quantityRefunded, grossCents, discountCents, refundNetCents, taxCents },
      ],
    );
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(ledger.items));
  });

  it('sums the summary from the same books, and counts what it excludes', () => {
    const { summary } = reports;
    const sum = (valueOf: (day: LedgerDay) => number) =>
      [...ledger.days.values()].reduce((total, day) => total + valueOf(day), 0);
    expect(summary.totals).toMatchObject({
      orders: sum((day) => day.orders),
      unitsSold: sum((day) => day.units),
      unitsRefunded: sum((day) => day.unitsRefunded),
      grossCents: sum((day) => day.grossCents),
      netTaxCents: sum((day) => day.taxCents),
      exemptNetCents: sum((day) => day.exemptNetCents),
      shipToSchoolUnits: sum((day) => day.shipToSchoolUnits),
      uncollectedCents: 0,
      taxRatesPpm: [82_500, 101_000],
    });
    expect(
      Object.values(summary.totals.tenders).reduce(
        (total, tender) => total + tender.underReviewCents,
        0,
      ),
    ).toBe(sum((day) => day.underReviewCents));
    expect(summary.excluded).toEqual({
      openOrders: ledger.openOrders,
      pendingPayments: ledger.pendingPayments,
      failedPayments: 0,
      heldOrders: 0,
    });
    expect(ledger.openOrders).toBeGreaterThan(0);
    expect(summary.rows.map((row) => row.fairIdentifier)).toEqual(['CA0001-A', 'CA0001-B']);
  });

  it.each([
    ['both fairs', {}],
    ['one fair', { fairIdentifier: 'ca0001-b' }],
    ['the orders that cards paid', { method: 1 as const }],
    ['the orders that cash paid', { method: 3 as const }],
  ])('keeps every invariant over %s', async (_, changes) => {
    await checkReportInvariants(test.send(test.ownerToken), { ...RANGE, ...changes });
  });

  it('domain 9.9, 10: a top-up changes no sales figure', async () => {
    const school = await test.db
      .selectFrom('schools')
      .select('id')
      .where('identifier', '=', 'CA0001')
      .executeTakeFirstOrThrow();
    await test.db
      .insertInto('students')
      .values({
        id: uuidv7(),
        schoolId: school.id,
        studentNumber: 'TOP-1',
        firstName: 'Robin',
        lastName: 'Reef',
        grade: '3',
        teacher: '',
        factsFamilyId: null,
      })
      .execute();
    await checkTopUp(test.send(test.ownerToken), RANGE, async () => {
      const topUps = ([1, 2, 3] as const).map((method) => ({
        clientPaymentId: uuidv7(),
        studentNumber: 'TOP-1',
        method,
        amountCents: 2_000,
        status: 'completed' as const,
        paidAt: '2026-03-06T20:00:00.000Z',
        ...(method === 2 && { checkNumber: '9' }),
      }));
      const { data } = await registers[0]![0]!.payments({ body: { topUps } });
      expect(data.results.map(({ result }) => result)).toEqual([
        'accepted',
        'accepted',
        'accepted',
      ]);
    });
  });

  it('filters orders paid by a method, with all their tenders', async () => {
    for (const method of [2, 6] as const) {
      const { summary } = await runSalesReports(test.send(test.ownerToken), { ...RANGE, method });
      const paidByIt = ledger.paidOrders.filter(({ payments }) =>
        payments.some((payment) => payment.method === method),
      );
      expect(summary.totals.orders).toBe(paidByIt.length);
      expect(summary.totals.tenders[PAYMENT_METHODS[method]]).toEqual(
        reports.summary.totals.tenders[PAYMENT_METHODS[method]],
      );
      expect(summary.totals).toMatchObject({
        settlement: null,
        cashControl: null,
        tenderDifferenceCents: 0,
      });
    }
  });

  it("counts the fairs' stock of a title once, however many prices it was sold at", () => {
    const river = reports.items.rows.filter((row) => row.sku === '9780306406157');
    expect(river.map((row) => row.unitPriceCents).sort()).toEqual([799, 899]);
    expect(river.map((row) => row.sent)).toEqual([120, null]);
    expect(river[1]).toMatchObject({ onHand: null, sellThrough: null });
  });

  it('groups titles by category, best-selling first, with a subtotal each', () => {
    const { rows, subtotals } = reports.items;
    expect(subtotals.map((row) => row.category)).toEqual([
      'Picture',
      'Early reader',
      'Chapter',
      'Teen',
      'Faith',
      'Activity',
      'Merchandise',
    ]);
    expect([...new Set(rows.map((row) => row.category))]).toEqual(
      subtotals.map((row) => row.category),
    );
    const places = rows.map((row) =>
      subtotals.findIndex(({ category }) => category === row.category),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    for (const { category } of subtotals) {
      const nets = rows.filter((row) => row.category === category).map((row) => row.netQuantity);
      expect(nets).toEqual([...nets].sort((one, other) => other - one));
    }
    expect(rows.find((row) => row.sku === null)).toMatchObject({
      title: 'No barcode: Merchandise',
      unitPriceCents: null,
      sent: null,
      onHand: null,
      sellThrough: null,
    });
  });

  it('settles each fair on its own: the remaining amount of each order minus its AveDollar share', () => {
    for (const row of reports.summary.rows) {
      const eligible = ledger.paidOrders
        .filter(({ place }) => place === row.fairIdentifier)
        .reduce((sum, { lines, payments }) => sum + eligibleCents(lines, payments), 0);
      const { Cash, Check, Facts, EWallet, AveDollar, 'Credit Card': card } = row.tenders;
      const cashRoundingCents = reports.daily.rows
        .filter(({ fairIdentifier }) => fairIdentifier === row.fairIdentifier)
        .reduce((sum, day) => sum + (day.cashRoundingCents ?? 0), 0);
      const heldBySchoolCents = Cash.netCents + Check.netCents + Facts.netCents + cashRoundingCents;
      const profitCents = Math.floor(eligible / 4);
      expect(row.settlement).toEqual({
        heldBySchoolCents,
        topUpsHeldCents: 0,
        cashRoundingCents,
        companyReceivedCents: card.netCents + EWallet.netCents,
        schoolCreditCents: AveDollar.netCents,
        eligibleNetCents: eligible,
        profitOption: null,
        profitRatePpm: 250_000,
        profitCents,
        dueFromSchoolCents: heldBySchoolCents - profitCents,
      });
    }
    expect(reports.summary.totals.settlement?.profitCents).toBe(
      reports.summary.rows.reduce((sum, row) => sum + (row.settlement?.profitCents ?? 0), 0),
    );
  });

  it('excludes held, failed and unsent business, and counts it', async () => {
    const before = (await runSalesReports(test.send(test.ownerToken), RANGE)).summary;
    const register = registers[0]![0]!;
    const { order } = randomSales(SEED + 1, 40, PLACES, []).find((sale) =>
      sale.order.payments.some((payment) => payment.method === 1),
    )!;
    const unpaid = {
      ...order,
      sequence: 9_001,
      taxRatePpm: 82_500,
      taxExempt: true,
      taxCents: 0,
      lines: [
        {
          ...order.lines[0]!,
          lineNo: 1,
          sku: null,
          title: 'Eraser',
          category: 'Merchandise',
          quantity: 1,
          unitPriceCents: 75,
          discountCents: 0,
          fulfilment: 'in_person' as const,
        },
      ],
      subtotalCents: 75,
      totalCents: 75,
      soldAt: '2026-03-04T20:00:00.000Z',
    };
    const card = {
      ...order.payments[0]!,
      method: 1 as const,
      amountCents: 75,
      tenderedCents: 75,
      changeCents: 0,
      status: 'pending' as const,
    };
    const wrong = {
      ...unpaid,
      clientOrderId: unpaid.payments[0]!.clientPaymentId,
      sequence: 9_002,
      totalCents: 76,
      payments: [{ ...card, status: 'completed' as const, amountCents: 76 }],
    };
    const { data } = await register.orders({
      body: { orders: [{ ...unpaid, payments: [card] }, wrong] },
    });
    expect(data.results.map(({ result }) => result)).toEqual(['accepted', 'held']);
    await register.payments({
      body: {
        results: [
          { clientPaymentId: card.clientPaymentId, status: 'failed', failureCode: 'declined' },
        ],
      },
    });
    await register.heartbeat({ body: { appVersion: '1.0', unsentOrders: 3 } });
    const after = (await runSalesReports(test.send(test.ownerToken), RANGE)).summary;
    expect(after.totals).toEqual(before.totals);
    expect(after.excluded).toEqual({
      ...before.excluded,
      openOrders: before.excluded.openOrders + 1,
      failedPayments: 1,
      heldOrders: 1,
    });
    expect(after).toMatchObject({
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
    const register = registers[0]![1]!;
    const handIn = async () => {
      for (let start = 0; start < more.length; start += 6)
        await register.orders({ body: { orders: more.slice(start, start + 6) } });
    };
    const seen: number[] = [];
    const watch = async () => {
      for (let run = 0; run < 5; run++) {
        const summary = (await test.ask.reports.run({
          query: { ...RANGE, reportType: 'SALES_SUMMARY' },
        })) as SalesSummaryReport;
        expect(summary).toMatchObject({
          tieOut: { ok: true, differenceCents: 0, orderNumbers: [] },
          totals: { tenderDifferenceCents: 0 },
        });
        expect(
          summary.totals.taxableNetCents +
            summary.totals.nonTaxableNetCents +
            summary.totals.exemptNetCents,
        ).toBe(summary.totals.netCents);
        seen.push(summary.totals.orders);
        for (const reportType of ['DAILY_SALES', 'ITEM_SALES', 'SALES_ORDER_PER_ITEM'] as const) {
          const { data } = await test.owner.reports.run({ query: { ...RANGE, reportType } });
          expect({ reportType, tieOut: data.tieOut }).toEqual({
            reportType,
            tieOut: { ok: true, differenceCents: 0, orderNumbers: [] },
          });
          expect(
            (data.rows as { totalCents: number }[]).reduce(
              (total, row) => total + row.totalCents,
              0,
            ),
          ).toBe('totalCents' in data.totals && data.totals.totalCents);
        }
      }
    };
    await Promise.all([handIn(), watch()]);
    expect(new Set(seen).size).toBeGreaterThan(1);
  });
});
