import { MAX_SALES_FAIRS } from '@pos/contract/fairs/fairs';
import type { DashboardQuery } from '@pos/contract/reports/dashboard';
import type { OrderDayBasis } from '@pos/contract/sales/orders';
import { REPORTED_ORDER_STATUSES } from '@pos/contract/sales/order-states';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import type { ItemSalesReport, SalesSummaryReport } from '@pos/contract/reports/reports';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { makeFigures } from '#api/reports/reports/figures/make-figures.queries.ts';
import { openDashboardFloor } from '#testing/selling/dashboard-floor.ts';
import { expectErrors } from '#testing/calls/expectations.ts';
import { sum, getSum } from '#testing/books/report-figures.ts';

const DAY = today('America/Detroit');

describe('the dashboard', async () => {
  const { test, floor, elsewhere, register, ask, good } = await openDashboardFloor();
  const report = (reportType: 'SALES_SUMMARY' | 'ITEM_SALES', day: string) => {
    const { schoolIdentifier } = floor.fair;
    const query = { reportType, schoolIdentifier, startDate: day, endDate: day };
    return test.ask.reports.run({ query });
  };

  const readSales = (fairIds: string[]) => test.ask.fairs.salesByDay({ query: { fairIds } });

  it('shows the local days of the live fairs up to today, or as many days as asked for', async () => {
    const { asOf: _, ...board } = await ask({ fairId: floor.fair.id, only: ['liabilities'] });
    expect(board).toEqual({
      timeZone: 'America/Detroit',
      today: DAY,
      from: addDays(DAY, -1),
      to: DAY,
      range: 'fairs',
      liabilities: { eWalletCents: 2_000, aveDollarCents: 0 },
    });
    expect(await ask({ days: 7, only: ['titles'] })).toMatchObject({
      from: addDays(DAY, -6),
      to: DAY,
      range: 'days',
    });
    expect(await ask({ from: DAY, to: DAY, only: ['titles'] })).toMatchObject({
      from: DAY,
      to: DAY,
      range: 'given',
    });
  });

  it('matches the reports over the same days: sales, days, methods, titles', async () => {
    const { schoolId, id: fairId } = floor.fair;
    const sales = await good('sales', { fairId, from: DAY, to: DAY });
    const now = (await report('SALES_SUMMARY', DAY)) as SalesSummaryReport;
    const yesterday = addDays(DAY, -1);
    const before = (await report('SALES_SUMMARY', yesterday)) as SalesSummaryReport;
    const toFigures = ({ totals }: SalesSummaryReport) => {
      const { netCents, totalCents, uncollectedCents, orders, averageOrderCents } = totals;
      const { netTaxCents: taxCents, unitsSold: units, refundNetCents: refundsCents } = totals;
      const same = { netCents, totalCents, uncollectedCents, orders, averageOrderCents };
      return { ...same, taxCents, units, refundsCents };
    };
    expect(sales.current).toEqual({ ...toFigures(now), refundedOrders: 1 });
    expect(sales.current).toMatchObject({ orders: 4, refundsCents: 899 });
    expect((await good('sales', { fairId, from: yesterday, to: yesterday })).current).toEqual({
      ...toFigures(before),
      refundedOrders: 0,
    });
    const { byDay } = await good('sales', { schoolId, days: 14 });
    expect(byDay).toHaveLength(14);
    expect(byDay.slice(-3)).toEqual([
      { day: addDays(DAY, -2), orders: 0, netCents: 0 },
      { day: addDays(DAY, -1), orders: 1, netCents: before.totals.netCents },
      { day: DAY, orders: 4, netCents: now.totals.netCents },
    ]);
    const tenders = await good('tenders', { fairId, from: DAY, to: DAY });
    const { tenders: expected } = now.totals;
    expect(tenders.methods).toHaveLength(Object.keys(expected).length);
    for (const { method, netCents } of tenders.methods)
      expect(netCents).toBe(expected[PAYMENT_METHODS[method]].netCents);
    const nets = tenders.methods.map(({ netCents }) => netCents);
    expect(nets).toEqual(nets.toSorted((one, other) => other - one));
    expect(sum(nets) + tenders.uncollectedCents).toBe(now.totals.totalCents);
    const items = (await report('ITEM_SALES', DAY)) as ItemSalesReport;
    const titles = await good('titles', { fairId, from: DAY, to: DAY });
    const catalog = new Map(
      (await test.db.selectFrom('titles').select(['sku', 'author', 'category']).execute()).map(
        ({ sku, ...facts }) => [sku, { ...facts, pictureId: null }],
      ),
    );
    expect(titles.rows).toEqual(
      items.rows
        .map(({ sku, title, netQuantity, netCents }) => ({
          sku,
          title,
          ...catalog.get(sku ?? ''),
          netUnits: netQuantity,
          netCents,
        }))
        .toSorted((one, other) => other.netUnits - one.netUnits),
    );
  });

  it("splits one day by the school's local hours, which add up to the day", async () => {
    const { current, byHour } = await good('sales', { fairId: floor.fair.id, from: DAY, to: DAY });
    const hours = byHour ?? [];
    expect([getSum(hours, 'orders'), getSum(hours, 'netCents')]).toEqual([
      current.orders,
      current.netCents,
    ]);
    const yesterday = addDays(DAY, -1);
    const [noon] =
      (await good('sales', { fairId: floor.fair.id, from: yesterday, to: yesterday })).byHour ?? [];
    // 17:00 UTC is 12:00 or 13:00 in Detroit.
    expect([12, 13]).toContain(noon?.hour);
    expect((await good('sales', { days: 14 })).byHour).toBeNull();
  });

  it('adds up fairs of several schools, and shows the part of one fair or school', async () => {
    const net = async (query: Partial<DashboardQuery>) =>
      (await good('sales', query)).current.netCents;
    const [all, one, other] = [
      await net({}),
      await net({ schoolId: floor.fair.schoolId }),
      await net({ fairId: elsewhere.fair.id }),
    ];
    expect(other).toBe(125);
    expect(all).toBe(one + other);
  });

  it('adds up titles and eWallets of all fairs and schools, before and after figures are made', async () => {
    const readTitles = async (query: Partial<DashboardQuery>) => (await good('titles', query)).rows;
    const parts = [
      ...(await readTitles({ fairId: floor.fair.id })),
      ...(await readTitles({ schoolId: elsewhere.fair.schoolId })),
    ];
    const sums = new Map<string, { netUnits: number; netCents: number }>();
    for (const { sku, netUnits, netCents } of parts)
      sums.set(sku, {
        netUnits: (sums.get(sku)?.netUnits ?? 0) + netUnits,
        netCents: (sums.get(sku)?.netCents ?? 0) + netCents,
      });
    expect(parts.length).toBeGreaterThan(sums.size);
    const eWallets = (await good('liabilities', { schoolId: floor.fair.schoolId })).eWalletCents;
    for (const make of [async () => undefined, () => makeFigures(test.db)]) {
      await make();
      expect(
        new Map(
          (await readTitles({})).map(({ sku, netUnits, netCents }) => [
            sku,
            { netUnits, netCents },
          ]),
        ),
      ).toEqual(sums);
      expect((await good('liabilities')).eWalletCents).toBe(eWallets);
    }
  });

  it('links each tile to exactly the rows that it counts, in every scope', async () => {
    // A sale of the day before is refunded today: it lowers today's net sales and is not an order
    // of today.
    await register.refund(await register.book({ soldAt: `${addDays(DAY, -1)}T17:30:00.000Z` }));
    const status = [...REPORTED_ORDER_STATUSES];
    for (const scope of [{ fairId: floor.fair.id }, { schoolId: floor.fair.schoolId }, {}]) {
      for (const days of [
        { from: DAY, to: DAY },
        { from: addDays(DAY, -1), to: addDays(DAY, -1) },
        { from: addDays(DAY, -13), to: DAY },
      ]) {
        const { current } = await good('sales', { ...scope, ...days });
        const opened = async (dayOf: OrderDayBasis) => {
          const query = { ...scope, ...days, status, dayOf };
          const { data: rows } = await test.owner.orders.list({ query: { ...query, limit: 50 } });
          return {
            ids: rows.results.map(({ id }) => id),
            count: rows.totalResults,
            totals: await test.ask.orders.totals({ query }),
          };
        };
        const [net, orders, refunds] = [
          await opened('either'),
          await opened('sale'),
          await opened('refund'),
        ];
        expect(net.totals).toMatchObject({
          netCents: current.netCents,
          averageCents: current.averageOrderCents,
          sold: current.orders,
          refundedNetCents: current.refundsCents,
        });
        expect([orders.count, orders.totals.sold]).toEqual([current.orders, current.orders]);
        expect(refunds.count).toBe(current.refundedOrders);
        expect(refunds.totals).toMatchObject({ refundedNetCents: current.refundsCents, sold: 0 });
        expect(net.ids.toSorted()).toEqual(
          [...new Set([...orders.ids, ...refunds.ids])].toSorted(),
        );
      }
    }
    expect(
      await test.ask.orders.totals({ query: { fairId: floor.fair.id, from: DAY, to: DAY } }),
    ).toMatchObject({ sold: 4, refundedNetCents: 899 });
  });

  it('refuses half, long or reversed ranges, and a fair together with a school, on their fields', async () => {
    await expectErrors(ask({ from: DAY }), { to: 'Give both days, or none.' });
    await expectErrors(ask({ from: DAY, to: addDays(DAY, -1) }), { to: 'Ask for 1 to 366 days.' });
    await expectErrors(ask({ from: DAY, to: addDays(DAY, 366) }), { to: 'Ask for 1 to 366 days.' });
    await expectErrors(ask({ days: 7, from: DAY, to: DAY }), {
      days: 'Give a number of days or both days.',
    });
    await expectErrors(ask({ fairId: floor.fair.id, schoolId: floor.fair.schoolId }), {
      schoolId: 'Choose a fair or a school.',
    });
  });

  it("has the sales by day of several fairs like each fair's page, before and after figures are made", async () => {
    const ids = [floor.fair.id, elsewhere.fair.id];
    const shown = await Promise.all(
      ids.map(async (id) =>
        (await test.ask.fairs.getById({ params: { id } })).salesByDay.map(({ day, netCents }) => ({
          fairId: id,
          day,
          netCents,
        })),
      ),
    );
    expect(shown.every(({ length }) => length > 0)).toBe(true);
    const inOrder = (days: { fairId: string; day: string }[]) =>
      days.toSorted((one, other) =>
        `${one.fairId} ${one.day}`.localeCompare(`${other.fairId} ${other.day}`),
      );
    for (const make of [async () => undefined, () => makeFigures(test.db)]) {
      await make();
      expect(inOrder(await readSales(ids))).toEqual(inOrder(shown.flat()));
    }
    expect(new Set((await readSales([ids[1]!])).map(({ fairId }) => fairId))).toEqual(
      new Set([ids[1]]),
    );
  });

  it('has the sales by day of the fairs of one page at most', async () => {
    const many = Array.from({ length: MAX_SALES_FAIRS + 1 }, () => floor.fair.id);
    await expectErrors(readSales(many), { fairIds: 'Ask for 1 to 50 fairs.' });
  });
});
