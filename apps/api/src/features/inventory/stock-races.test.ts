import { describe, expect, it } from 'vitest';
import { getRefusal } from '#testing/refusals.ts';
import { openFair, patiently, PENCIL, BIBLE, type SalesFloor } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

// The sum of movements is checked for every line when the file ends (I06).
describe('stock by hand during sales', async () => {
  const test = await startTestApp();
  const floor = await openFair(test);
  const registers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => floor.logIn(`REG-${index}`)),
  );
  const remove = (
    fair: SalesFloor,
    lineId: string,
    updatedQuantity: number,
    seenQuantity: number,
    reason: 'theft' | 'count' = 'theft',
  ) =>
    patiently(() =>
      test.owner.inventory.update({
        params: { id: lineId },
        body: { operation: 'remove', updatedQuantity, seenQuantity, reason },
      }),
    ).then(
      ({ data }) => ({ done: true as const, quantity: data.quantity, now: data.totalNewQuantity }),
      async (error: unknown) => ({
        done: false as const,
        ...(await getRefusal(Promise.reject(error))),
      }),
    );

  it('loses no update: concurrent removals by hand and sales all count exactly once', async () => {
    const { id, onHand } = await floor.line(PENCIL);
    const [sales, removals] = await Promise.all([
      Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          registers[index % 6]!.handIn(
            registers[index % 6]!.sold({ mode: 'online', lines: [{ sku: PENCIL }] }),
          ),
        ),
      ),
      Promise.all(Array.from({ length: 8 }, () => remove(floor, id, 2, onHand))),
    ]);
    expect(sales.flat().filter(({ result }) => result === 'accepted')).toHaveLength(24);
    expect(removals.every(({ done }) => done)).toBe(true);
    expect(await floor.line(PENCIL)).toMatchObject({
      onHand: onHand - 24 - 16,
      oversoldQty: 0,
      soldQty: 24,
      adjustQty: -16,
    });
    // Each answer has the quantity before its own change.
    for (const each of removals) if (each.done) expect(each.quantity - each.now).toBe(2);
  });

  it('scenario 11: never goes below zero: of a removal of 3 and an online sale of 2 from 4, one fails', async () => {
    for (let round = 0; round < 6; round++) {
      const own = await openFair(test);
      const tablet = await own.logIn(`REG-FOUR-${round}`);
      const { id } = await own.line(BIBLE);
      await remove(own, id, 1, 5);
      const [[sale], removal] = await Promise.all([
        tablet.handIn(tablet.sold({ mode: 'online', lines: [{ sku: BIBLE, quantity: 2 }] })),
        remove(own, id, 3, 4),
      ]);
      const { onHand, oversoldQty } = await own.line(BIBLE);
      expect(oversoldQty).toBe(0);
      if (removal.done)
        expect({ sale: sale?.code, onHand }).toEqual({ sale: 'STOCK_INSUFFICIENT', onHand: 1 });
      else
        expect({
          sale: sale?.result,
          onHand,
          code: removal.code,
          now: (removal.current as { onHand: number }).onHand,
        }).toEqual({ sale: 'accepted', onHand: 2, code: 'STOCK_INSUFFICIENT', now: 2 });
    }
  });

  it('lets one of two concurrent removals of 3 from 5 succeed', async () => {
    const own = await openFair(test);
    const { id } = await own.line(BIBLE);
    const removals = await Promise.all([remove(own, id, 3, 5), remove(own, id, 3, 5)]);
    expect(removals.map((each) => (each.done ? 'done' : each.code)).sort()).toEqual([
      'STOCK_INSUFFICIENT',
      'done',
    ]);
    expect(await own.line(BIBLE)).toMatchObject({ onHand: 2 });
  });

  it('applies one of two counts of the same shelf, and asks the other to count again', async () => {
    const own = await openFair(test);
    const { id } = await own.line(BIBLE);
    const counts = await Promise.all([
      remove(own, id, 1, 5, 'count'),
      remove(own, id, 2, 5, 'count'),
    ]);
    expect(counts.map((each) => (each.done ? 'done' : each.code)).sort()).toEqual([
      'STALE_QUANTITY',
      'done',
    ]);
  });

  it('stores and flags an offline sale of units removed in the meantime', async () => {
    const own = await openFair(test);
    const tablet = await own.logIn('REG-OFF');
    const { id } = await own.line(BIBLE);
    await remove(own, id, 4, 5);
    const order = tablet.sold({ lines: [{ sku: BIBLE, quantity: 3 }] });
    expect(await tablet.handIn(order)).toMatchObject([{ result: 'accepted' }]);
    const { flags } = await test.db
      .selectFrom('orders')
      .select('flags')
      .where('clientOrderId', '=', order.clientOrderId)
      .executeTakeFirstOrThrow();
    expect(flags).toContain('oversold');
    expect(await own.line(BIBLE)).toMatchObject({
      onHand: 0,
      oversoldQty: 2,
      soldQty: 3,
      adjustQty: -4,
      stock: 'oversold',
    });
    expect(
      (
        await test.ask.inventory.fairInventory({
          query: { fairId: own.fair.id, stock: 'oversold' },
        })
      ).results.map(({ sku }) => sku),
    ).toEqual([BIBLE]);
  });

  it('transfers units both ways between two fairs at once without a deadlock', async () => {
    const [one, two] = [await openFair(test), await openFair(test)];
    const [there, back] = [await one.line(PENCIL), await two.line(PENCIL)];
    const give = (lineId: string, toFairId: string) =>
      patiently(() =>
        test.owner.inventory.update({
          params: { id: lineId },
          body: { operation: 'transfer', toFairId, updatedQuantity: 1, seenQuantity: 50 },
        }),
      );
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 ? give(there.id, two.fair.id) : give(back.id, one.fair.id),
      ),
    );
    expect([(await one.line(PENCIL)).onHand, (await two.line(PENCIL)).onHand]).toEqual([50, 50]);
  });

  it('changes nothing at a fair being closed out: a removal comes before or is refused', async () => {
    const own = await openFair(test);
    const { id } = await own.line(PENCIL);
    const finish = test.db.transaction().execute(async (tx) => {
      await tx.selectFrom('fairs').select('id').where('id', '=', own.fair.id).forUpdate().execute();
      const { adjustQty } = await tx
        .selectFrom('fairLines')
        .select('adjustQty')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('fairs')
        .set({ closeOutState: 'finished' })
        .where('id', '=', own.fair.id)
        .execute();
      return adjustQty;
    });
    const [frozen, ...removals] = await Promise.all([
      finish,
      ...Array.from({ length: 6 }, () => remove(own, id, 1, 50)),
    ]);
    expect(removals.filter((each) => !each.done && each.code !== 'FAIR_FINISHED')).toEqual([]);
    expect((await own.line(PENCIL)).adjustQty).toBe(frozen);
    expect(removals.filter(({ done }) => done)).toHaveLength(-frozen);
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'open' })
      .where('id', '=', own.fair.id)
      .execute();
  });
});
