import { addDays } from '@pos/contract/values/days';
import { today } from '@pos/contract/values/clock';
import type { Report } from '@pos/contract/reports/reports';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { checkInvariants } from '#api/invariants/invariants.ts';
import { finish, revert } from '#testing/selling/close-outs.ts';
import { playTrade, tradeStep, type TradeStep } from '#testing/books/random-trade.ts';
import {
  HUNGER,
  openFair,
  type SalesFloor,
  type TestRegister,
} from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { FIGURES_VERSION, cacheFigures } from './cached-figures.service.ts';

const officeStep = fc.record({
  fair: fc.nat(1),
  pick: fc.nat(),
  kind: fc.constantFrom('keep', 'keep', 'finish', 'revert', 'rename', 'sort', 'tax' as const),
});
type OfficeStep = typeof officeStep extends fc.Arbitrary<infer Value> ? Value : never;
const step = fc.oneof({ weight: 3, arbitrary: tradeStep }, { weight: 2, arbitrary: officeStep });

const DAY = today('America/Detroit');
const REPORTS = ['SALES_SUMMARY', 'DAILY_SALES', 'ITEM_SALES'] as const;

type Range = { startDate: string; endDate: string };

describe('reports from cached figures', async () => {
  let tablets = 0;
  const test = await startTestApp();

  it('equal those from orders, lines and payments after any trade and office work', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 25 }), async (steps) => {
        const ending = { startDate: addDays(DAY, -3), endDate: DAY };
        const floors = [await openFair(test, ending), await openFair(test, ending)];
        const registers = [
          await floors[0]!.logIn(`FIG-${++tablets}`),
          await floors[1]!.logIn(`FIG-${++tablets}`),
        ];
        for (const register of registers) await register.addStudent('S-1', 3_000);
        await cacheFigures(test.db, 0);
        for (const each of steps) await play(each, floors[each.fair]!, registers[each.fair]!);
        await expectSame(floors, { startDate: addDays(DAY, -10), endDate: addDays(DAY, 3) });
        await expectSame(floors, { startDate: DAY, endDate: DAY });
        await checkInvariants(test.db);
      }),
      { seed: 20261124, numRuns: 4 },
    );
  }, 120_000);

  async function play(
    each: OfficeStep | TradeStep,
    floor: SalesFloor,
    register: TestRegister,
  ): Promise<void> {
    switch (each.kind) {
      case 'keep':
        return void (await cacheFigures(test.db, 0));
      case 'finish':
        return allowed(finish(floor));
      case 'revert':
        return allowed(revert(floor));
      case 'rename':
        return change(sql`title = ${`The Games ${each.pick}`}`);
      case 'sort':
        return change(sql`category = ${each.pick % 2 ? 'Picture' : 'Chapter'}`);
      case 'tax':
        await sql`
          update fairs set tax_rate_ppm = ${each.pick % 90_000} where id = ${floor.fair.id}
        `.execute(test.db);
        return;
      default:
        return playTrade(each, floor, register);
    }
  }

  /** Changes the catalog, which booked sales do not follow. */
  async function change(assignment: RawBuilder<unknown>): Promise<void> {
    await sql`update titles set ${assignment} where sku = ${HUNGER}`.execute(test.db);
  }

  /** A refused step changes nothing; other tests cover the rules themselves. */
  async function allowed(call: Promise<unknown>): Promise<void> {
    await call.catch(() => undefined);
  }

  /**
   * Compares every report of all schools, and of each of the fairs, with the one after all cached
   * figures are gone.
   */
  async function expectSame(floors: readonly SalesFloor[], range: Range): Promise<void> {
    const cached = await reports(floors, range);
    await madeBy(-FIGURES_VERSION);
    expect(cached).toEqual(await reports(floors, range));
    await madeBy(FIGURES_VERSION);
  }

  /** Makes the cached figures those of a version of the code. */
  async function madeBy(version: number): Promise<void> {
    const { numAffectedRows } = await sql`
      update fair_figures set made_by = ${version}`.execute(test.db);
    expect(numAffectedRows).toBeGreaterThan(1n);
  }

  async function reports(floors: readonly SalesFloor[], range: Range): Promise<Report[]> {
    const made: Report[] = [];
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
          query: { reportType, ...scope, ...range },
        });
        expect(data.tieOut).toEqual({ ok: true, differenceCents: 0, orderNumbers: [] });
        made.push({ ...data, generatedAt: '' });
      }
    return made;
  }
});
