import { describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('a receipt of the warehouse', async () => {
  const test = await startTestApp();
  const { ask } = test;
  const open = () => ask.receipts.open({ body: { supplier: 'Quill', receivedOn: '2026-11-02' } });
  let last = 0;
  const addTitle = (fields: { isbn13?: string } = {}) =>
    ask.titles.add({
      body: {
        sku: `RC-${(last += 1)}`,
        title: `Received ${last}`,
        category: 'Chapter',
        priceCents: 899,
        ...fields,
      },
    });
  const linesAt = async (receiptId: string) =>
    (await ask.receipts.lines({ query: { receiptId } })).results;

  it('has the next number without a gap, also when several are opened at once', async () => {
    const { number } = await open();
    expect(number).toBe('R-0001');
    await Promise.all([open(), open(), open()]);
    const { results } = await ask.receipts.list({ query: {} });
    expect(results.map((receipt) => receipt.number)).toEqual([
      'R-0004',
      'R-0003',
      'R-0002',
      'R-0001',
    ]);
  });

  it('counts each scan once, of several people at the same time, by ISBN, price digits, SKU', async () => {
    const { id } = await open();
    const { id: titleId, sku } = await addTitle({ isbn13: '9780061124952' });
    const colleague = await signedInWith(test, [], ['work_warehouse']);
    const scanId = uuidv7();
    const scan = (client: typeof test.owner, body: { scanId: string; code: string }) =>
      client.receipts.scan({ params: { id }, body });
    await Promise.all([
      scan(test.owner, { scanId, code: '9780061124952' }),
      scan(test.owner, { scanId, code: '9780061124952' }),
      ...['978-0-06-112495-2', '978006112495250899', sku.toLowerCase(), '9780061124952'].map(
        (code) => scan(colleague.client, { scanId: uuidv7(), code }),
      ),
    ]);
    expect(await linesAt(id)).toMatchObject([{ titleId, goodQty: 5, damagedQty: 0 }]);
  });

  it('counts nothing for an unknown code, or one of two titles, until one is chosen', async () => {
    const { id } = await open();
    const titles = [
      await addTitle({ isbn13: '9780439023481' }),
      await addTitle({ isbn13: '9780545010221' }),
    ];
    await test.db
      .updateTable('titles')
      .set({ isbn13: '9780439023481' })
      .where('id', '=', titles[1]!.id)
      .execute();
    const scan = (body: { code: string } | { titleId: string }) =>
      ask.receipts.scan({ params: { id }, body: { scanId: uuidv7(), ...body } });
    expect(await scan({ code: 'NOBODY-1' })).toEqual({ outcome: 'unknown', code: 'NOBODY-1' });
    expect(await scan({ code: '9780439023481' })).toMatchObject({
      outcome: 'choose',
      titles: titles.map((title) => ({ titleId: title.id, sku: title.sku })),
    });
    expect(await linesAt(id)).toEqual([]);
    await scan({ titleId: titles[1]!.id });
    expect(await linesAt(id)).toMatchObject([{ titleId: titles[1]!.id, goodQty: 1 }]);
  });

  it('keeps its number once it is discarded, and takes no scan', async () => {
    const { id, number } = await open();
    const { id: titleId } = await addTitle();
    expect(await ask.receipts.discard({ params: { id } })).toMatchObject({
      number,
      state: 'discarded',
    });
    await expectRefusal(
      test.owner.receipts.scan({ params: { id }, body: { scanId: uuidv7(), titleId } }),
      'INVALID_TRANSITION',
      `${number} is discarded already, by Account Owner.`,
    );
    expect((await open()).number).not.toBe(number);
  });
});
