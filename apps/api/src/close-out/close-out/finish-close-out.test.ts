import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import {
  countCash,
  countReturn,
  finish,
  lastDays,
  readCloseOut,
  toCodes,
} from '#testing/selling/close-outs.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { HUNGER, openFair, PENDING, stockWarehouse } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('finishing a fair', async () => {
  const test = await startTestApp();
  const newFloor = lastDays(test);

  it('scenario 7: refuses a finish with open business, with all reasons, counts and links at once', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('REG-BUSY');
    await register.addStudent('S-1');
    await register.book(PENDING);
    await register.bookByWallet('S-1');
    register.sold();
    await register.book();
    await register.pos.heartbeat({ body: { appVersion: '1.0', unsentOrders: 2 } });

    const { reasons } = await expectRefusal(finish(floor), 'CLOSE_OUT_BLOCKED');
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
        text: '2 orders are still on a register: REG-BUSY (2).',
      },
      {
        code: 'MISSING_ORDERS',
        count: 1,
        text: '1 order from a register never arrived: REG-BUSY (1).',
      },
    ]);
    expect(await readCloseOut(floor)).toMatchObject({ reasons: reasons!, versions: [] });
    expect((await floor.now()).closeOutState).toBe('open');
  });

  it("detects an order in a register's control totals that never arrived", async () => {
    const { floor, register } = await newFloor();
    const { businessDay, totalCents } = await register.book();
    const report = (orders: number) => {
      const controlTotals = [{ businessDay, orders, totalCents: totalCents * orders }];
      return register.pos.orders({ body: { orders: [register.sold()], controlTotals } });
    };
    await report(4);
    const { reasons } = await expectRefusal(finish(floor), 'CLOSE_OUT_BLOCKED');
    expect(toCodes(reasons)).toEqual(['MISSING_ORDERS']);
    await report(3);
    expect((await finish(floor)).state).toBe('finished');
  });

  it('asks once for all warnings and finishes when they are confirmed', async () => {
    const { floor, register } = await newFloor();
    await stockWarehouse(test, HUNGER, 1);
    await register.book({ lines: [{ sku: HUNGER, fulfilment: 'ship_to_school' }] });
    await register.book({ payments: [{ method: 2, checkNumber: '101' }] });
    await register.handIn(register.sold({ totalCents: 1 }));
    await countReturn(floor, HUNGER, 18);
    const counted = { countedCashCents: 1_000, countedCheckCents: 900, countedChecks: 1 };
    const secondPerson = 'Sam Second';
    const wish = { ...counted, secondPerson };
    await expectRefusal(finish(floor, { ...wish, confirm: false }), 'CONFIRMATION_NEEDED', {
      warnings: [
        { code: 'CARTONS_NOT_RETURNED', count: 1 },
        {
          code: 'RETURNS_NOT_COUNTED',
          count: 2,
          text: '2 titles not counted (55 units). You can count them later.',
        },
        {
          code: 'RETURN_VARIANCE',
          count: 1,
          text: 'The return count of 1 title differs: −1 unit, −$8.99 at retail.',
        },
        { code: 'SHIP_TO_SCHOOL_OPEN', count: 1 },
        { code: 'CASH_VARIANCE', text: 'Cash counted: $0.27 over.' },
        { code: 'CHECK_VARIANCE', text: 'Checks counted: $0.73 short.' },
        { code: 'HELD_ORDERS', count: 1 },
      ],
    });
    expect((await floor.now()).closeOutState).toBe('open');
    expect(await floor.line(HUNGER)).toMatchObject({ onHand: 19 });
    const done = { number: 1, finishedBy: 'Account Owner', secondPerson, reverted: null };
    expect(await finish(floor, wish)).toMatchObject({
      versions: [{ ...done, profitOption: 'cash' }],
      cashControl: {
        countedCashCents: 1_000,
        cashVarianceCents: 27,
        countedChecksCents: 900,
        checkVarianceCents: -73,
      },
    });
  });

  it('only warns of orders on a deactivated device and of money not counted', async () => {
    const { floor, register } = await newFloor();
    await register.book();
    await register.pos.heartbeat({ body: { appVersion: '1.0', unsentOrders: 3 } });
    const { reasons } = await expectRefusal(finish(floor), 'CLOSE_OUT_BLOCKED');
    expect(toCodes(reasons)).toEqual(['UNSENT_ORDERS']);
    await register.setDevice('inactive');
    const unconfirmed = finish(floor, { confirm: false });
    const { warnings } = await expectRefusal(unconfirmed, 'CONFIRMATION_NEEDED');
    expect(toCodes(warnings)).toEqual([
      'CARTONS_NOT_RETURNED',
      'RETURNS_NOT_COUNTED',
      'MONEY_NOT_COUNTED',
      'INACTIVE_DEVICE_UNSENT',
    ]);
    expect((await finish(floor)).state).toBe('finished');
  });

  it('reports errors in the request on its fields', async () => {
    const { fair } = (await newFloor()).floor;
    const send = (body: object) =>
      test.owner.closeOut.finishOrRevert({
        body: { fairId: fair.id, reviewed: 'read', ...body } as never,
      });
    await expectErrors(send({ action: 'finish', countedCashCents: -1 }), {
      profitOption: 'Choose cash or AveDollars.',
      countedCashCents: 'The amount cannot be below zero.',
    });
    await expectErrors(send({ action: 'revert', reason: 'no' }), {
      reason: 'Enter a reason of 5 to 255 characters.',
    });
    await expectErrors(send({ action: 'finish', profitOption: 'cash', reviewed: undefined }), {
      reviewed: 'Read the close-out, and send its reviewed value.',
    });
    const alone = { action: 'finish', profitOption: 'cash', secondPerson: 'account owner' };
    const other = { secondPerson: 'The second person must be someone else.' };
    await expectErrors(send(alone), other);
    const never = send({ action: 'revert', reason: 'Never was finished', confirm: true });
    await expectRefusal(never, 'INVALID_TRANSITION');
    const unknown = test.owner.closeOut.getById({ params: { id: uuidv4() } });
    await expectRefusal(unknown, 'NOT_FOUND');
  });

  it('refuses figures that changed since they were read, and accepts them once read again', async () => {
    const { floor, register } = await newFloor();
    const order = await register.book();
    const counted = { countedCashCents: 973, countedCheckCents: 0, countedChecks: 0 };
    const moves = [
      () => register.book(),
      () => register.refund(order),
      () => register.addStudent('S-MOVED', 1_000),
      () => countCash(floor, { cashCents: 1, checkCents: 0, checks: 0 }),
      async () => {
        const settings = test.db.selectFrom('settings').select('version');
        const { version } = await settings.executeTakeFirstOrThrow();
        await test.owner.settings.update({ body: { profitCashPpm: 260_000, version } });
      },
    ];
    let { reviewed } = await readCloseOut(floor);
    for (const move of moves) {
      await move();
      await expectRefusal(finish(floor, { ...counted, reviewed }), 'FIGURES_MOVED');
      ({ reviewed } = await readCloseOut(floor));
    }
    expect((await floor.now()).closeOutState).toBe('open');
    expect((await finish(floor, { ...counted, reviewed })).state).toBe('finished');
  });

  it('confirms the points that were read, not one that came up since', async () => {
    const { floor, register } = await newFloor();
    const { reviewed, warnings } = await readCloseOut(floor);
    expect(toCodes(warnings)).not.toContain('HELD_ORDERS');
    await register.hold({ totalCents: 1 });
    await expectRefusal(finish(floor, { reviewed }), 'FIGURES_MOVED');
    expect((await floor.now()).closeOutState).toBe('open');
  });

  it('stays reviewed while registers only report in and other fairs sell', async () => {
    const { floor, register } = await newFloor();
    await register.book();
    const { reviewed } = await readCloseOut(floor);
    await register.pos.heartbeat({ body: { appVersion: '1.0', unsentOrders: 0 } });
    await (await newFloor()).register.book();
    expect((await readCloseOut(floor)).reviewed).toBe(reviewed);
    expect((await finish(floor, { reviewed })).state).toBe('finished');
  });

  it('treats a wrong number of checks as a variance, like a wrong amount', async () => {
    const { floor, register } = await newFloor();
    const { totalCents } = await register.book({ payments: [{ method: 2, checkNumber: '101' }] });
    await register.addStudent('S-CHECK');
    await register.topUp('S-CHECK', 1_000, { method: 2, checkNumber: '102' });
    const checkCents = totalCents + 1_000;
    const { days } = await countCash(floor, { cashCents: 0, checkCents, checks: 1 });
    const variance = { expectedCheckCount: 2, checkCountVariance: -1 };
    expect(days.find(({ businessDay }) => businessDay === floor.fair.endDate)).toMatchObject({
      ...variance,
      checkVarianceCents: 0,
    });
    const cashControl = { ...variance, countedCheckCount: 1 };
    expect((await readCloseOut(floor)).cashControl).toMatchObject({
      ...cashControl,
      expectedChecksCents: checkCents,
    });
    const wish = { countedCashCents: 0, countedCheckCents: checkCents };
    const readWarnings = async (countedChecks: number) => {
      const call = finish(floor, { ...wish, countedChecks, confirm: false });
      return (await expectRefusal(call, 'CONFIRMATION_NEEDED')).warnings;
    };
    const tooFew = { code: 'CHECK_COUNT_VARIANCE', text: 'Checks counted: 1 of 2, 1 too few.' };
    expect(await readWarnings(1)).toContainEqual(expect.objectContaining(tooFew));
    expect(toCodes(await readWarnings(2))).not.toContain('CHECK_COUNT_VARIANCE');
    expect((await finish(floor, { ...wish, countedChecks: 1 })).standing).toMatchObject({
      counted: { checks: 1 },
      summary: { totals: { cashControl } },
    });
  });
});
