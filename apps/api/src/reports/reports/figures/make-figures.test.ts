import { addDays } from '@pos/contract/values/days';
import { today } from '@pos/contract/values/clock';
import type { Report } from '@pos/contract/reports/reports';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { brokenPromises } from '#api/invariants/invariants.ts';
import { checkSealedInvariants } from '#testing/books/sealed-invariants.ts';
import { finish, revert } from '#testing/selling/close-outs.ts';
import { playTrade, tradeStep, type TradeStep } from '#testing/books/random-trade.ts';
import { openFair, type SalesFloor, type TestRegister } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { undone } from '#testing/calls/undone.ts';
import { makeFigures } from './make-figures.queries.ts';

const officeStep = fc.record({
  fair: fc.nat(1),
  pick: fc.nat(),
  kind: fc.constantFrom('make', 'make', 'finish', 'revert', 'reset' as const),
});
type Step = TradeStep | (typeof officeStep extends fc.Arbitrary<infer Value> ? Value : never);
const step = fc.oneof({ weight: 3, arbitrary: tradeStep }, { weight: 2, arbitrary: officeStep });

const DAY = today('America/Detroit');
const REPORTS = ['SALES_SUMMARY', 'DAILY_SALES', 'ITEM_SALES'] as const;
const RANGE = { startDate: addDays(DAY, -10), endDate: addDays(DAY, 3) };

describe('figures of fairs and days', async () => {
  let tablets = 0;
  const test = await startTestApp();

  // Hundreds of calls, which take three minutes beside much else.
  const patient = { timeout: 400_000 };
  it('are the same made as counted, after any trade and office work', patient, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 25 }), async (steps) => {
        const ending = { startDate: addDays(DAY, -3), endDate: DAY };
        const floors = [await openFair(test, ending), await openFair(test, ending)];
        const registers = [
          await floors[0]!.logIn(`FIG-${++tablets}`),
          await floors[1]!.logIn(`FIG-${++tablets}`),
        ];
        for (const register of registers) await register.addStudent('S-1', 3_000);
        await makeFigures(test.db);
        for (const each of steps) await play(each, floors[each.fair]!, registers[each.fair]!);
        const asked = async () => [await answers(floors, RANGE), await answers(floors, TODAY)];
        // First, touched days are counted and others are as made; then nothing, then everything is made.
        const partly = await asked();
        await checkSealedInvariants(test.db);
        await sql`
          insert into fair_days_touched
          select fair_id, day from fair_days where fair_id is not null
        `.execute(test.db);
        expect(partly).toEqual(await asked());
        await makeFigures(test.db);
        expect(partly).toEqual(await asked());
        await checkSealedInvariants(test.db);
      }),
      { seed: 20261127, numRuns: 2 },
    );
  });

  it('are made only of touched days, and used until the next sale', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('FIG-ONE');
    await register.book();
    await makeFigures(test.db);
    expect(await makeFigures(test.db)).toBe(0);
    const orders = await ordersOfAll();
    // Wrong figures show that they are read.
    await undone(test.db, async (tx) => {
      await sql`
        update fair_days set sales = sales || '{"orders": 41}' where fair_id = ${floor.fair.id}
      `.execute(tx);
      expect(await brokenPromises(tx)).toEqual([
        expect.stringMatching(/^K08 /),
        expect.stringMatching(/^K07 /),
      ]);
      await sql`select recount_figures()`.execute(tx);
      expect(await brokenPromises(tx)).toEqual([]);
    });
    await register.book();
    expect(await ordersOfAll()).toBe(orders + 1);
    expect(await makeFigures(test.db)).toBe(1);
    expect(await ordersOfAll()).toBe(orders + 1);
  });

  const TODAY = { startDate: DAY, endDate: DAY };

  async function play(each: Step, floor: SalesFloor, register: TestRegister): Promise<void> {
    switch (each.kind) {
      case 'make':
        return void (await makeFigures(test.db));
      case 'finish':
        return allowed(finish(floor));
      case 'revert':
        return allowed(revert(floor));
      case 'reset':
        if (each.pick % 3 > 0) return;
        return allowed(
          test.owner.resets.reset({
            body: { fairId: floor.fair.id, confirm: floor.fair.identifier },
          }),
        );
      default:
        return playTrade(each, floor, register);
    }
  }

  /** A refused step changes nothing; other tests cover the rules themselves. */
  async function allowed(call: Promise<unknown>): Promise<void> {
    await call.catch(() => undefined);
  }

  /** All that is read from figures of days: reports, dashboard, totals of lists, trends. */
  async function answers(
    floors: readonly SalesFloor[],
    { startDate, endDate }: typeof RANGE,
  ): Promise<unknown[]> {
    const made: unknown[] = [];
    const days = { from: startDate, to: endDate };
    const scopes = [
      { schoolIdentifier: '*' },
      ...floors.map(({ fair: { schoolIdentifier, identifier } }) => ({
        schoolIdentifier,
        fairIdentifier: identifier,
      })),
    ];
    for (const reportType of REPORTS)
      for (const scope of scopes) {
        const { data } = await test.owner.reports.run({
          query: { reportType, ...scope, startDate, endDate },
        });
        expect(data.tieOut).toEqual({ ok: true, differenceCents: 0, orderNumbers: [] });
        made.push({ ...data, generatedAt: '' } satisfies Report);
      }
    for (const { id, schoolId } of [{}, ...floors.map(({ fair }) => fair)] as {
      id?: string;
      schoolId?: string;
    }[]) {
      const where = { ...days, ...(id && { fairId: id }) };
      const board = await test.ask.dashboard.read({
        query: { ...where, ...(!id && { schoolId }) },
      });
      made.push({ ...board, asOf: '' });
      for (const filters of [{}, { method: [3 as const] }, { status: ['refunded' as const] }]) {
        const query = { ...where, ...filters };
        made.push((await test.ask.orders.list({ query })).totalResults);
        made.push(await test.ask.orders.totals({ query }));
        made.push((await test.ask.payments.list({ query })).totalResults);
        made.push(await test.ask.payments.totals({ query }));
      }
    }
    made.push((await test.ask.fairs.list({ query: {} })).results);
    return made;
  }

  async function ordersOfAll(): Promise<number> {
    const { data } = await test.owner.reports.run({
      query: { reportType: 'DAILY_SALES', schoolIdentifier: '*', ...RANGE },
    });
    if (data.reportType !== 'DAILY_SALES') throw new Error('Another report was made.');
    return data.totals.orders;
  }
});
