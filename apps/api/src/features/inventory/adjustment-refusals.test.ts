import type { FairInventoryUpdate } from '@pos/contract/adjustments';
import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { BIBLE, HUNGER, openFair, PENCIL } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

const BELOW_ZERO = 'Updated Quantity should not make the Total New Qty less than 0.';
const FINISHED = 'This fair is closed out. Revert the close-out to change it.';

describe('refused stock adjustments', async () => {
  const test = await startTestApp();
  const floor = await openFair(test);
  const other = await openFair(test);
  const register = await floor.logIn('REG-01');
  const update = ({ id }: { id: string }, body: FairInventoryUpdate) =>
    test.ask.inventory.update({ params: { id }, body });

  it('refuses on the field a change below zero as seen, and reports the new number otherwise', async () => {
    const line = await floor.line(BIBLE);
    const asSeen = await getRefusal(
      update(line, { operation: 'remove', updatedQuantity: 6, seenQuantity: 5, reason: 'theft' }),
    );
    expect(asSeen).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      errors: { updatedQuantity: BELOW_ZERO },
    });
    await register.book({ lines: [{ sku: BIBLE, quantity: 3 }] });
    const now = await getRefusal(
      update(line, { operation: 'remove', updatedQuantity: 3, seenQuantity: 5, reason: 'theft' }),
    );
    expect(now).toMatchObject({
      status: 409,
      code: 'STOCK_INSUFFICIENT',
      message: `${BELOW_ZERO} On hand is now 2.`,
      current: { id: line.id, onHand: 2 },
    });
    expect(await floor.line(BIBLE)).toMatchObject({ onHand: 2, adjustQty: 0 });
  });

  it('refuses a count made before stock moved, with the current line', async () => {
    const line = await floor.line(BIBLE);
    await register.book({ lines: [{ sku: BIBLE }] });
    const refusal = await getRefusal(
      update(line, {
        operation: 'add',
        updatedQuantity: 1,
        seenQuantity: line.onHand,
        reason: 'count',
      }),
    );
    expect(refusal).toMatchObject({
      status: 409,
      code: 'STALE_QUANTITY',
      current: { id: line.id, onHand: line.onHand - 1 },
    });
    expect(await floor.line(BIBLE)).toMatchObject({ onHand: line.onHand - 1, adjustQty: 0 });
  });

  it('reports every wrong field at once', async () => {
    const { id } = await floor.line(PENCIL);
    const send = async (body: unknown) => {
      const response = await test.send(test.ownerToken)(
        `/v1/inventory/fair-inventory-update/${id}`,
        {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
      );
      return {
        status: response.status,
        errors: ((await response.json()) as { errors: unknown }).errors,
      };
    };
    const wholeNumber = 'Updated Quantity must be a whole number greater than 0.';
    for (const updatedQuantity of [0, -1, 1.5, '3', null])
      expect(
        await send({ operation: 'add', updatedQuantity, seenQuantity: 5, reason: 'count' }),
      ).toEqual({ status: 400, errors: { updatedQuantity: wholeNumber } });
    expect(
      await send({ operation: 'remove', updatedQuantity: 9, seenQuantity: 5, reason: 'other' }),
    ).toEqual({
      status: 400,
      errors: { updatedQuantity: BELOW_ZERO, note: 'Write a note that says why.' },
    });
    expect(await send({ operation: 'remove', updatedQuantity: 1, reason: 'transfer_out' })).toEqual(
      {
        status: 400,
        errors: { seenQuantity: 'Send the quantity that was seen.', reason: 'Choose a reason.' },
      },
    );
    expect(
      await send({ operation: 'transfer', updatedQuantity: 9, seenQuantity: 5, toFairId: 'x' }),
    ).toEqual({ status: 400, errors: { toFairId: 'Choose a fair.', updatedQuantity: BELOW_ZERO } });
    expect(await send({ operation: 'count_return', countedQty: 2, damagedQty: 3 })).toEqual({
      status: 400,
      errors: { damagedQty: 'Damaged cannot be more than Counted.' },
    });
    expect(await send({ operation: 'set', updatedQuantity: 3 })).toMatchObject({
      status: 400,
      errors: { operation: 'Choose add, remove, transfer or count_return.' },
    });
    expect(
      await send({
        operation: 'add',
        updatedQuantity: 1,
        seenQuantity: 5,
        reason: 'other',
        note: 'Found behind the stage',
      }),
    ).toMatchObject({ status: 200 });
  });

  it('refuses every change at a fair that is closed out, or of a line that does not exist', async () => {
    const line = await floor.line(HUNGER);
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', floor.fair.id)
      .execute();
    const calls = [
      () =>
        update(line, {
          operation: 'add',
          updatedQuantity: 1,
          seenQuantity: line.onHand,
          reason: 'received',
        }),
      () =>
        update(line, {
          operation: 'transfer',
          toFairId: other.fair.id,
          updatedQuantity: 1,
          seenQuantity: line.onHand,
        }),
      () =>
        test.owner.inventory.changeStatus({
          params: { id: line.id },
          body: { status: 'inactive' },
        }),
      () => test.owner.inventory.delete({ params: { id: line.id } }),
    ];
    for (const call of calls)
      expect(await getRefusal(call())).toMatchObject({
        status: 409,
        code: 'FAIR_FINISHED',
        message: FINISHED,
      });
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'open' })
      .where('id', '=', floor.fair.id)
      .execute();
    expect(
      await getRefusal(
        update(
          { id: test.ownerId },
          { operation: 'add', updatedQuantity: 1, seenQuantity: 0, reason: 'received' },
        ),
      ),
    ).toMatchObject({ status: 404 });
    expect(
      await getRefusal(test.owner.inventory.delete({ params: { id: test.ownerId } })),
    ).toMatchObject({ status: 404 });
  });

  it('shows the inventory to its readers, and lets only edit Fairs change it', async () => {
    const reader = await signedInWith(test, [['Fair Inventory', 'read_only']]);
    const line = await floor.line(HUNGER);
    expect(
      (await reader.client.inventory.fairInventory({ query: { fairId: floor.fair.id } })).data
        .totalResults,
    ).toBe(3);
    expect(
      await getRefusal(
        reader.client.inventory.update({
          params: { id: line.id },
          body: { operation: 'add', updatedQuantity: 1, seenQuantity: 1, reason: 'received' },
        }),
      ),
    ).toMatchObject({ status: 403 });
    const editor = await signedInWith(test, [['Fairs', 'edit']]);
    expect(
      (
        await editor.client.inventory.update({
          params: { id: line.id },
          body: {
            operation: 'add',
            updatedQuantity: 1,
            seenQuantity: line.onHand,
            reason: 'received',
          },
        })
      ).data.onHand,
    ).toBe(line.onHand + 1);
  });
});
