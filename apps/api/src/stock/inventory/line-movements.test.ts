import { describe, expect, it } from 'vitest';
import { HUNGER, openFair, startSelling } from '#testing/selling/sales-floor.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';

describe('last movements of a title at a fair', async () => {
  const { test, floor, register } = await startSelling();
  const { adjust, transfer } = stockDesk(test);
  const readMovements = (id: string) => test.ask.inventory.movements({ params: { id } });

  it('list what came and went, newest first, with the reason or the order of each', async () => {
    const other = await openFair(test);
    const sold = await register.book({ lines: [{ sku: HUNGER, quantity: 2 }] });
    const { id } = await floor.line(HUNGER);
    const note = 'Found behind the stage';
    await adjust(await floor.line(HUNGER), 'add', 3, { reason: 'other', note });
    await transfer(await floor.line(HUNGER), other.fair, 4);
    expect(await readMovements(id)).toMatchObject([
      { kind: 'adjusted', delta: -4, reason: 'transfer_out', note: `To ${other.fair.name}.` },
      { kind: 'adjusted', delta: 3, reason: 'other', note },
      { kind: 'sale', delta: -2, reason: null, note: '', orderNumber: sold.orderNumber },
      { kind: 'sent', delta: 20, reason: null },
    ]);
    const received = await other.line(HUNGER);
    expect((await readMovements(received.id))[0]).toMatchObject({
      delta: 4,
      reason: 'transfer_in',
      note: `From ${floor.fair.name}.`,
    });
  });

  it('are ten at most', async () => {
    const line = await floor.line(HUNGER);
    for (let step = 0; step < 11; step += 1) await adjust(line, 'add', 1);
    expect(await readMovements(line.id)).toHaveLength(10);
  });
});
