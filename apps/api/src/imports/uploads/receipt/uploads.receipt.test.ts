import { describe, expect, it } from 'vitest';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { told, uploadDesk, uploadFile } from '#testing/selling/inventory-file.ts';
import { workbookOfRows } from '#testing/files/workbook.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const HOLES = '9780439023481';
const STONE = '9780439554930';

describe('the sheet of a receipt', async () => {
  const test = await startTestApp();
  const { ask } = test;
  const open = (isOpening = false) =>
    ask.receipts.open({ body: { isOpening, receivedOn: '2026-11-02' } });
  const desk = (receiptId: string) => uploadDesk(test, 'receipt', { receiptId });
  const linesAt = async (receiptId: string) =>
    (await ask.receipts.lines({ query: { receiptId, sort: 'sku' } })).results;
  const onRecord = async () =>
    Object.fromEntries(
      (await ask.inventory.allInventory({ query: { limit: 50 } })).results.map(
        ({ sku, warehouseQty }) => [sku, warehouseQty],
      ),
    );

  it('brings a whole warehouse in on the first day, with the titles that the catalog lacks', async () => {
    const { id } = await open(true);
    const { upload, undo } = desk(id);
    const rows = [
      { 'ISBN/SKU': HOLES, Quantity: 40, Title: 'Holes', Category: 'Teen', Price: 8.99, Cost: 4.5 },
      { 'ISBN/SKU': 'PENCIL-01', Quantity: 500, Title: 'Pencil', Price: 1.25 },
      { 'ISBN/SKU': HOLES, Quantity: 2 },
    ];
    const first = await upload(rows);
    expect(first).toMatchObject({ created: 3, rejected: 0, titles: 2, units: 542 });
    await undo(first);
    expect(await linesAt(id)).toEqual([]);
    expect(await upload(rows)).toMatchObject({ created: 3, titles: 2, units: 542 });
    expect(await linesAt(id)).toMatchObject([
      { sku: HOLES, goodQty: 42, expectedQty: null, costCents: 450 },
      { sku: 'PENCIL-01', goodQty: 500, costCents: null },
    ]);
    expect(await onRecord()).toEqual({ [HOLES]: 0, 'PENCIL-01': 0 });
    await ask.receipts.book({ params: { id } });
    expect(await onRecord()).toEqual({ [HOLES]: 42, 'PENCIL-01': 500 });
  });

  it('lists what a supplier sends, and is undone only while the receipt is open', async () => {
    const { id, number } = await open();
    const { upload, undo } = desk(id);
    const sheet = await upload([{ 'ISBN/SKU': HOLES, Quantity: 10 }]);
    expect(sheet.preview).toMatchObject([{ found: 'Holes', outcome: 'create' }]);
    expect(await linesAt(id)).toMatchObject([{ expectedQty: 10, goodQty: 0 }]);
    await ask.receipts.receiveListed({ params: { id } });
    await ask.receipts.book({ params: { id } });
    await expectRefusal(
      undo(sheet),
      'IN_USE',
      `This import can no longer be undone. ${number} is booked. Reverse it instead.`,
    );
  });

  it('says what is wrong in its cell', async () => {
    const other = { title: 'Holes, signed', category: 'Teen' as const, priceCents: 1_299 };
    const { id: otherId } = await ask.titles.add({ body: { ...other, sku: 'HOLES-S' } });
    const twins = await Promise.all(
      ['TWIN-1', 'TWIN-2'].map((sku) => ask.titles.add({ body: { ...other, sku } })),
    );
    const shareIsbn = (ids: string[], isbn13: string) =>
      test.db.updateTable('titles').set({ isbn13 }).where('id', 'in', ids).execute();
    await shareIsbn([otherId], HOLES);
    await shareIsbn(
      twins.map(({ id }) => id),
      STONE,
    );
    await ask.inventory.changeTitleStatus({
      params: { id: twins[0]!.id },
      body: { status: 'inactive' },
    });
    const { id } = await open();
    const { errors, warnings } = await desk(id).check(
      { 'ISBN/SKU': HOLES, Quantity: 1 },
      { 'ISBN/SKU': STONE, Quantity: 1 },
      { 'ISBN/SKU': 'TWIN-1', Quantity: 1 },
      { 'ISBN/SKU': 'NEW-1', Quantity: 0 },
      { 'ISBN/SKU': 'NEW-2', Quantity: 2.5, Title: 'New', Price: 3 },
      { 'ISBN/SKU': 'NEW-3', Quantity: 10_000_000, Title: 'New', Price: 3 },
    );
    expect(told(errors)).toEqual([
      [3, 'ISBN/SKU', 'Several titles have this code. Enter the SKU of one: TWIN-1, TWIN-2.'],
      [5, 'Quantity', 'Quantity must be a whole number greater than 0.'],
      [5, 'Title', 'Not in the catalog. Title is required for a new title.'],
      [5, 'Price', 'Not in the catalog. Price is required for a new title.'],
      [6, 'Quantity', 'Quantity must be a whole number greater than 0.'],
      [7, 'Quantity', 'Quantity must be at most 9,999,999.'],
    ]);
    expect(told(warnings)).toEqual([
      [2, 'ISBN/SKU', `SKU HOLES-S has this ISBN too. ${HOLES} is used.`],
      [
        4,
        'ISBN/SKU',
        '"Holes, signed" is inactive. It is received, but cannot be packed until it is active.',
      ],
    ]);
  });

  it('needs the duty, which opens no other upload', async () => {
    const { id } = await open();
    const worker = await signedInWith(test, [], ['work_warehouse']);
    const file = await workbookOfRows([
      ['ISBN/SKU', 'Quantity'],
      [HOLES, 1],
    ]);
    expect(await uploadFile(worker.client, 'receipt', file, { receiptId: id })).toMatchObject({
      created: 1,
    });
    await expectRefusal(uploadFile(worker.client, 'titles', file), 'FORBIDDEN');
  });
});
