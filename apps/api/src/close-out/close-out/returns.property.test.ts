import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSealedInvariants } from '#testing/books/sealed-invariants.ts';
import { countReturn, fairOnLastDay, finish, revert } from '#testing/selling/close-outs.ts';
import { checkSnapshots } from '#testing/books/snapshot-invariants.ts';
import { BIBLE, HUNGER, PENCIL } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const SKUS = [HUNGER, PENCIL, BIBLE];
/**
 * Events of one title before a close-out: units sold (possibly more than there are), units returned
 * by refunds, and the count.
 */
const fate = fc.record({
  sold: fc.integer({ min: 0, max: 4 }),
  soldOut: fc.boolean(),
  refunded: fc.boolean(),
  counted: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 4 }),
  damagedPercent: fc.integer({ min: 0, max: 100 }),
});
const round = fc.record({
  fates: fc.tuple(fate, fate, fate),
  option: fc.constantFrom('cash' as const, 'ave_dollar' as const),
  late: fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }),
});

describe('returns of a fair that is closed out and reverted repeatedly', async () => {
  const test = await startTestApp();
  const floor = await fairOnLastDay(test);
  const register = await floor.logIn('REG-01');

  const lines = () =>
    test.db
      .selectFrom('fairLines')
      .innerJoin('titles', 'titles.id', 'fairLines.titleId')
      .select([
        'titles.sku',
        'titles.warehouseQty',
        'sentQty',
        'missingQty',
        'adjustQty',
        'soldQty',
        'restockedQty',
        'returnedQty',
        'lostQty',
        'expectedReturn',
        'onHand',
        'countedReturnQty',
        'damagedQty',
      ])
      .where('fairId', '=', floor.fair.id)
      .orderBy('titles.sku')
      .execute();

  it('are all booked by the close-out and all restored by the revert, in any combination', async () => {
    await fc.assert(
      fc.asyncProperty(round, async ({ fates, option, late }) => {
        for (const [index, { sold, soldOut, refunded, counted, damagedPercent }] of Object.entries(
          fates,
        )) {
          const sku = SKUS[Number(index)]!;
          if (sold > 0) {
            const quantity = soldOut ? 13 : sold;
            const order = await register.book({ lines: [{ sku, quantity }] });
            if (refunded) await register.refund(order, sold);
          }
          if (counted !== null)
            await countReturn(floor, sku, counted, Math.floor((counted * damagedPercent) / 100));
        }
        const before = await lines();
        await finish(floor, { profitOption: option });
        for (const line of await lines()) {
          const was = before.find(({ sku }) => sku === line.sku)!;
          const returnedQty = (line.countedReturnQty ?? 0) - line.damagedQty;
          if (line.countedReturnQty === null) expect(line).toEqual(was);
          else
            expect(line).toMatchObject({
              onHand: 0,
              returnedQty,
              lostQty: line.expectedReturn - returnedQty,
              warehouseQty: was.warehouseQty + returnedQty,
            });
        }
        expect((await register.hold({})).held.reason).toBe('LATE_SYNC');
        const uncounted = before.find(({ countedReturnQty }) => countedReturnQty === null);
        if (uncounted && late !== null) await countReturn(floor, uncounted.sku, late);
        expect(await checkSnapshots(test.db, test.send(test.ownerToken))).toBe(1);
        await checkSealedInvariants(test.db);
        await revert(floor);
        const after = before.map((line) =>
          late !== null && line.sku === uncounted?.sku ? { ...line, countedReturnQty: late } : line,
        );
        expect(await lines()).toEqual(after);
      }),
      { seed: 20_261_121, numRuns: 12, endOnFailure: true },
    );
  });
});
