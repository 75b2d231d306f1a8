import { newDevice } from '#testing/selling/new-records.ts';
import type { DevicesQuery } from '@pos/contract/fairs/devices';
import { DUE_STATES } from '@pos/contract/fairs/fair-state';
import type { Module } from '@pos/contract/permissions';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDashboardFloor } from '#testing/selling/dashboard-floor.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { getSum } from '#testing/books/report-figures.ts';
import { HUNGER, openFair, stockWarehouse } from '#testing/selling/sales-floor.ts';

const DAY = today('America/Detroit');

describe('what needs attention on the dashboard', async () => {
  const { test, floor, elsewhere, register, ask, good } = await openDashboardFloor();

  it('counts payments and held orders like the lists that it links to', async () => {
    const { id: fairId, schoolId } = floor.fair;
    const { schoolId: other } = elsewhere.fair;
    const { underReview, failed, heldOrders } = await good('payments', { fairId });
    const review = (scope: object) =>
      test.ask.payments.list({ query: { ...scope, status: 'under_review' } });
    const { results, totalResults } = await review({ fairId });
    expect(underReview).toEqual({ count: 1, amountCents: results[0]?.amountCents });
    expect([
      totalResults,
      (await review({ schoolId })).totalResults,
      (await review({ schoolId: other })).totalResults,
    ]).toEqual([1, 1, 0]);
    const totals = await test.ask.payments.totals({ query: { status: 'under_review' } });
    expect((await good('payments')).underReview.amountCents).toBe(getSum(totals, 'amountCents'));
    expect([failed, heldOrders]).toEqual([{ count: 0, amountCents: 0 }, 0]);
    expect(await register.handIn({ ...register.sold(), totalCents: 1 })).toMatchObject([
      { result: 'held' },
    ]);
    const held = async (query: object) => (await test.ask.orders.held({ query })).totalResults;
    expect((await good('payments', { fairId })).heldOrders).toBe(await held({ fairId }));
    expect([await held({ schoolId }), await held({ schoolId: other })]).toEqual([1, 0]);
  });

  it('lists what needs attention: stale registers, low stock, fairs not closed out or not ready', async () => {
    expect((await good('devices')).stale).toEqual([]);
    await test.db
      .updateTable('devices')
      .set({ lastSyncAt: sql`now() - interval '3 hours'`, unsentOrders: 12 })
      .where('id', '=', register.id)
      .execute();
    expect((await good('devices')).stale).toMatchObject([
      { deviceId: 'REG-01', fairId: floor.fair.id, fairName: floor.fair.name, unsentOrders: 12 },
    ]);
    expect((await good('devices', { fairId: elsewhere.fair.id })).stale).toEqual([]);
    const late = async (query: Partial<DevicesQuery> = {}) => {
      const shown = { status: ['active' as const], stale: true, atLiveFair: true, ...query };
      const { results } = await test.ask.devices.list({ query: shown });
      return results.map(({ deviceId }) => deviceId);
    };
    const { id: fairId, schoolId } = floor.fair;
    for (const query of [{}, { fairId }, { schoolId }])
      expect(await late(query)).toEqual(['REG-01']);
    expect(await late({ fairId: elsewhere.fair.id })).toEqual([]);
    await test.owner.devices.add({ body: newDevice('SPARE', { warrantyDate: addDays(DAY, 10) }) });
    expect(await late({ atLiveFair: false })).toEqual(['SPARE']);
    expect((await good('devices')).warrantiesEnding).toBe(
      (await test.ask.devices.list({ query: { warranty: 'expiring' } })).totalResults,
    );

    const other = await elsewhere.logIn('REG-03');
    await other.book({ lines: [{ sku: HUNGER, quantity: 20 }] });
    const { data: soldOut } = await test.owner.inventory.fairInventory({
      query: { fairId: elsewhere.fair.id, stock: 'sold-out', status: 'active' },
    });
    expect(await good('stock')).toEqual({
      lastCopyTitles: 0,
      soldOutTitles: soldOut.totalResults,
      fairs: [
        { id: elsewhere.fair.id, name: elsewhere.fair.name, lastCopyTitles: 0, soldOutTitles: 1 },
      ],
      missingCartons: 0,
      missing: [],
      shipToSchoolUnits: 0,
      shipToSchoolOrders: 0,
    });
    const soldOutTitles = async () =>
      (await test.ask.fairs.getById({ params: { id: elsewhere.fair.id } })).totals.soldOutTitles;
    expect(await soldOutTitles()).toBe(1);
    await other.book({ lines: [{ sku: HUNGER }] });
    expect(await soldOutTitles()).toBe(0);

    const planned = (name: string, from: number, to: number) =>
      plannedFair(test, name, { startDate: addDays(DAY, from), endDate: addDays(DAY, to) });
    const ended = await planned('ENDED', -20, -16);
    const soon = await planned('SOON', 3, 5);
    const later = await planned('LATER', 14, 15);
    await planned('MUCHLATER', 15, 16);
    const fairs = await good('fairs');
    expect(fairs).toMatchObject({
      live: 2,
      starting: 2,
      overdueCount: 1,
      overdue: [{ id: ended.id, endDate: ended.endDate, daysOverdue: 16, closeOutReverted: false }],
      nextFairs: [
        {
          id: soon.id,
          daysLeft: 3,
          done: 2,
          of: 7,
          missing: [
            'Dates and hours',
            'Devices',
            'Inventory uploaded',
            'Template selected',
            'Public page',
          ],
        },
        { id: later.id, daysLeft: 14 },
      ],
    });
    const { readiness } = await test.ask.fairs.getById({ params: { id: soon.id } });
    expect(fairs.nextFairs[0]?.missing).toEqual(
      readiness.filter(({ done }) => !done).map(({ text }) => text),
    );
    expect(fairs.liveFairs.map(({ id }) => id).toSorted()).toEqual(
      [floor.fair.id, elsewhere.fair.id].toSorted(),
    );
    const list = await test.ask.fairs.list({ query: { state: [...DUE_STATES] } });
    expect(fairs.overdueCount).toBe(list.totalResults);
    // An unpaid order is not counted yet.
    await register.book({ payments: [{ method: 1, status: 'pending' }] });
    const { orders, netCents } = (await floor.now()).totals;
    const live = (await good('fairs')).liveFairs;
    expect(live.find(({ id }) => id === floor.fair.id)).toMatchObject({
      orders,
      netCents,
      today: DAY,
      registers: 1,
      unsyncedRegisters: 1,
    });
  });

  it('lists fairs with missing cartons and orders to ship, like their lists', async () => {
    const delivered = await openFair(test);
    const { id: fairId, name } = delivered.fair;
    const scan = { stage: 'delivery' as const, codes: [], confirm: true };
    await test.owner.cartons.scan({ body: { fairId, ...scan } });
    await stockWarehouse(test, HUNGER, 5);
    await register.book({ lines: [{ sku: HUNGER, quantity: 2, fulfilment: 'ship_to_school' }] });
    const { missingCartons, missing, shipToSchoolUnits, shipToSchoolOrders } = await good('stock');
    const { data: cartons } = await test.owner.cartons.list({ params: { id: fairId } });
    expect([missingCartons, missing]).toEqual([
      1,
      [
        {
          id: fairId,
          name,
          cartons: cartons.filter(({ status }) => status === 'missing_at_delivery').length,
        },
      ],
    ]);
    const toShip = (scope: { fairId?: string }) =>
      test.ask.orders.list({ query: { ...scope, fulfilmentStatus: ['to_ship'] } });
    expect([shipToSchoolOrders, shipToSchoolUnits]).toEqual([(await toShip({})).totalResults, 2]);
    expect((await toShip({ fairId: elsewhere.fair.id })).totalResults).toBe(0);
  });

  it('names returns that wait since their fair, and receipts open for more than three days', async () => {
    const nothing = { count: 0, since: null };
    const before = await good('warehouse');
    expect(before).toEqual({ returns: expect.anything(), shipments: nothing, receipts: nothing });
    const { fair } = await openFair(test);
    const endDate = addDays(DAY, -400);
    await test.db
      .updateTable('fairs')
      .set({ startDate: addDays(endDate, -4), endDate })
      .where('id', '=', fair.id)
      .execute();
    const { id } = await test.ask.receipts.open({ body: { receivedOn: DAY } });
    expect(await good('warehouse')).toEqual({
      returns: { count: before.returns.count + 1, since: endDate },
      shipments: nothing,
      receipts: nothing,
    });
    await test.db
      .updateTable('stockDocuments')
      .set({ openedAt: sql`now() - interval '4 days'` })
      .where('id', '=', id)
      .execute();
    expect((await good('warehouse')).receipts).toEqual({
      count: 1,
      since: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    await test.ask.receipts.discard({ params: { id } });
    await test.ask.putAway.book({ params: { id: fair.id }, body: {} });
    expect(await good('warehouse')).toEqual(before);
  });

  it('shows each block only to those who may read its module', async () => {
    const seen = async (...modules: Module[]) => {
      const { client } = await signedInWith(
        test,
        (['Dashboard', ...modules] as const).map((module) => [module, 'read_only'] as const),
      );
      const {
        asOf: _,
        timeZone: __,
        today: ___,
        from,
        to,
        range: ____,
        ...blocks
      } = await ask({}, client);
      expect([from, to]).not.toContain(undefined);
      return blocks;
    };
    expect(await seen()).toEqual({});
    expect(Object.keys(await seen('Orders'))).toEqual(['sales', 'lastTime', 'titles']);
    expect(Object.keys(await seen('Payments'))).toEqual(['tenders', 'payments']);
    expect(Object.keys(await seen('Devices'))).toEqual(['devices']);
    expect(Object.keys(await seen('Fair Inventory'))).toEqual(['stock']);
    expect(await seen('Students')).toEqual({
      liabilities: { eWalletCents: 2_000, aveDollarCents: null },
    });
    const ofFairs = await seen('Fairs');
    expect(Object.keys(ofFairs)).toEqual(['liabilities', 'fairs']);
    expect(ofFairs.liabilities).toEqual({ eWalletCents: null, aveDollarCents: 0 });
    expect(await seen('Users', 'Reports', 'All Inventory', 'Customize Template')).toEqual({});
    const { client: inWarehouse } = await signedInWith(
      test,
      [['Dashboard', 'read_only']],
      ['work_warehouse'],
    );
    expect(await ask({}, inWarehouse)).toHaveProperty('warehouse');
    const { client } = await signedInWith(test, [['Orders', 'read_only']]);
    await expectRefusal(ask({}, client), 'FORBIDDEN');
  });

  it('lets a block fail on its own, and fails only if every block does', async () => {
    await sql`alter table cartons rename to cartons_away`.execute(test.db);
    try {
      const board = await ask();
      expect(board.stock).toEqual({ error: 'This part could not be loaded. Try again.' });
      expect(board.sales).toMatchObject({ current: { orders: 9 } });
      await expectRefusal(ask({ only: ['stock'] }), 'INTERNAL');
    } finally {
      await sql`alter table cartons_away rename to cartons`.execute(test.db);
    }
    expect(await good('stock')).toMatchObject({ missingCartons: 1 });
  });
});
