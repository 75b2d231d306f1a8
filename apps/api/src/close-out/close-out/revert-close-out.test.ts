import { describe, expect, it } from 'vitest';
import {
  aveDollarLedger,
  BY_CARD,
  countReturn,
  finish,
  lastDays,
  readCloseOut,
  revert,
  readSnapshot,
} from '#testing/selling/close-outs.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { newFair } from '#testing/selling/new-records.ts';
import { BIBLE, HUNGER, PENCIL, SalesFloor } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('reverting a close-out', async () => {
  const test = await startTestApp();
  const newFloor = lastDays(test);

  it('earns AveDollars on amounts not paid in AveDollars, and a revert takes them back', async () => {
    const { floor, register } = await newFloor();
    await floor.earnAveDollars(1_200);
    await register.book({
      customerType: 'school',
      taxExempt: true,
      exemptReason: 'school_purchase',
      exemptCertificateNo: 'E-1',
      lines: [{ sku: BIBLE }],
      payments: [{ method: 6 }],
    });
    await register.book(BY_CARD);
    expect((await readCloseOut(floor)).settlements).toMatchObject({
      cash: { eligibleNetCents: 899, profitCents: 224, dueFromSchoolCents: -224 },
      ave_dollar: { profitCents: 359, dueFromSchoolCents: 0, schoolCreditCents: 1_200 },
    });
    const profitOption = 'ave_dollar';
    expect((await finish(floor, { profitOption })).versions).toMatchObject([
      { profitOption, profitRatePpm: 400_000, profitCents: 359 },
    ]);
    expect(await floor.aveDollarCents()).toBe(359);
    expect((await revert(floor)).versions).toMatchObject([
      { number: 1, reverted: { by: 'Account Owner', reason: 'A register turned up' } },
    ]);
    expect(await floor.aveDollarCents()).toBe(0);
    expect(await aveDollarLedger(floor)).toMatchObject([
      { type: 'earn' },
      { type: 'spend' },
      { type: 'earn', amountCents: 359 },
      { type: 'reverse', amountCents: -359, balanceAfterCents: 0 },
    ]);
  });

  it('scenario 9: is not reverted once the school has spent its AveDollars: 409, nothing changes', async () => {
    const { floor, register } = await newFloor();
    await register.book(BY_CARD);
    await countReturn(floor, HUNGER, 19);
    await finish(floor, { profitOption: 'ave_dollar' });
    const { schoolIdentifier, startDate, endDate } = floor.fair;
    const body = newFair(test, schoolIdentifier, { name: 'The next fair', startDate, endDate });
    const next = await SalesFloor.at(test, await test.ask.fairs.add({ body }));
    await (
      await next.logIn('REG-NEXT')
    ).book({
      customerType: 'teacher',
      lines: [{ sku: null, category: 'Merchandise', title: 'Eraser' }],
      payments: [{ method: 6 }],
    });
    const state = async () => [
      await readCloseOut(floor),
      await floor.line(HUNGER),
      await aveDollarLedger(floor),
    ];
    const before = await state();
    await expectRefusal(revert(floor), 'AVE_DOLLAR_SPENT');
    expect(await state()).toEqual(before);
  });

  it('scenario 8: holds a late order; reverted, released and finished again, it differs by that order', async () => {
    const { floor, register } = await newFloor();
    await register.book({ lines: [{ sku: HUNGER, quantity: 3 }] });
    await countReturn(floor, HUNGER, 17);
    const wish = { countedCashCents: 2_920, countedCheckCents: 0 };
    const profitOption = 'ave_dollar' as const;
    const first = await finish(floor, { profitOption, ...wish });
    expect(first.difference).toBeNull();
    const { sold, held } = await register.hold({ lines: [{ sku: PENCIL, quantity: 4 }] });
    expect((await readCloseOut(floor)).versions).toEqual(first.versions);
    const query = { fairId: floor.fair.id };
    const { payments } = await test.ask.dashboard.read({ query });
    expect(payments).toMatchObject({ heldOrders: 1 });
    const isReverted = async () => {
      const { results } = await test.ask.fairs.list({ query: { search: floor.fair.identifier } });
      return results.map(({ closeOutReverted }) => closeOutReverted);
    };
    expect(await isReverted()).toEqual([false]);
    expect((await revert(floor)).standing).toBeNull();
    expect(await isReverted()).toEqual([true]);
    await floor.decide(held, { decision: 'release', reason: 'The register turned up' });
    const { orderNumber } = await floor.readOrder(sold.clientOrderId);
    const second = await finish(floor, { profitOption, ...wish });
    expect(second).toMatchObject({
      versions: [
        { number: 2, reverted: null },
        { number: 1, reverted: expect.anything() },
      ],
      standing: {
        number: 2,
        profitOption,
        counted: { cashCents: 2_920 },
        summary: { totals: { orders: 2 } },
      },
    });
    expect(await isReverted()).toEqual([false]);
    const { from, to, figures, orders } = second.difference!;
    const added = { orderNumber, netCents: 500, taxCents: 41, totalCents: 541 };
    expect({ from, to, orders }).toEqual({
      from: 1,
      to: 2,
      orders: [{ orderNumber, change: 'added', from: null, to: added }],
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
    const { fairs } = await floor.report('SALES_SUMMARY', second.range);
    expect(fairs).toMatchObject([{ closeOutNumber: 2 }]);
  });

  it('takes counted titles off the fair, the others when counted later; a revert restores them', async () => {
    const { floor } = await newFloor();
    const quantities = () =>
      test.db
        .selectFrom('fairLines')
        .innerJoin('titles', 'titles.id', 'fairLines.titleId')
        .select(['returnedQty', 'lostQty', 'onHand', 'countedReturnQty as counted', 'damagedQty'])
        .where('fairId', '=', floor.fair.id)
        .orderBy('titles.title')
        .execute();
    await countReturn(floor, HUNGER, 18, 2);
    await countReturn(floor, BIBLE, 7);
    const inCatalog = async (sku: string) => {
      const { results } = await test.ask.inventory.allInventory({ query: { search: sku } });
      return results.map(({ atFairsQty, fairs }) => [atFairsQty, fairs])[0]!;
    };
    const stock = async () =>
      await Promise.all([BIBLE, PENCIL, HUNGER].map(async (sku) => (await floor.line(sku)).stock));
    const [pencilUnits, pencilFairs] = await inCatalog(PENCIL);
    const [hungerUnits, hungerFairs] = await inCatalog(HUNGER);
    // In the order of their titles: Bible, pencil, Hunger Games.
    const before = await quantities();
    const [bible, pencil, hunger] = before;
    await finish(floor);
    const gone = [
      { returnedQty: 7, lostQty: -2, onHand: 0, counted: 7, damagedQty: 0 },
      { returnedQty: 0, lostQty: 0, onHand: 50, counted: null, damagedQty: 0 },
      { returnedQty: 16, lostQty: 4, onHand: 0, counted: 18, damagedQty: 2 },
    ];
    expect(await quantities()).toEqual(gone);
    expect(await stock()).toEqual(['closed-out', 'in', 'closed-out']);
    const query = { fairId: floor.fair.id };
    const { fairs } = (await test.ask.dashboard.read({ query })).stock as { fairs: unknown[] };
    expect(fairs).toEqual([]);
    // Units that nobody counted are still at the fair.
    expect(await inCatalog(PENCIL)).toEqual([pencilUnits, pencilFairs]);
    expect(await inCatalog(HUNGER)).toEqual([hungerUnits! - 20, hungerFairs! - 1]);
    expect((await readSnapshot(floor)).snapshot.returns).toEqual({
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
    await expectRefusal(countReturn(floor, HUNGER, 20), 'FAIR_FINISHED');
    await countReturn(floor, PENCIL, 49, 1);
    const late = { returnedQty: 48, lostQty: 2, onHand: 0, counted: 49, damagedQty: 1 };
    expect(await quantities()).toEqual([gone[0], late, gone[2]]);
    await revert(floor);
    expect(await quantities()).toEqual([bible, { ...pencil, counted: 49, damagedQty: 1 }, hunger]);
    await finish(floor);
    expect((await quantities()).map(({ onHand }) => onHand)).toEqual([0, 0, 0]);
  });

  it('leaves a top-up after the close-out to the child and to the next close-out', async () => {
    const { floor, register } = await newFloor();
    await register.addStudent('S-LATE', 2_000);
    const { settlements, cashControl } = await finish(floor);
    expect(settlements.cash).toMatchObject({ topUpsHeldCents: 2_000 });
    await register.topUp('S-LATE', 1_500);
    expect(await floor.walletCents('S-LATE')).toBe(3_500);
    const after = await readCloseOut(floor);
    expect(after).toMatchObject({ settlements, cashControl });
    expect(after.warnings.at(-1)).toMatchObject({
      code: 'LATE_TOP_UPS',
      count: 1,
      text: '1 eWallet top-up of $15.00 arrived after the close-out. Revert and finish again to settle it.',
    });
    await revert(floor);
    expect((await finish(floor)).settlements.cash).toMatchObject({ topUpsHeldCents: 3_500 });
  });
});
