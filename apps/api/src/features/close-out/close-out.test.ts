import type { CloseOutSnapshot } from '@pos/contract/close-out-snapshot';
import type { SalesSummaryReport } from '@pos/contract/reports';
import { sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { countReturn, fairOnLastDay, finish, readCloseOut, revert } from '#testing/close-outs.ts';
import { refusalOf } from '#testing/refusals.ts';
import { checkSnapshots } from '#testing/snapshot-invariants.ts';
import {
  addStudent,
  BIBLE,
  bookOrder,
  earnAveDollars,
  fairLine,
  handIn,
  handInRefunds,
  HUNGER,
  logIn,
  openFair,
  PENCIL,
  readOrder,
  refundOfOrder,
  type SalesFloor,
  stockWarehouse,
  walletCents,
} from '#testing/sales-floor.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const CARD = { method: 1 as const, cardBrand: 'Visa', cardLast4: '4242' };

describe('closing out a fair', () => {
  let test: TestApp;
  let cashierId: string;
  beforeAll(async () => {
    test = await startTestApp();
    ({ cashierId } = await openFair(test));
  });
  const newFloor = () => fairOnLastDay(test, cashierId);
  let registers = 0;
  const newRegister = (floor: SalesFloor) => logIn(floor, `REG-${++registers}`);
  const codes = (found: readonly { code: string }[] | undefined) =>
    (found ?? []).map(({ code }) => code);
  const summaryOf = async ({ fair }: SalesFloor, range: { startDate: string; endDate: string }) =>
    (
      await test.owner.reports.run({
        query: {
          reportType: 'SALES_SUMMARY',
          schoolIdentifier: fair.schoolIdentifier,
          fairIdentifier: fair.identifier,
          ...range,
        },
      })
    ).data as SalesSummaryReport;
  const aveDollars = async ({ fair }: SalesFloor) =>
    (
      await test.db
        .selectFrom('schools')
        .select('aveDollarBalanceCents')
        .where('id', '=', fair.schoolId)
        .executeTakeFirstOrThrow()
    ).aveDollarBalanceCents;
  const ledger = ({ fair }: SalesFloor) =>
    test.db
      .selectFrom('aveDollarEntries')
      .select(['type', 'amountCents', 'balanceAfterCents'])
      .where('schoolId', '=', fair.schoolId)
      .orderBy('seq')
      .execute();
  const state = async ({ fair }: SalesFloor) =>
    (await test.owner.fairs.getById({ params: { id: fair.id } })).data.closeOutState;

  it('scenario 7: refuses a finish with open business, with all reasons, counts and links at once', async () => {
    const floor = await openFair(test, {}, cashierId);
    const register = await newRegister(floor);
    await addStudent(floor, register, 'S-1');
    await bookOrder(floor, register, { payments: [{ ...CARD, status: 'pending' }] });
    await bookOrder(floor, register, {
      studentNumber: 'S-1',
      customerType: 'student',
      payments: [{ method: 5 }],
    });
    register.sold();
    await bookOrder(floor, register);
    await register.pos.heartbeat({ body: { appVersion: '1.0', unsentOrders: 2 } });

    const { status, code, reasons } = await refusalOf(finish(floor));
    expect({ status, code }).toEqual({ status: 409, code: 'CLOSE_OUT_BLOCKED' });
    expect(reasons).toMatchObject([
      { code: 'FAIR_NOT_ENDED' },
      {
        code: 'OPEN_ORDERS',
        count: 1,
        text: '1 order is open and not fully paid.',
        link: `/fair-details/${floor.fair.id}?tab=orders&status=open`,
      },
      { code: 'PAYMENTS_PENDING', count: 1 },
      { code: 'PAYMENTS_UNDER_REVIEW', count: 1 },
      {
        code: 'UNSENT_ORDERS',
        count: 2,
        text: `2 orders are still on a register: ${register.deviceId} (2).`,
      },
      {
        code: 'MISSING_ORDERS',
        count: 1,
        text: `1 order from a register never arrived: ${register.deviceId} (1).`,
      },
    ]);
    expect((await readCloseOut(floor)).reasons).toEqual(reasons);
    expect(await state(floor)).toBe('open');
    expect((await readCloseOut(floor)).versions).toEqual([]);
  });

  it("detects an order in a register's control totals that never arrived", async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    const { businessDay, totalCents } = await bookOrder(floor, register);
    const controlTotals = (orders: number) =>
      register.pos.orders({
        body: {
          orders: [register.sold()],
          controlTotals: [{ businessDay, orders, totalCents: totalCents * orders }],
        },
      });
    await controlTotals(4);
    expect(codes((await refusalOf(finish(floor))).reasons)).toEqual(['MISSING_ORDERS']);
    await controlTotals(3);
    expect((await finish(floor)).state).toBe('finished');
  });

  it('asks once for all warnings and finishes when they are confirmed', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    await stockWarehouse(test, HUNGER, 1);
    await bookOrder(floor, register, { lines: [{ sku: HUNGER, fulfilment: 'ship_to_school' }] });
    await bookOrder(floor, register, { payments: [{ method: 2, checkNumber: '101' }] });
    await handIn(register, register.sold({ totalCents: 1 }));
    await countReturn(floor, HUNGER, 18);
    const wish = {
      countedCashCents: 1_000,
      countedCheckCents: 900,
      countedChecks: 1,
      secondPerson: 'Sam Second',
    };
    const { status, code, warnings } = await refusalOf(finish(floor, { ...wish, confirm: false }));
    expect({ status, code }).toEqual({ status: 409, code: 'CONFIRMATION_NEEDED' });
    expect(warnings).toMatchObject([
      { code: 'CARTONS_NOT_RETURNED', count: 1 },
      {
        code: 'RETURNS_NOT_COUNTED',
        count: 2,
        text: '2 titles are not counted: 55 units expected back. They stay in transit and can be counted later.',
      },
      {
        code: 'RETURN_VARIANCE',
        count: 1,
        text: 'The return count of 1 title differs: -1 unit, -$8.99 at retail.',
      },
      { code: 'SHIP_TO_SCHOOL_OPEN', count: 1 },
      { code: 'CASH_VARIANCE', text: 'Cash counted: $0.27 over.' },
      { code: 'CHECK_VARIANCE', text: 'Checks counted: $0.73 short.' },
      { code: 'HELD_ORDERS', count: 1 },
    ]);
    expect(await state(floor)).toBe('open');
    expect(await fairLine(floor, HUNGER)).toMatchObject({ onHand: 19 });
    const done = await finish(floor, wish);
    expect(done.versions).toMatchObject([
      {
        number: 1,
        finishedBy: 'Account Owner',
        secondPerson: 'Sam Second',
        reverted: null,
        profitOption: 'cash',
      },
    ]);
    expect(done.cashControl).toMatchObject({
      countedCashCents: 1_000,
      cashVarianceCents: 27,
      countedChecksCents: 900,
      checkVarianceCents: -73,
    });
  });

  it('only warns of orders on a deactivated device and of money not counted', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    await bookOrder(floor, register);
    await register.pos.heartbeat({ body: { appVersion: '1.0', unsentOrders: 3 } });
    expect(codes((await refusalOf(finish(floor))).reasons)).toEqual(['UNSENT_ORDERS']);
    await test.owner.devices.changeStatus({
      params: { id: register.id },
      body: { status: 'inactive' },
    });
    const { warnings } = await refusalOf(finish(floor, { confirm: false }));
    expect(codes(warnings)).toEqual([
      'CARTONS_NOT_RETURNED',
      'RETURNS_NOT_COUNTED',
      'MONEY_NOT_COUNTED',
      'INACTIVE_DEVICE_UNSENT',
    ]);
    expect((await finish(floor)).state).toBe('finished');
  });

  it('reports errors in the request on its fields', async () => {
    const { fair } = await newFloor();
    const send = (body: object) =>
      refusalOf(
        test.owner.closeOut.finishOrRevert({
          body: { fairId: fair.id, reviewed: 'read', ...body } as never,
        }),
      );
    expect((await send({ action: 'finish', countedCashCents: -1 })).errors).toEqual({
      profitOption: 'Choose cash or AveDollars.',
      countedCashCents: 'The amount cannot be below zero.',
    });
    expect((await send({ action: 'revert', reason: 'no' })).errors).toEqual({
      reason: 'Enter a reason of 5 to 255 characters.',
    });
    expect(
      (await send({ action: 'finish', profitOption: 'cash', secondPerson: 'account owner' }))
        .errors,
    ).toEqual({ secondPerson: 'The second person must be someone else.' });
    expect(
      await send({ action: 'revert', reason: 'Never was finished', confirm: true }),
    ).toMatchObject({ status: 409, code: 'INVALID_TRANSITION' });
    expect(
      await refusalOf(test.owner.closeOut.getById({ params: { id: uuidv4() } })),
    ).toMatchObject({ status: 404 });
  });

  it('freezes the sales summary of the whole fair, and the report matches it from then on', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    const order = await bookOrder(floor, register, {
      lines: [{ sku: HUNGER, quantity: 2 }, { sku: BIBLE }],
      payments: [{ method: 3 }],
    });
    await handInRefunds(
      register,
      refundOfOrder(order, [{ lineNo: 1, quantity: 1, restock: true }]),
    );
    const { range } = await readCloseOut(floor);
    const provisional = await summaryOf(floor, range);
    expect(provisional).toMatchObject({
      state: 'provisional',
      fairs: [{ closeOutNumber: null }],
      totals: { settlement: { profitOption: null }, cashControl: { countedCashCents: null } },
    });
    const {
      versions: [version],
      cashControl: { expectedCashCents },
    } = await finish(floor, {
      countedCashCents: 2_000,
      countedCheckCents: 0,
      overShortReason: 'Coins were miscounted',
    });
    const report = await summaryOf(floor, range);
    expect(report).toMatchObject({
      state: 'final',
      fairs: [{ closeOutState: 'finished', closeOutNumber: 1 }],
      totals: {
        netCents: provisional.totals.netCents,
        settlement: { profitOption: 'cash' },
        cashControl: {
          expectedCashCents,
          countedCashCents: 2_000,
          cashVarianceCents: 2_000 - expectedCashCents,
          checkVarianceCents: 0,
        },
      },
    });
    const kept = await snapshotOf(floor);
    expect(kept).toMatchObject({
      number: 1,
      overShortReason: 'Coins were miscounted',
      counted: { cashCents: 2_000, checkCents: 0, checks: null },
      orders: [{ orderNumber: order.orderNumber, netCents: 2_099, totalCents: 2_099 + 74 }],
    });
    expect({ ...kept.summary, generatedAt: report.generatedAt }).toEqual(report);
    expect(version!.totals).toEqual({
      orders: 1,
      netCents: report.totals.netCents,
      netTaxCents: report.totals.netTaxCents,
      totalCents: report.totals.totalCents,
      dueFromSchoolCents: report.totals.settlement!.dueFromSchoolCents,
    });
  });

  const snapshotOf = async ({ fair }: SalesFloor): Promise<CloseOutSnapshot> => {
    const { rows } = await sqlText(fair.id);
    return JSON.parse(rows[0]!.text) as CloseOutSnapshot;
  };
  const sqlText = (fairId: string) =>
    sql<{
      text: string;
    }>`select snapshot::text as text from standing_close_outs where fair_id = ${fairId}`.execute(
      test.db,
    );

  it('freezes the fair: late orders and refunds wait, nothing else can change', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    const order = await bookOrder(floor, register);
    const { versions } = await finish(floor);
    expect(await handIn(register, register.sold())).toMatchObject([
      { result: 'held', reason: 'LATE_SYNC' },
    ]);
    expect(
      await handInRefunds(
        register,
        refundOfOrder(order, [{ lineNo: 1, quantity: 1, restock: true }]),
      ),
    ).toMatchObject([{ result: 'held', reason: 'FAIR_FINISHED' }]);
    const {
      name,
      address,
      startDate,
      endDate,
      adminId,
      packageOption,
      schoolIdentifier,
      salesTaxRate,
      version,
    } = floor.fair;
    expect(
      await refusalOf(
        test.owner.fairs.update({
          params: { id: floor.fair.id },
          body: {
            name,
            address,
            startDate,
            endDate,
            adminId,
            packageOption,
            schoolIdentifier,
            salesTaxRate,
            version,
          },
        }),
      ),
    ).toMatchObject({ status: 409, code: 'FAIR_FINISHED' });
    const line = await fairLine(floor, PENCIL);
    expect(
      await refusalOf(
        test.owner.inventory.update({
          params: { id: line.id },
          body: { operation: 'remove', updatedQuantity: 1, seenQuantity: 50, reason: 'damaged' },
        }),
      ),
    ).toMatchObject({ status: 409, code: 'FAIR_FINISHED' });
    expect((await readCloseOut(floor)).versions).toEqual(versions);
    expect(codes((await readCloseOut(floor)).warnings)).toContain('HELD_ORDERS');
  });

  it('scenario 7: finished twice at once keeps one snapshot and earns once, then says it is finished', async () => {
    const floor = await newFloor();
    await bookOrder(floor, await newRegister(floor), { payments: [CARD] });
    const both = await Promise.allSettled(
      [1, 2, 3].map(() => finish(floor, { profitOption: 'ave_dollar' })),
    );
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ledger(floor)).toEqual([
      { type: 'earn', amountCents: 359, balanceAfterCents: 359 },
    ]);
    expect((await readCloseOut(floor)).versions).toHaveLength(1);
    expect(await refusalOf(finish(floor))).toMatchObject({
      status: 409,
      code: 'CLOSE_OUT_BLOCKED',
      reasons: [{ code: 'ALREADY_FINISHED' }],
    });
  });

  it('earns AveDollars on amounts not paid in AveDollars, and a revert takes them back', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    await earnAveDollars(floor, 1_200);
    await bookOrder(floor, register, {
      customerType: 'school',
      taxExempt: true,
      exemptReason: 'school_purchase',
      exemptCertificateNo: 'E-1',
      lines: [{ sku: BIBLE }],
      payments: [{ method: 6 }],
    });
    await bookOrder(floor, register, { payments: [CARD] });
    const { settlements } = await readCloseOut(floor);
    expect(settlements).toMatchObject({
      cash: { eligibleNetCents: 899, profitCents: 224, dueFromSchoolCents: -224 },
      ave_dollar: { profitCents: 359, dueFromSchoolCents: 0, schoolCreditCents: 1_200 },
    });
    const {
      versions: [version],
    } = await finish(floor, { profitOption: 'ave_dollar' });
    expect(version).toMatchObject({
      profitOption: 'ave_dollar',
      profitRatePpm: 400_000,
      profitCents: 359,
    });
    expect(await aveDollars(floor)).toBe(359);
    expect((await revert(floor)).versions).toMatchObject([
      { number: 1, reverted: { by: 'Account Owner', reason: 'A register turned up' } },
    ]);
    expect(await aveDollars(floor)).toBe(0);
    expect(await ledger(floor)).toMatchObject([
      { type: 'earn' },
      { type: 'spend' },
      { type: 'earn', amountCents: 359 },
      { type: 'reverse', amountCents: -359, balanceAfterCents: 0 },
    ]);
  });

  it('scenario 9: is not reverted once the school has spent its AveDollars: 409, nothing changes', async () => {
    const floor = await newFloor();
    await bookOrder(floor, await newRegister(floor), { payments: [CARD] });
    await countReturn(floor, HUNGER, 19);
    await finish(floor, { profitOption: 'ave_dollar' });
    const next = {
      ...(await newFloor()),
      fair: (
        await test.owner.fairs.add({
          body: {
            schoolIdentifier: floor.fair.schoolIdentifier,
            name: 'The next fair',
            address: '1 Lake Rd',
            startDate: floor.fair.startDate,
            endDate: floor.fair.endDate,
            salesTaxRate: 8.25,
            adminId: test.ownerId,
            packageOption: 1,
          },
        })
      ).data,
    };
    await bookOrder(next, await newRegister(next), {
      customerType: 'teacher',
      lines: [{ sku: null, category: 'Merchandise', title: 'Eraser' }],
      payments: [{ method: 6 }],
    });
    const before = [await readCloseOut(floor), await fairLine(floor, HUNGER), await ledger(floor)];
    expect(await refusalOf(revert(floor))).toMatchObject({ status: 409, code: 'AVE_DOLLAR_SPENT' });
    expect([await readCloseOut(floor), await fairLine(floor, HUNGER), await ledger(floor)]).toEqual(
      before,
    );
  });

  it('scenario 8: holds a late order; reverted, released and finished again, it differs by that order', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    await bookOrder(floor, register, { lines: [{ sku: HUNGER, quantity: 3 }] });
    await countReturn(floor, HUNGER, 17);
    const first = await finish(floor, {
      profitOption: 'ave_dollar',
      countedCashCents: 2_920,
      countedCheckCents: 0,
    });
    expect(first.difference).toBeNull();
    const late = register.sold({ lines: [{ sku: PENCIL, quantity: 4 }] });
    await handIn(register, late);
    expect((await readCloseOut(floor)).versions).toEqual(first.versions);
    expect(
      (await test.owner.dashboard.read({ query: { fairId: floor.fair.id } })).data.payments,
    ).toMatchObject({ heldOrders: 1 });
    const isReverted = async () =>
      (await test.owner.fairs.list({ query: { search: floor.fair.identifier } })).data.results.map(
        ({ closeOutReverted }) => closeOutReverted,
      );
    expect(await isReverted()).toEqual([false]);
    expect((await revert(floor)).standing).toBeNull();
    expect(await isReverted()).toEqual([true]);
    const { data: held } = await test.owner.orders.held({ query: { fairId: floor.fair.id } });
    await test.owner.orders.decideHeld({
      params: { id: held.results[0]!.id },
      body: { decision: 'release', reason: 'The register turned up' },
    });
    const { orderNumber } = await readOrder(floor, late.clientOrderId);
    const second = await finish(floor, {
      profitOption: 'ave_dollar',
      countedCashCents: 2_920,
      countedCheckCents: 0,
    });
    expect(second.versions.map(({ number, reverted }) => [number, reverted !== null])).toEqual([
      [2, false],
      [1, true],
    ]);
    expect(second.standing).toMatchObject({
      number: 2,
      profitOption: 'ave_dollar',
      counted: { cashCents: 2_920 },
      summary: { totals: { orders: 2 } },
    });
    expect(await isReverted()).toEqual([false]);
    const { from, to, figures, orders } = second.difference!;
    expect({ from, to, orders }).toEqual({
      from: 1,
      to: 2,
      orders: [
        {
          orderNumber,
          change: 'added',
          from: null,
          to: { orderNumber, netCents: 500, taxCents: 41, totalCents: 541 },
        },
      ],
    });
    expect(
      Object.fromEntries(figures.map(({ figure, difference }) => [figure, difference])),
    ).toEqual({
      Orders: 1,
      'Units sold': 4,
      'Gross sales': 500,
      'Net sales': 500,
      'Net tax': 41,
      Total: 541,
      'Cash, net': 541,
      'Held by school': 541,
      'Eligible net': 500,
      Profit: 200,
      'Due from school': 541,
      'Expected cash': 541,
      'Units expected back': -4,
    });
    expect((await summaryOf(floor, second.range)).fairs).toMatchObject([{ closeOutNumber: 2 }]);
  });

  it('takes counted titles off the fair, the others when counted later; a revert restores them', async () => {
    const floor = await newFloor();
    const quantities = async () =>
      Promise.all(
        [HUNGER, PENCIL, BIBLE].map(async (sku) => {
          const { returnedQty, lostQty, onHand, countedReturnQty, damagedQty } = await test.db
            .selectFrom('fairLines')
            .select(['returnedQty', 'lostQty', 'onHand', 'countedReturnQty', 'damagedQty'])
            .where('id', '=', (await fairLine(floor, sku)).id)
            .executeTakeFirstOrThrow();
          return { returnedQty, lostQty, onHand, counted: countedReturnQty, damaged: damagedQty };
        }),
      );
    await countReturn(floor, HUNGER, 18, 2);
    await countReturn(floor, BIBLE, 7);
    const before = await quantities();
    await finish(floor);
    const returned = [
      { returnedQty: 16, lostQty: 4, onHand: 0, counted: 18, damaged: 2 },
      { returnedQty: 0, lostQty: 0, onHand: 50, counted: null, damaged: 0 },
      { returnedQty: 7, lostQty: -2, onHand: 0, counted: 7, damaged: 0 },
    ];
    expect(await quantities()).toEqual(returned);
    expect((await snapshotOf(floor)).returns).toEqual({
      titles: 3,
      countedTitles: 2,
      notCountedTitles: 1,
      expectedUnits: 75,
      countedUnits: 25,
      damagedUnits: 2,
      notCountedUnits: 50,
      varianceTitles: 2,
      varianceUnits: 0,
      varianceValueCents: 2 * 1_200 - 2 * 899,
    });
    expect(await refusalOf(countReturn(floor, HUNGER, 20))).toMatchObject({
      status: 409,
      code: 'FAIR_FINISHED',
    });
    await countReturn(floor, PENCIL, 49, 1);
    expect((await quantities())[1]).toEqual({
      returnedQty: 48,
      lostQty: 2,
      onHand: 0,
      counted: 49,
      damaged: 1,
    });
    await revert(floor);
    expect(await quantities()).toEqual([
      before[0],
      { ...before[1], counted: 49, damaged: 1 },
      before[2],
    ]);
    await finish(floor);
    expect((await quantities()).map(({ onHand }) => onHand)).toEqual([0, 0, 0]);
  });

  it('leaves a top-up after the close-out to the child and to the next close-out', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    await addStudent(floor, register, 'S-LATE', 2_000);
    const done = await finish(floor);
    expect(done.settlements.cash).toMatchObject({ topUpsHeldCents: 2_000 });
    await register.pos.payments({
      body: {
        topUps: [
          {
            clientPaymentId: uuidv4(),
            studentNumber: 'S-LATE',
            method: 3,
            amountCents: 1_500,
            status: 'completed',
            paidAt: new Date().toISOString(),
          },
        ],
      },
    });
    expect(await walletCents(floor, 'S-LATE')).toBe(3_500);
    const after = await readCloseOut(floor);
    expect(after).toMatchObject({ settlements: done.settlements, cashControl: done.cashControl });
    expect(after.warnings.at(-1)).toMatchObject({
      code: 'LATE_TOP_UPS',
      count: 1,
      text: '1 eWallet top-up of $15.00 arrived after the close-out. Revert and finish again to settle it.',
    });
    await revert(floor);
    expect((await finish(floor)).settlements.cash).toMatchObject({ topUpsHeldCents: 3_500 });
  });

  it('leaves every report of a closed-out fair as its snapshot', async () => {
    expect(await checkSnapshots(test.db, test.send(test.ownerToken))).toBeGreaterThan(5);
  });

  it('refuses any change of stored close-outs', async () => {
    const floor = await newFloor();
    await finish(floor);
    await expect(
      test.db.updateTable('closeOuts').set({ profitCents: 1 }).execute(),
    ).rejects.toThrow('append-only');
    await expect(test.db.deleteFrom('closeOuts').execute()).rejects.toThrow('append-only');
    await revert(floor);
    await expect(test.db.deleteFrom('closeOutReversals').execute()).rejects.toThrow('append-only');
  });

  it("records in the fair's activity who finished and reverted it, and why", async () => {
    const floor = await newFloor();
    await finish(floor);
    await revert(floor, 'Counted again');
    const { data } = await test.owner.activity.list({
      query: { entity: 'fair', entityId: floor.fair.id },
    });
    expect(data.results.slice(0, 2)).toMatchObject([
      {
        action: 'fair.close_out_reverted',
        changes: {
          closeOut: { from: 'finished, v1', to: 'open' },
          reason: { to: 'Counted again' },
        },
      },
      {
        action: 'fair.close_out_finished',
        changes: { closeOut: { from: 'open', to: 'finished, v1' }, profitOption: { to: 'cash' } },
      },
    ]);
  });
});
