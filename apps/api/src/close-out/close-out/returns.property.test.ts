import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
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
  /** Counted by scans of the warehouse, which add up from round to round. */
  isScanned: fc.boolean(),
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

  const params = { id: floor.fair.id };
  const putAway = new Map<string, number>();
  const scan = async (code: string, kind: 'good' | 'damaged', quantity: number) => {
    const body = { scanId: uuidv7(), code, kind, quantity };
    if (quantity > 0) await test.ask.putAway.scan({ params, body });
    putAway.set(code, (putAway.get(code) ?? 0) + quantity);
  };
  const book = async () => {
    await test.ask.putAway.book({ params, body: {} });
    for (const { sku, countedReturnQty } of await lines())
      if (putAway.get(sku)) expect(countedReturnQty).toBe(putAway.get(sku));
    await test.ask.putAway.reopen({ params });
  };

  it('are all booked by the close-out and all restored by the revert, in any combination', async () => {
    await fc.assert(
      fc.asyncProperty(round, async ({ fates, option, late }) => {
        for (const [index, each] of Object.entries(fates)) {
          const { sold, soldOut, refunded, counted, damagedPercent, isScanned } = each;
          const sku = SKUS[Number(index)]!;
          if (sold > 0) {
            const quantity = soldOut ? 13 : sold;
            const order = await register.book({ lines: [{ sku, quantity }] });
            if (refunded) await register.refund(order, sold);
          }
          const damaged = Math.floor(((counted ?? 0) * damagedPercent) / 100);
          if (counted !== null && isScanned) {
            await scan(sku, 'good', counted - damaged);
            await scan(sku, 'damaged', damaged);
          } else if (counted !== null) await countReturn(floor, sku, counted, damaged);
        }
        if (fates.some(({ counted, isScanned }) => counted !== null && isScanned)) await book();
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
      { seed: 20_261_121, numRuns: 8, endOnFailure: true },
    );
  });
});
