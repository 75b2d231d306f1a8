import { describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { SYSTEM } from '#api/http/access/identity.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { BIBLE, openFair, PENCIL } from '#testing/selling/sales-floor.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { loadSheet } from './sheets.service.ts';

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

  it('counts each scan once, of several people at once or sent again later, by ISBN, price digits, SKU', async () => {
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
    await ask.receipts.book({ params: { id } });
    expect((await scan(test.owner, { scanId, code: sku })).data).toMatchObject({
      outcome: 'counted',
      line: { goodQty: 5 },
    });
    await expectRefusal(scan(test.owner, { scanId: uuidv7(), code: sku }), 'INVALID_TRANSITION');
  });

  it('asks to send a scan again that waited too long for somebody who books', async () => {
    const { id } = await open();
    const body = { scanId: uuidv7(), titleId: (await addTitle()).id };
    await inTransaction(test.db, async (tx) => {
      await lockRow(tx, 'stockDocuments', id);
      await expectRefusal(test.owner.receipts.scan({ params: { id }, body }), 'NOT_READY');
    });
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

  const scanUnits = (id: string, titleId: string, quantity: number, damaged = false) =>
    ask.receipts.scan({ params: { id }, body: { scanId: uuidv7(), titleId, quantity, damaged } });
  const stockOf = async (id: string) => (await ask.titles.getById({ params: { id } })).warehouseQty;

  it('brings good units into the warehouse, and damaged ones to lost, once', async () => {
    const { id, number } = await open();
    const { id: titleId } = await addTitle();
    await scanUnits(id, titleId, 11);
    await scanUnits(id, titleId, 1, true);
    const book = () => test.owner.receipts.book({ params: { id } });
    await book();
    await expectRefusal(book(), 'INVALID_TRANSITION', {
      message: `${number} is booked already, by Account Owner.`,
      changedBy: 'Account Owner',
    });
    expect(await stockOf(titleId)).toBe(11);
    const { rows } = await sql<{ fromPlace: string }>`
      select from_place, to_place, reason, qty
      from stock_movements
      where ref_id = ${id}
      order by qty`.execute(test.db);
    expect(rows).toEqual([
      { fromPlace: 'supplier', toPlace: 'lost', reason: 'received_damaged', qty: 1 },
      { fromPlace: 'supplier', toPlace: 'warehouse', reason: 'received', qty: 11 },
    ]);
  });

  it('is not booked without units, and says so', async () => {
    const { id, number } = await open();
    await expectRefusal(
      test.owner.receipts.book({ params: { id } }),
      'INVALID_TRANSITION',
      `${number} has no units yet. Scan the books or upload a sheet, or discard it.`,
    );
  });

  it('is reversed while its units are there, else says which fair has them', async () => {
    const floor = await openFair(test);
    const { id: titleId } = await test.db
      .selectFrom('titles')
      .select('id')
      .where('sku', '=', PENCIL)
      .executeTakeFirstOrThrow();
    const before = await stockOf(titleId);
    const { id, number } = await open();
    await scanUnits(id, titleId, 6);
    await scanUnits(id, titleId, 2, true);
    await ask.receipts.book({ params: { id } });
    const line = await floor.line(PENCIL);
    const { adjust } = stockDesk(test);
    await adjust(line, 'add', before + 2, { reason: 'received' });
    const reverse = () =>
      test.owner.receipts.reverse({ params: { id }, body: { reason: 'Sent to the wrong place' } });
    const refusal = await expectRefusal(reverse(), 'STOCK_INSUFFICIENT');
    expect(refusal.message).toContain(`${number} cannot be reversed: 2 units of "`);
    expect(refusal.message).toContain(floor.fair.name);
    await scanUnits((await open()).id, titleId, 1);
    const more = await open();
    await scanUnits(more.id, titleId, 2);
    await ask.receipts.book({ params: { id: more.id } });
    expect(await reverse()).toMatchObject({
      data: { state: 'reversed', reversedBy: 'Account Owner', closedBy: 'Account Owner' },
    });
    expect(await stockOf(titleId)).toBe(0);
  });

  it('keeps what is short still to come, until it is received or somebody closes it', async () => {
    const { id, number } = await open();
    const titles = [await addTitle(), await addTitle()];
    await expectUnits(
      id,
      titles.map((title) => [title.id, 10] as const),
    );
    await scanUnits(id, titles[0]!.id, 10);
    await scanUnits(id, titles[1]!.id, 7);
    await scanUnits(id, titles[1]!.id, 1, true);
    expect(await ask.receipts.book({ params: { id } })).toMatchObject({
      shortQty: 2,
      damagedQty: 1,
      rest: 'to_come',
    });
    const late = { continuesId: id, receivedOn: '2026-11-09' };
    const next = await ask.receipts.open({ body: late });
    expect(next).toMatchObject({ supplier: 'Quill', expectedQty: 2, continues: { number } });
    expect(await ask.receipts.getById({ params: { id } })).toMatchObject({ rest: 'continued' });
    await expectRefusal(
      test.owner.receipts.open({ body: late }),
      'INVALID_TRANSITION',
      `${next.number} receives what was still to come on ${number}.`,
    );
    await ask.receipts.discard({ params: { id: next.id } });
    const toCome = async () =>
      (await ask.receipts.list({ query: { toCome: true } })).results.map((each) => each.number);
    expect(await toCome()).toContain(number);
    expect(await ask.receipts.closeRest({ params: { id } })).toMatchObject({
      rest: 'closed',
      restClosedBy: 'Account Owner',
    });
    expect(await toCome()).not.toContain(number);
  });

  it('receives everything that was listed at once, without what was scanned already', async () => {
    const { id } = await open();
    const { id: titleId } = await addTitle();
    await expectUnits(id, [[titleId, 12]]);
    await scanUnits(id, titleId, 3);
    await scanUnits(id, titleId, 1, true);
    expect(await ask.receipts.receiveListed({ params: { id } })).toMatchObject({
      goodQty: 11,
      damagedQty: 1,
      shortQty: 0,
    });
  });

  it('corrects a line by the difference to what was seen, so that no scan is lost', async () => {
    const { id } = await open();
    const { id: titleId } = await addTitle();
    await scanUnits(id, titleId, 5);
    const change = (goodQty: number, seenGoodQty: number, more: object = {}) =>
      test.owner.receipts.changeLine({
        params: { id },
        body: {
          scanId: uuidv7(),
          titleId,
          goodQty,
          damagedQty: 0,
          seenGoodQty,
          seenDamagedQty: 0,
          ...more,
        },
      });
    await scanUnits(id, titleId, 1);
    const once = { scanId: uuidv7() };
    for (const _ of [1, 2]) expect((await change(4, 5, once)).data).toMatchObject({ goodQty: 5 });
    const corrections = (await readActivity(test, 'stock-document', id)).filter(
      ({ action }) => action === 'receipt.line_corrected',
    );
    expect(corrections.map(({ changes }) => changes['goodQty'])).toEqual([{ from: 6, to: 5 }]);
    await expectRefusal(
      change(0, 9),
      'STALE_QUANTITY',
      'There are 5 good and 0 damaged units by now. Look again.',
    );
    await expectErrors(change(-1, 5), { goodQty: 'Good must be a whole number, 0 or more.' });
    await expectErrors(change(1.5, 5), { goodQty: 'Good must be a whole number, 0 or more.' });
    await expectErrors(change(10_000_000, 5), { goodQty: 'Enter at most 9,999,999.' });
    for (const quantity of [0, -1, 1.5])
      await expectErrors(
        test.owner.receipts.scan({
          params: { id },
          body: { scanId: uuidv7(), titleId, quantity },
        }),
        { quantity: 'Quantity must be a whole number greater than 0.' },
      );
    await ask.receipts.book({ params: { id } });
    expect((await change(4, 5, once)).data).toMatchObject({ goodQty: 5 });
  });

  it('shows and takes costs only with the duty to see them', async () => {
    const { id } = await open();
    const { id: titleId } = await addTitle();
    await scanUnits(id, titleId, 4);
    const body = {
      scanId: uuidv7(),
      titleId,
      goodQty: 4,
      damagedQty: 0,
      seenGoodQty: 4,
      seenDamagedQty: 0,
      costCents: 350,
    };
    const worker = await signedInWith(test, [['All Inventory', 'read_only']], ['work_warehouse']);
    await expectErrors(worker.client.receipts.changeLine({ params: { id }, body }), {
      costCents: 'Costs need the duty "See costs".',
    });
    await ask.receipts.changeLine({ params: { id }, body });
    const seen = async (client: typeof test.owner) => [
      (await client.receipts.getById({ params: { id } })).data.costCents,
      (await client.receipts.lines({ query: { receiptId: id } })).data.results[0]!.costCents,
    ];
    expect(await seen(test.owner)).toEqual([1_400, 350]);
    expect((await ask.receipts.getById({ params: { id } })).withoutCostQty).toBe(0);
    await scanUnits(id, (await addTitle()).id, 21);
    expect(await ask.receipts.getById({ params: { id } })).toMatchObject({
      costCents: 1_400,
      withoutCostQty: 21,
    });
    expect(await seen(worker.client)).toEqual([null, null]);
  });

  it('says how many units are promised to how many children', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('REG-PROMISE');
    await register.handIn(
      register.sold({ lines: [{ sku: BIBLE, quantity: 2, fulfilment: 'ship_to_school' }] }),
    );
    const { id: titleId } = await test.db
      .selectFrom('titles')
      .select('id')
      .where('sku', '=', BIBLE)
      .executeTakeFirstOrThrow();
    const { id } = await open();
    const answer = await scanUnits(id, titleId, 3);
    expect(answer).toMatchObject({ outcome: 'counted', line: { promisedQty: 2, promisedTo: 1 } });
  });

  /** Lists units on a receipt, as the sheet of a supplier does. */
  const expectUnits = (id: string, units: readonly (readonly [titleId: string, qty: number])[]) =>
    inTransaction(test.db, (tx) =>
      loadSheet(tx, SYSTEM, {
        receiptId: id,
        listed: 'expected',
        fileName: 'supplier.xlsx',
        rows: units.map(([titleId, qty]) => ({ titleId, qty, costCents: null })),
      }),
    );
});
