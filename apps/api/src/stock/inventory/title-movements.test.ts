import { describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { CartonDesk, GOOSE, MOON } from '#testing/selling/carton-desk.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';
import { SalesFloor } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('movements of a title', async () => {
  const test = await startTestApp();
  const desk = new CartonDesk(test);
  const { adjust } = stockDesk(test);
  const fair = await desk.packedFair('MOVES');
  const line = async (sku: string) =>
    (await test.ask.inventory.fairInventory({ query: { fairId: fair.id, search: sku } }))
      .results[0]!;
  const read = async (sku: string, before?: string) => {
    const { titleId: id } = await line(sku);
    const query = before === undefined ? {} : { before };
    return test.ask.inventory.titleMovements({ params: { id }, query });
  };

  it('name what wrote them, newest first, without sales at fairs', async () => {
    await desk.confirmed(fair, 'delivery', 1, 2, 3, 10);
    const register = await (await SalesFloor.at(test, fair)).logIn('REG-MOVES');
    await register.book({ lines: [{ sku: MOON, quantity: 2 }] });
    const carton = (await desk.readCartons(fair))[1]!;
    const { titleId } = await line(MOON);
    const units = { titleId, shortQty: 1, damagedQty: 1 };
    const params = { id: carton.id };
    await test.ask.cartons.correct({ params, body: { titles: [units] } });
    await adjust(await line(MOON), 'remove', 1, { reason: 'theft' });
    const { movements, next } = await read(MOON);
    expect(next).toBeNull();
    const at = { id: fair.id, name: fair.name };
    const inCarton = { kind: 'carton', id: carton.id, label: 'MOVES-C2' };
    expect(movements).toMatchObject([
      { kind: 'adjusted', qty: 1, from: 'fair', fromFair: at, to: 'lost', reason: 'theft' },
      { kind: 'adjusted', reason: 'damaged', document: inCarton },
      { kind: 'missing', document: inCarton },
      { kind: 'sent', from: 'warehouse', to: 'fair', toFair: at, document: { kind: 'carton' } },
      { kind: 'sent', document: { kind: 'carton' } },
      ...movements.slice(5),
    ]);
    expect(movements.map(({ kind }) => kind)).not.toContain('sale');
    await expectRefusal(
      test.owner.inventory.titleMovements({ params: { id: uuidv7() }, query: {} }),
      'NOT_FOUND',
    );
  });

  it('are read page by page, each once', async () => {
    for (let step = 0; step < 25; step += 1) await adjust(await line(GOOSE), 'add', 1);
    const first = await read(GOOSE);
    expect(first.movements).toHaveLength(20);
    const second = await read(GOOSE, first.next!);
    expect(second.next).toBeNull();
    const ids = [...first.movements, ...second.movements].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(second.movements.at(-1)).toMatchObject({
      kind: expect.stringMatching(/sent|correction/),
    });
  });
});
