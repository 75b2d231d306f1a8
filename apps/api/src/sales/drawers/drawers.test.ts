import type { DrawerMove, NewDrawerCount } from '@pos/contract/sales/drawers/drawers';
import fc from 'fast-check';
import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import {
  countCash,
  fairOnLastDay,
  finish,
  readCloseOut,
  revert,
} from '#testing/selling/close-outs.ts';
import type { TestRegister } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const move = (
  kind: DrawerMove,
  amountCents: number,
  reason = kind === 'pay_out' ? 'Paper' : '',
) => ({
  clientEntryId: uuidv4(),
  kind,
  amountCents,
  reason,
  at: new Date().toISOString(),
});
const count = (changes: Partial<NewDrawerCount> = {}) => ({
  clientEntryId: uuidv4(),
  kind: 'count' as const,
  cashCents: 6_025,
  pieces: { 2000: 3, 25: 1 },
  checkCents: 0,
  checks: 0,
  expectedCashCents: 6_525,
  expectedCheckCents: 0,
  secondPerson: 'Maria Lopez',
  at: new Date().toISOString(),
  ...changes,
});

describe('the drawers of registers', async () => {
  const test = await startTestApp();
  let registers = 0;
  const openDrawer = async () => {
    const floor = await fairOnLastDay(test);
    return { floor, register: await floor.logIn(`DRAWER-${++registers}`) };
  };
  const send = async ({ pos }: TestRegister, ...entries: unknown[]) =>
    (await pos.drawerEntries({ body: { entries } })).data.results;
  const resultsOf = async (register: TestRegister, ...entries: unknown[]) =>
    (await send(register, ...entries)).map(({ result }) => result);
  const lastDay = async ({ floor }: Awaited<ReturnType<typeof openDrawer>>) =>
    (await test.ask.closeOut.cashCounts({ params: { id: floor.fair.id } })).days.at(-1)!;

  it('take each entry once, however often it is sent, and judge each by itself', async () => {
    const drawer = await openDrawer();
    const [float, bad] = [move('float_in', 10_000), move('pay_out', 500, '')];
    const twice = { ...count(), cashCents: 1 };
    const answers = await send(drawer.register, float, bad, twice, float);
    expect(answers).toMatchObject([
      { clientEntryId: float.clientEntryId, result: 'accepted' },
      { errors: { reason: 'Give a reason with 2 to 120 characters.' } },
      { errors: { cashCents: 'The cash must be the sum of the bills and coins.' } },
      { result: 'duplicate' },
    ]);
    const many = move('float_in', 1);
    const results = await Promise.all([1, 2, 3, 4].map(() => resultsOf(drawer.register, many)));
    expect(results.flat().toSorted()).toEqual(['accepted', ...Array(3).fill('duplicate')]);
    const changed = await send(drawer.register, { ...float, amountCents: 20_000 });
    expect(changed).toMatchObject([
      { result: 'rejected', errors: { clientEntryId: 'Another entry has this ID.' } },
    ]);
    expect(await lastDay(drawer)).toMatchObject({ floatIn: { amountCents: 10_001 } });
    const gone = test.db.deleteFrom('drawerEntries').execute();
    await expect(gone).rejects.toThrow('append-only');
  });

  it('stand beside the evening counts, with who counted and how far it was from expected', async () => {
    const drawer = await openDrawer();
    const [vera] = await test.ask.cashiers.add({
      params: { id: drawer.floor.fair.id },
      body: { cashiers: [{ name: 'Vera Volunteer', secretCode: '2580' }] },
    });
    const by = { enteredById: vera!.id };
    await send(
      drawer.register,
      move('float_in', 10_000),
      { ...move('pay_out', 1_500, 'Tape and paper'), ...by },
      count({ cashCents: 1, pieces: null }),
      count(by),
    );
    expect(await lastDay(drawer)).toMatchObject({
      count: null,
      drawers: [
        {
          deviceId: drawer.register.deviceId,
          floatInCents: 10_000,
          paidOutCents: 1_500,
          moves: [
            { kind: 'float_in', enteredBy: 'Casey Cashier' },
            { kind: 'pay_out', reason: 'Tape and paper', enteredBy: 'Vera Volunteer' },
          ],
          count: {
            cashCents: 6_025,
            cashVarianceCents: -500,
            countedBy: 'Vera Volunteer',
            secondPerson: 'Maria Lopez',
          },
        },
      ],
    });
  });

  it('show the day of one register: sales, what was given back, and the drawer by its moves', async () => {
    const { floor, register } = await openDrawer();
    const other = await floor.logIn(`DRAWER-${++registers}`);
    await other.book();
    await register.refund(await register.book());
    await register.book({
      payments: [{ method: 2, checkNumber: '7', tenderedCents: 1_500, changeCents: 527 }],
    });
    await register.addStudent(`S-${registers}`, 2_000);
    await send(
      register,
      move('float_in', 10_000),
      move('to_safe', 4_000),
      move('pay_out', 300),
      move('float_out', 5_000),
    );
    expect((await register.pos.day()).data).toMatchObject({
      orders: 2,
      totalCents: 2 * 973,
      refunds: 1,
      methods: [
        { method: 2, payments: 1, takenCents: 973, givenBackCents: 0 },
        { method: 3, payments: 1, takenCents: 973, givenBackCents: 973 },
      ],
      drawer: {
        takenCents: 973 + 2_000,
        givenBackCents: 973 + 527,
        floatInCents: 10_000,
        toSafeCents: 4_000,
        paidOutCents: 300,
        floatOutCents: 5_000,
        expectedCents: 2_973 - 1_500 + 10_000 - 4_000 - 300 - 5_000,
      },
    });
  });

  it("never count twice: the office's float stands over those of the drawers, pay-outs are added", async () => {
    const drawer = await openDrawer();
    const { floor } = drawer;
    const floats = async () => {
      const { floatIn, floatOut } = await lastDay(drawer);
      return [floatIn?.amountCents ?? 0, floatOut?.amountCents ?? 0];
    };
    const office = (direction: 'in' | 'out', amountCents: number) =>
      test.ask.closeOut.addFloatCount({
        body: {
          fairId: floor.fair.id,
          businessDay: floor.fair.endDate,
          countedBy: 'Ann Adams',
          secondPerson: 'Bob Brown',
          direction,
          amountCents,
        },
      });
    const second = await floor.logIn(`DRAWER-${++registers}`);
    await send(drawer.register, move('float_in', 10_000), move('pay_out', 700));
    await send(second, move('float_in', 5_000), move('float_out', 2_000), move('to_safe', 900));
    expect(await floats()).toEqual([15_000, 2_700]);
    await office('in', 16_000);
    await office('out', 14_000);
    expect(await floats()).toEqual([16_000, 14_700]);
    // All that came in and did not go out is there: nothing is over or short.
    const { days } = await countCash(floor, { cashCents: 1_300, checkCents: 0, checks: 0 });
    expect(days.at(-1)).toMatchObject({ cashVarianceCents: 0 });
  });

  it('are kept after a close-out without moving it, and count once it is reverted', async () => {
    const drawer = await openDrawer();
    const cash = { countedCashCents: 0, countedCheckCents: 0, countedChecks: 0 };
    await finish(drawer.floor, cash);
    const late = await resultsOf(drawer.register, move('pay_out', 700), count());
    expect(late).toEqual(['accepted', 'accepted']);
    expect((await readCloseOut(drawer.floor)).cashControl.floatOutCents).toBe(0);
    await revert(drawer.floor);
    expect((await readCloseOut(drawer.floor)).cashControl.floatOutCents).toBe(700);
  });

  it(
    'add up to the float of the day in any order and any batches',
    { timeout: 60_000 },
    async () => {
      const drawer = await openDrawer();
      const other = await drawer.floor.logIn(`DRAWER-${++registers}`);
      let [floatIn, floatOut] = [0, 0];
      const kinds = fc.constantFrom<DrawerMove[]>('float_in', 'float_out', 'to_safe', 'pay_out');
      const moves = fc.array(
        fc.record({ kind: kinds, cents: fc.integer({ min: 1, max: 99_999 }), own: fc.boolean() }),
        { minLength: 1, maxLength: 8 },
      );
      await fc.assert(
        fc.asyncProperty(moves, fc.nat(7), async (wished, again) => {
          for (const { kind, cents } of wished) {
            if (kind === 'float_in') floatIn += cents;
            else if (kind !== 'to_safe') floatOut += cents;
          }
          const entries = wished.map(({ kind, cents, own }) => ({ own, ...move(kind, cents) }));
          for (const register of [drawer.register, other]) {
            const own = entries
              .filter((entry) => entry.own === (register === other))
              .map(({ own: _, ...entry }) => entry);
            if (own.length > 0) await send(register, ...own, ...own.slice(again).toReversed());
          }
          const day = await lastDay(drawer);
          expect(day.floatIn?.amountCents ?? 0).toBe(floatIn);
          expect(day.floatOut?.amountCents ?? 0).toBe(floatOut);
        }),
        { numRuns: 15 },
      );
    },
  );
});
