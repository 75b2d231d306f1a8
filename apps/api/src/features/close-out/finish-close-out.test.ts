import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { countReturn, fairOnLastDay, finish, readCloseOut } from '#testing/close-outs.ts';
import { getRefusal } from '#testing/refusals.ts';
import { HUNGER, openFair, type SalesFloor, stockWarehouse } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

const CARD = { method: 1 as const, cardBrand: 'Visa', cardLast4: '4242' };

describe('finishing a fair', async () => {
  const test = await startTestApp();
  const newFloor = () => fairOnLastDay(test);
  let registers = 0;
  const newRegister = (floor: SalesFloor) => floor.logIn(`REG-${++registers}`);
  const codes = (found: readonly { code: string }[] | undefined) =>
    (found ?? []).map(({ code }) => code);
  const state = async ({ fair }: SalesFloor) =>
    (await test.ask.fairs.getById({ params: { id: fair.id } })).closeOutState;

  it('scenario 7: refuses a finish with open business, with all reasons, counts and links at once', async () => {
    const floor = await openFair(test);
    const register = await newRegister(floor);
    await register.addStudent('S-1');
    await register.book({ payments: [{ ...CARD, status: 'pending' }] });
    await register.book({
      studentNumber: 'S-1',
      customerType: 'student',
      payments: [{ method: 5 }],
    });
    register.sold();
    await register.book();
    await register.pos.heartbeat({ body: { appVersion: '1.0', unsentOrders: 2 } });

    const { status, code, reasons } = await getRefusal(finish(floor));
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
    const { businessDay, totalCents } = await register.book();
    const controlTotals = (orders: number) =>
      register.pos.orders({
        body: {
          orders: [register.sold()],
          controlTotals: [{ businessDay, orders, totalCents: totalCents * orders }],
        },
      });
    await controlTotals(4);
    expect(codes((await getRefusal(finish(floor))).reasons)).toEqual(['MISSING_ORDERS']);
    await controlTotals(3);
    expect((await finish(floor)).state).toBe('finished');
  });

  it('asks once for all warnings and finishes when they are confirmed', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    await stockWarehouse(test, HUNGER, 1);
    await register.book({ lines: [{ sku: HUNGER, fulfilment: 'ship_to_school' }] });
    await register.book({ payments: [{ method: 2, checkNumber: '101' }] });
    await register.handIn(register.sold({ totalCents: 1 }));
    await countReturn(floor, HUNGER, 18);
    const wish = {
      countedCashCents: 1_000,
      countedCheckCents: 900,
      countedChecks: 1,
      secondPerson: 'Sam Second',
    };
    const { status, code, warnings } = await getRefusal(finish(floor, { ...wish, confirm: false }));
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
    expect(await floor.line(HUNGER)).toMatchObject({ onHand: 19 });
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
    await register.book();
    await register.pos.heartbeat({ body: { appVersion: '1.0', unsentOrders: 3 } });
    expect(codes((await getRefusal(finish(floor))).reasons)).toEqual(['UNSENT_ORDERS']);
    await test.owner.devices.changeStatus({
      params: { id: register.id },
      body: { status: 'inactive' },
    });
    const { warnings } = await getRefusal(finish(floor, { confirm: false }));
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
      getRefusal(
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
      await getRefusal(test.owner.closeOut.getById({ params: { id: uuidv4() } })),
    ).toMatchObject({ status: 404 });
  });
});
