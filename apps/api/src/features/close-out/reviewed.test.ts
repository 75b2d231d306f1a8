import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { fairOnLastDay, finish, readCloseOut } from '#testing/close-outs.ts';
import { getRefusal } from '#testing/refusals.ts';
import { refundOfOrder, type SalesFloor } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

describe('signing a close-out', async () => {
  const test = await startTestApp();
  const newFloor = () => fairOnLastDay(test);
  let registers = 0;
  const newRegister = (floor: SalesFloor) => floor.logIn(`SIGN-${++registers}`);
  const state = async ({ fair }: SalesFloor) =>
    (await test.ask.fairs.getById({ params: { id: fair.id } })).closeOutState;
  const codes = (found: readonly { code: string }[] | undefined) =>
    (found ?? []).map(({ code }) => code);

  it('refuses to finish without the reviewed value, on its field', async () => {
    const { fair } = await newFloor();
    const body = {
      fairId: fair.id,
      action: 'finish',
      profitOption: 'cash',
      confirm: true,
    } as const;
    expect(await getRefusal(test.owner.closeOut.finishOrRevert({ body }))).toMatchObject({
      status: 400,
      errors: { reviewed: 'Read the close-out, and send its reviewed value.' },
    });
  });

  it('refuses figures that changed since they were read, and accepts them once read again', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    const order = await register.book();
    const counted = { countedCashCents: 973, countedCheckCents: 0, countedChecks: 0 };
    const moves = {
      sale: () => register.book(),
      refund: async () =>
        register.handInRefunds(
          refundOfOrder(await floor.readOrder(order.clientOrderId), [
            { lineNo: 1, quantity: 1, restock: true },
          ]),
        ),
      'eWallet top-up': () => register.addStudent('S-MOVED', 1_000),
      'evening count': () =>
        test.owner.closeOut.addCashCount({
          body: {
            fairId: floor.fair.id,
            businessDay: floor.fair.endDate,
            cashCents: 1,
            checkCents: 0,
            checks: 0,
            countedBy: 'One Person',
            secondPerson: 'Another Person',
          },
        }),
      'profit rate': async () => {
        const { version } = await test.db
          .selectFrom('settings')
          .select('version')
          .executeTakeFirstOrThrow();
        await test.owner.settings.update({ body: { profitCashPpm: 260_000, version } });
      },
    };
    for (const [name, move] of Object.entries(moves)) {
      const { reviewed } = await readCloseOut(floor);
      await move();
      const refusal = await getRefusal(finish(floor, { ...counted, reviewed }));
      expect({ name, status: refusal.status, code: refusal.code }).toEqual({
        name,
        status: 409,
        code: 'FIGURES_MOVED',
      });
    }
    expect(await state(floor)).toBe('open');
    const { reviewed } = await readCloseOut(floor);
    expect((await finish(floor, { ...counted, reviewed })).state).toBe('finished');
  });

  it('confirms the points that were read, not one that came up since', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    const { reviewed, warnings } = await readCloseOut(floor);
    expect(codes(warnings)).not.toContain('HELD_ORDERS');
    await register.pos.orders({ body: { orders: [register.sold({ totalCents: 1 })] } });
    expect(await getRefusal(finish(floor, { reviewed }))).toMatchObject({ code: 'FIGURES_MOVED' });
    expect(await state(floor)).toBe('open');
  });

  it('stays reviewed while registers only report in and other fairs sell', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    await register.book();
    const { reviewed } = await readCloseOut(floor);
    await register.pos.heartbeat({ body: { appVersion: '1.0', unsentOrders: 0 } });
    const elsewhere = await newFloor();
    await (await newRegister(elsewhere)).book();
    expect((await readCloseOut(floor)).reviewed).toBe(reviewed);
    expect((await finish(floor, { reviewed })).state).toBe('finished');
  });

  it('treats a wrong number of checks as a variance, like a wrong amount', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    const { totalCents } = await register.book({
      payments: [{ method: 2, checkNumber: '101' }],
    });
    await register.addStudent('S-CHECK');
    await register.pos.payments({
      body: {
        topUps: [
          {
            clientPaymentId: uuidv4(),
            studentNumber: 'S-CHECK',
            method: 2,
            amountCents: 1_000,
            status: 'completed',
            checkNumber: '102',
            paidAt: new Date().toISOString(),
          },
        ],
      },
    });
    const expectedChecksCents = totalCents + 1_000;
    const {
      data: { days },
    } = await test.owner.closeOut.addCashCount({
      body: {
        fairId: floor.fair.id,
        businessDay: floor.fair.endDate,
        cashCents: 0,
        checkCents: expectedChecksCents,
        checks: 1,
        countedBy: 'One',
        secondPerson: 'Another',
      },
    });
    expect(days.find(({ businessDay }) => businessDay === floor.fair.endDate)).toMatchObject({
      expectedCheckCount: 2,
      checkCountVariance: -1,
      checkVarianceCents: 0,
    });
    expect((await readCloseOut(floor)).cashControl).toMatchObject({
      expectedChecksCents,
      expectedCheckCount: 2,
      countedCheckCount: 1,
      checkCountVariance: -1,
    });
    const wish = { countedCashCents: 0, countedCheckCents: expectedChecksCents, confirm: false };
    const short = await getRefusal(finish(floor, { ...wish, countedChecks: 1 }));
    expect(short.code).toBe('CONFIRMATION_NEEDED');
    expect(short.warnings).toContainEqual(
      expect.objectContaining({
        code: 'CHECK_COUNT_VARIANCE',
        text: 'Checks counted: 1 of 2, 1 too few.',
      }),
    );
    const right = await getRefusal(finish(floor, { ...wish, countedChecks: 2 }));
    expect(codes(right.warnings)).not.toContain('CHECK_COUNT_VARIANCE');
    const done = await finish(floor, { ...wish, countedChecks: 1, confirm: true });
    expect(done.standing?.counted.checks).toBe(1);
    expect(done.standing?.summary.totals.cashControl).toMatchObject({
      expectedCheckCount: 2,
      countedCheckCount: 1,
      checkCountVariance: -1,
    });
  });
});
