import { describe, expect, it } from 'vitest';
import { setCloseOut } from '#testing/calls/records.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import {
  BIBLE,
  openFair,
  patiently,
  PENCIL,
  type TestRegister,
} from '#testing/selling/sales-floor.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';
import { startTestApp } from '#testing/app/test-app.ts';

// The sum of movements is checked for every line when the file ends (I06).
describe('stock by hand during sales', async () => {
  const test = await startTestApp();
  const floor = await openFair(test);
  const registers: TestRegister[] = [];
  for (const at of [0, 1, 2, 3, 4, 5]) registers.push(await floor.logIn(`REG-${at}`));
  const { adjust, transfer } = stockDesk(test);
  const remove = (
    { id }: { id: string },
    units: number,
    onHand: number,
    reason: 'theft' | 'count' = 'theft',
  ) =>
    patiently(() => adjust({ id, onHand, oversoldQty: 0 }, 'remove', units, { reason })).then(
      (line) => ({ code: 'done' as const, removed: line.quantity - line.totalNewQuantity }),
      (error: unknown) => getRefusal(Promise.reject(error)),
    );

  it('loses no update: concurrent removals by hand and sales all count exactly once', async () => {
    const line = await floor.line(PENCIL);
    const sellOne = (at: number) => {
      const register = registers[at % 6]!;
      return register.handIn(register.sold({ mode: 'online', lines: [{ sku: PENCIL }] }));
    };
    const [sales, removals] = await Promise.all([
      Promise.all(Array.from({ length: 24 }, (_, at) => sellOne(at))),
      Promise.all(Array.from({ length: 8 }, () => remove(line, 2, line.onHand))),
    ]);
    expect(sales.flat().filter(({ result }) => result === 'accepted')).toHaveLength(24);
    // Each answer has the quantity before its own change.
    expect(removals).toEqual(removals.map(() => ({ code: 'done', removed: 2 })));
    expect(await floor.line(PENCIL)).toMatchObject({
      onHand: line.onHand - 24 - 16,
      oversoldQty: 0,
      soldQty: 24,
      adjustQty: -16,
    });
  });

  it('scenario 11: never goes below zero: of a removal of 3 and an online sale of 2 from 4, one fails', async () => {
    for (let round = 0; round < 6; round++) {
      const own = await openFair(test);
      const tablet = await own.logIn(`REG-FOUR-${round}`);
      const line = await own.line(BIBLE);
      await remove(line, 1, 5);
      const [[sale], removal] = await Promise.all([
        tablet.handIn(tablet.sold({ mode: 'online', lines: [{ sku: BIBLE, quantity: 2 }] })),
        remove(line, 3, 4),
      ]);
      const left = await own.line(BIBLE);
      expect(left.oversoldQty).toBe(0);
      if (removal.code === 'done') {
        expect(sale).toMatchObject({ code: 'STOCK_INSUFFICIENT' });
        expect(left.onHand).toBe(1);
      } else {
        expect(sale).toMatchObject({ result: 'accepted' });
        expect(left.onHand).toBe(2);
        expect(removal).toMatchObject({ code: 'STOCK_INSUFFICIENT', current: { onHand: 2 } });
      }
    }
  });

  it.each([
    ['lets one of two concurrent removals of 3 from 5 succeed', 3, 3, 'theft'],
    ['applies one of two counts of a shelf, and asks the other to count again', 1, 2, 'count'],
  ] as const)('%s', async (_, units, others, reason) => {
    const own = await openFair(test);
    const line = await own.line(BIBLE);
    const both = await Promise.all([
      remove(line, units, 5, reason),
      remove(line, others, 5, reason),
    ]);
    const refused = reason === 'count' ? 'STALE_QUANTITY' : 'STOCK_INSUFFICIENT';
    expect(both.map(({ code }) => code).sort()).toEqual([refused, 'done']);
    expect([5 - units, 5 - others]).toContain((await own.line(BIBLE)).onHand);
  });

  it('stores and flags an offline sale of units removed in the meantime', async () => {
    const own = await openFair(test);
    const tablet = await own.logIn('REG-OFF');
    await remove(await own.line(BIBLE), 4, 5);
    const { flags } = await tablet.book({ lines: [{ sku: BIBLE, quantity: 3 }] });
    expect(flags).toContain('oversold');
    expect(await own.line(BIBLE)).toMatchObject({
      onHand: 0,
      oversoldQty: 2,
      soldQty: 3,
      adjustQty: -4,
      stock: 'oversold',
    });
    const query = { fairId: own.fair.id, stock: 'oversold' } as const;
    const { results } = await test.ask.inventory.fairInventory({ query });
    expect(results).toMatchObject([{ sku: BIBLE }]);
  });

  it('transfers units both ways between two fairs at once without a deadlock', async () => {
    const [one, two] = [await openFair(test), await openFair(test)];
    const [there, back] = [await one.line(PENCIL), await two.line(PENCIL)];
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        patiently(() => (at % 2 ? transfer(there, two.fair, 1) : transfer(back, one.fair, 1))),
      ),
    );
    expect([(await one.line(PENCIL)).onHand, (await two.line(PENCIL)).onHand]).toEqual([50, 50]);
  });

  it('changes nothing at a fair being closed out: a removal comes before or is refused', async () => {
    const own = await openFair(test);
    const line = await own.line(PENCIL);
    const finish = test.db.transaction().execute(async (tx) => {
      await tx.selectFrom('fairs').select('id').where('id', '=', own.fair.id).forUpdate().execute();
      const { adjustQty } = await tx
        .selectFrom('fairLines')
        .select('adjustQty')
        .where('id', '=', line.id)
        .executeTakeFirstOrThrow();
      await setCloseOut({ ...test, db: tx }, own.fair, 'finished');
      return adjustQty;
    });
    const removing = [1, 2, 3, 4, 5, 6].map(() => remove(line, 1, 50));
    const [frozen, ...removals] = await Promise.all([finish, ...removing]);
    const codes = removals.map(({ code }) => code);
    expect(new Set([...codes, 'done', 'FAIR_FINISHED'])).toEqual(
      new Set(['done', 'FAIR_FINISHED']),
    );
    expect((await own.line(PENCIL)).adjustQty).toBe(frozen);
    expect(codes.filter((code) => code === 'done')).toHaveLength(-frozen);
    await setCloseOut(test, own.fair, 'open');
  });
});
