import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/rights/personas.ts';
import { setCloseOut } from '#testing/calls/records.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { BIBLE, HUNGER, openFair, PENCIL, startSelling } from '#testing/selling/sales-floor.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';

const BELOW_ZERO = 'Updated Quantity should not make the Total New Qty less than 0.';

describe('refused stock adjustments', async () => {
  const { test, floor, register } = await startSelling();
  const other = await openFair(test);
  const { adjust, transfer, remove } = stockDesk(test);

  it('refuses on the field a change below zero as seen, and reports the new number otherwise', async () => {
    const line = await floor.line(BIBLE);
    await expectErrors(adjust(line, 'remove', 6, { reason: 'theft' }), {
      updatedQuantity: BELOW_ZERO,
    });
    await register.book({ lines: [{ sku: BIBLE, quantity: 3 }] });
    await expectRefusal(adjust(line, 'remove', 3, { reason: 'theft' }), 'STOCK_INSUFFICIENT', {
      message: `${BELOW_ZERO} On hand is now 2.`,
      current: { id: line.id, onHand: 2 },
    });
    expect(await floor.line(BIBLE)).toMatchObject({ onHand: 2, adjustQty: 0 });
  });

  it('refuses a count made before stock moved, with the current line', async () => {
    const line = await floor.line(BIBLE);
    await register.book({ lines: [{ sku: BIBLE }] });
    await expectRefusal(adjust(line, 'add', 1, { reason: 'count' }), 'STALE_QUANTITY', {
      current: { id: line.id, onHand: line.onHand - 1 },
    });
    expect(await floor.line(BIBLE)).toMatchObject({ onHand: line.onHand - 1, adjustQty: 0 });
  });

  it('reports every wrong field at once', async () => {
    const { id } = await floor.line(PENCIL);
    const send = (body: object) =>
      test.owner.inventory.update({ params: { id }, body: body as never });
    const updatedQuantity = 'Updated Quantity must be a whole number greater than 0.';
    const wrong: [body: object, errors: Record<string, string>][] = [
      ...[0, -1, 1.5, '3', null].map((quantity): [object, Record<string, string>] => [
        { operation: 'add', updatedQuantity: quantity, seenQuantity: 5, reason: 'count' },
        { updatedQuantity },
      ]),
      [
        { operation: 'remove', updatedQuantity: 9, seenQuantity: 5, reason: 'other' },
        { updatedQuantity: BELOW_ZERO, note: 'Write a note that says why.' },
      ],
      [
        { operation: 'remove', updatedQuantity: 1, reason: 'transfer_out' },
        { seenQuantity: 'Send the quantity that was seen.', reason: 'Choose a reason.' },
      ],
      [
        { operation: 'transfer', updatedQuantity: 9, seenQuantity: 5, toFairId: 'x' },
        { toFairId: 'Choose a fair.', updatedQuantity: BELOW_ZERO },
      ],
      [
        { operation: 'count_return', countedQty: 2, damagedQty: 3 },
        { damagedQty: 'Damaged cannot be more than Counted.' },
      ],
    ];
    for (const [body, errors] of wrong) await expectErrors(send(body), errors);
    const { errors } = await getRefusal(send({ operation: 'set', updatedQuantity: 3 }));
    expect(errors).toMatchObject({ operation: 'Choose add, remove, transfer or count_return.' });
    const found = { reason: 'other', note: 'Found behind the stage' };
    const right = { operation: 'add', updatedQuantity: 1, seenQuantity: 5, ...found };
    await send(right);
  });

  it('refuses every change at a fair that is closed out, or of a line that does not exist', async () => {
    const line = await floor.line(HUNGER);
    await setCloseOut(test, floor.fair, 'finished');
    const body = { status: 'inactive' } as const;
    const price = { priceCents: 1_500, seenPriceCents: line.priceCents };
    for (const call of [
      () => adjust(line, 'add', 1, { reason: 'received' }),
      () => transfer(line, other.fair, 1),
      () => test.owner.inventory.changeStatus({ params: { id: line.id }, body }),
      () => test.owner.inventory.changePrice({ params: { id: line.id }, body: price }),
      () => remove(line),
    ])
      await expectRefusal(
        call(),
        'FAIR_FINISHED',
        'This fair is closed out. Revert the close-out to change it.',
      );
    await setCloseOut(test, floor.fair, 'open');
    const unknown = { ...line, id: test.ownerId };
    await expectRefusal(adjust(unknown, 'add', 1, { reason: 'received' }), 'NOT_FOUND');
    await expectRefusal(remove(unknown), 'NOT_FOUND');
  });

  it('scenario 15: shows the inventory to its readers, lets only edit Fairs change it, and v1/reports needs Reports', async () => {
    const { client: reader } = await signedInWith(test, [['Fair Inventory', 'read_only']]);
    const { client: editor } = await signedInWith(test, [['Fairs', 'edit']]);
    const { id, onHand } = await floor.line(HUNGER);
    const seen = { seenQuantity: onHand, reason: 'received' } as const;
    const change = {
      params: { id },
      body: { operation: 'add', updatedQuantity: 1, ...seen },
    } as const;
    const query = { fairId: floor.fair.id };
    expect((await reader.inventory.fairInventory({ query })).data.totalResults).toBe(3);
    await expectRefusal(reader.inventory.update(change), 'FORBIDDEN');
    expect((await editor.inventory.update(change)).data.onHand).toBe(onHand + 1);
    const { schoolIdentifier, startDate, endDate } = floor.fair;
    const question = { reportType: 'SALES_SUMMARY', schoolIdentifier, startDate, endDate } as const;
    await expectRefusal(editor.reports.run({ query: question }), 'FORBIDDEN');
  });
});
