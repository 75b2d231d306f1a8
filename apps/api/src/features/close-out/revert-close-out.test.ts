import type { CloseOutSnapshot } from '@pos/contract/close-out-snapshot';
import type { SalesSummaryReport } from '@pos/contract/reports';
import { sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { countReturn, fairOnLastDay, finish, readCloseOut, revert } from '#testing/close-outs.ts';
import { getRefusal } from '#testing/refusals.ts';
import { BIBLE, HUNGER, PENCIL, SalesFloor } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

const CARD = { method: 1 as const, cardBrand: 'Visa', cardLast4: '4242' };

describe('reverting a close-out', async () => {
  const test = await startTestApp();
  const newFloor = () => fairOnLastDay(test);
  let registers = 0;
  const newRegister = (floor: SalesFloor) => floor.logIn(`REG-${++registers}`);
  const summaryOf = async ({ fair }: SalesFloor, range: { startDate: string; endDate: string }) =>
    (await test.ask.reports.run({
      query: {
        reportType: 'SALES_SUMMARY',
        schoolIdentifier: fair.schoolIdentifier,
        fairIdentifier: fair.identifier,
        ...range,
      },
    })) as SalesSummaryReport;
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

  it('earns AveDollars on amounts not paid in AveDollars, and a revert takes them back', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    await floor.earnAveDollars(1_200);
    await register.book({
      customerType: 'school',
      taxExempt: true,
      exemptReason: 'school_purchase',
      exemptCertificateNo: 'E-1',
      lines: [{ sku: BIBLE }],
      payments: [{ method: 6 }],
    });
    await register.book({ payments: [CARD] });
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
    await (await newRegister(floor)).book({ payments: [CARD] });
    await countReturn(floor, HUNGER, 19);
    await finish(floor, { profitOption: 'ave_dollar' });
    const next = await SalesFloor.at(
      test,
      await test.ask.fairs.add({
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
      }),
    );
    await (
      await newRegister(next)
    ).book({
      customerType: 'teacher',
      lines: [{ sku: null, category: 'Merchandise', title: 'Eraser' }],
      payments: [{ method: 6 }],
    });
    const before = [await readCloseOut(floor), await floor.line(HUNGER), await ledger(floor)];
    expect(await getRefusal(revert(floor))).toMatchObject({
      status: 409,
      code: 'AVE_DOLLAR_SPENT',
    });
    expect([await readCloseOut(floor), await floor.line(HUNGER), await ledger(floor)]).toEqual(
      before,
    );
  });

  it('scenario 8: holds a late order; reverted, released and finished again, it differs by that order', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    await register.book({ lines: [{ sku: HUNGER, quantity: 3 }] });
    await countReturn(floor, HUNGER, 17);
    const first = await finish(floor, {
      profitOption: 'ave_dollar',
      countedCashCents: 2_920,
      countedCheckCents: 0,
    });
    expect(first.difference).toBeNull();
    const late = register.sold({ lines: [{ sku: PENCIL, quantity: 4 }] });
    await register.handIn(late);
    expect((await readCloseOut(floor)).versions).toEqual(first.versions);
    expect(
      (await test.ask.dashboard.read({ query: { fairId: floor.fair.id } })).payments,
    ).toMatchObject({ heldOrders: 1 });
    const isReverted = async () =>
      (await test.ask.fairs.list({ query: { search: floor.fair.identifier } })).results.map(
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
    const { orderNumber } = await floor.readOrder(late.clientOrderId);
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
            .where('id', '=', (await floor.line(sku)).id)
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
    expect(await getRefusal(countReturn(floor, HUNGER, 20))).toMatchObject({
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
    await register.addStudent('S-LATE', 2_000);
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
    expect(await floor.walletCents('S-LATE')).toBe(3_500);
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
});
