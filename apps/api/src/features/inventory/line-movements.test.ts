import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { HUNGER, openFair } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

describe('last movements of a title at a fair', async () => {
  const test = await startTestApp();
  const movementsOf = (id: string) => test.ask.inventory.movements({ params: { id } });

  it('list what came and went, newest first, with the reason of each adjustment', async () => {
    const floor = await openFair(test);
    const other = await openFair(test);
    const register = await floor.logIn('REG-01');
    const line = await floor.line(HUNGER);
    await register.book({ lines: [{ sku: HUNGER, quantity: 2 }] });
    const update = test.owner.inventory.update;
    await update({
      params: { id: line.id },
      body: {
        operation: 'add',
        updatedQuantity: 3,
        seenQuantity: 18,
        reason: 'other',
        note: 'Found behind the stage',
      },
    });
    await update({
      params: { id: line.id },
      body: {
        operation: 'transfer',
        updatedQuantity: 4,
        seenQuantity: 21,
        toFairId: other.fair.id,
      },
    });
    expect(await movementsOf(line.id)).toMatchObject([
      { kind: 'adjusted', delta: -4, reason: 'transfer_out', note: `To ${other.fair.name}.` },
      { kind: 'adjusted', delta: 3, reason: 'other', note: 'Found behind the stage' },
      { kind: 'sale', delta: -2, reason: null, note: '' },
      { kind: 'sent', delta: 20, reason: null },
    ]);
    const received = await other.line(HUNGER);
    expect((await movementsOf(received.id))[0]).toMatchObject({
      delta: 4,
      reason: 'transfer_in',
      note: `From ${floor.fair.name}.`,
    });
  });

  it('are ten at most, for readers of the inventory only, of a line that exists', async () => {
    const floor = await openFair(test);
    const { id } = await floor.line(HUNGER);
    for (let step = 0; step < 11; step += 1)
      await test.owner.inventory.update({
        params: { id },
        body: {
          operation: 'add',
          updatedQuantity: 1,
          seenQuantity: 20 + step,
          reason: 'received',
        },
      });
    expect(await movementsOf(id)).toHaveLength(10);
    const reader = await signedInWith(test, [['Fair Inventory', 'read_only']]);
    expect((await reader.client.inventory.movements({ params: { id } })).data).toHaveLength(10);
    const outsider = await signedInWith(test, [['Orders', 'edit']]);
    expect(await getRefusal(outsider.client.inventory.movements({ params: { id } }))).toMatchObject(
      { status: 403 },
    );
    expect(await getRefusal(movementsOf(test.ownerId))).toMatchObject({ status: 404 });
  });
});
