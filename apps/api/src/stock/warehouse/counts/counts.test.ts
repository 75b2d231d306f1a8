import { sql } from 'kysely';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { countDesk } from '#testing/selling/count-desk.ts';
import {
  BIBLE,
  HUNGER,
  openFair,
  PENCIL,
  stockWarehouse,
  type SalesFloor,
} from '#testing/selling/sales-floor.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('a count of the warehouse', async () => {
  const test = await startTestApp();
  const desk = countDesk(test);
  const { warehouseQty } = stockDesk(test);
  const stocker = await signedInWith(test, [['All Inventory', 'read_only']], ['work_warehouse']);
  const theirs = countDesk(test, stocker.client);
  let floor: SalesFloor;
  beforeAll(async () => {
    floor = await openFair(test);
  });
  /** Puts exactly these units on record. */
  const onRecord = async (units: Record<string, number>) => {
    for (const [sku, qty] of Object.entries(units)) {
      const now = await warehouseQty(sku);
      if (qty > now) await stockWarehouse(test, sku, qty - now);
      if (qty < now) await takeOut(sku, now - qty);
    }
  };
  /** Sends units to the fair, as a packing list does. */
  const takeOut = async (sku: string, units: number) => {
    const line = await floor.line(sku);
    await stockDesk(test).adjust(line, 'add', units, { reason: 'received' });
  };

  it('tells nothing about the number on record before counting is finished', async () => {
    await onRecord({ [PENCIL]: 40, [BIBLE]: 5 });
    const { id, number } = await desk.open({ scope: 'scanned' });
    expect(number).toMatch(/^C-\d{4}$/);
    await desk.scan(id, PENCIL, { qty: 39 });
    const hidden = { onRecordQty: null, difference: null, valueCents: null, moved: null };
    expect(await desk.lines(id)).toMatchObject([{ countedQty: 39, state: 'counted', ...hidden }]);
    expect(await desk.read(id)).toMatchObject({ few: null, many: null, again: null });

    await desk.finish(id);
    expect(await desk.lines(id)).toMatchObject([
      { countedQty: 39, onRecordQty: 40, difference: -1, valueCents: -125, state: 'differs' },
    ]);
    const few = { titles: 1, units: 1, valueCents: 125 };
    expect(await desk.read(id)).toMatchObject({ few, many: { titles: 0, units: 0 } });
    await expectRefusal(desk.scan(id, PENCIL), 'INVALID_TRANSITION');
    await desk.counts.discard({ params: { id }, body: {} });
    expect(await desk.read(id)).toMatchObject({ number, state: 'discarded', few: null });
  });

  it('has one number in its list and on its page, also beyond 9999', async () => {
    const { id } = await desk.open({ scope: 'scanned' });
    const renumber = (number: number) =>
      sql`update stock_documents set number = ${number} where id = ${id}`.execute(test.db);
    const { rows } = await sql<{ number: number }>`
      select number from stock_documents where id = ${id}`.execute(test.db);
    await renumber(12_345);
    expect(await desk.read(id)).toMatchObject({ number: 'C-12345' });
    const { results } = await test.ask.counts.list({ query: { search: 'C-12345' } });
    expect(results).toMatchObject([{ id, number: 'C-12345' }]);
    await renumber(rows[0]!.number);
    await desk.counts.discard({ params: { id }, body: {} });
  });

  it('adds up the scans of several people, each once, and takes the last one back', async () => {
    const { id } = await desk.open({ scope: 'scanned' });
    const scanId = uuidv4();
    const twice = () => theirs.scan(id, PENCIL, { scanId, qty: 12 });
    await Promise.all([twice(), twice(), desk.scan(id, PENCIL), desk.scan(id, PENCIL)]);
    expect(await twice()).toMatchObject({ result: 'counted', scan: { countedQty: 14 } });
    expect(await desk.line(id, PENCIL)).toMatchObject({ countedQty: 14 });
    const { people, lastScan } = await theirs.read(id);
    expect(people).toHaveLength(2);
    expect(lastScan).toMatchObject({ scanId, qty: 12, countedQty: 14 });

    expect(await theirs.undo(id, scanId)).toMatchObject({ countedQty: 2 });
    expect(await theirs.undo(id, scanId)).toMatchObject({ countedQty: 2 });
    const total = await theirs.scan(id, PENCIL, { total: 7 });
    expect(total).toMatchObject({ scan: { qty: 5, countedQty: 7 } });
    const { lastScan: mine } = await desk.read(id);
    await expectRefusal(desk.undo(id, mine!.scanId), 'INVALID_TRANSITION');
    expect(await theirs.undo(id, total.scan!.scanId)).toMatchObject({ countedQty: 2 });
    const used = theirs.scan(id, BIBLE, { scanId });
    await expectErrors(used, { scanId: 'Another scan was sent under this ID.' });
    await expectErrors(theirs.scan(id, PENCIL, { qty: 9_999_999 }), {
      qty: 'A title has at most 9,999,999 units in one count.',
    });
    await desk.finish(id);
    expect(await twice()).toMatchObject({ result: 'counted', scan: { qty: 12, countedQty: 2 } });
    await expectRefusal(theirs.scan(id, PENCIL), 'INVALID_TRANSITION');
  });

  it('finds a title by any of its codes, offers two of one ISBN, and counts no other', async () => {
    const isbn13 = '9780545582889';
    const add = (sku: string) =>
      test.db
        .insertInto('titles')
        .values({
          id: uuidv7(),
          sku,
          isbn13,
          title: sku,
          priceCents: 500,
          sourceWarehouseQty: null,
        })
        .execute();
    await add('TWIN-A');
    const { id } = await desk.open({ scope: 'category', categories: ['Other'] });
    for (const code of [isbn13, '978-0-545-58288-9', `${isbn13}51299`, 'twin-a'])
      expect(await desk.scan(id, code)).toMatchObject({ result: 'counted' });
    await add('TWIN-B');
    const { result, choices } = await desk.scan(id, isbn13);
    expect([result, choices.map(({ sku }) => sku).toSorted()]).toEqual([
      'choose',
      ['TWIN-A', 'TWIN-B'],
    ]);
    const chosen = { code: undefined, titleId: choices[0]!.titleId };
    expect(await desk.scan(id, '', chosen)).toMatchObject({ result: 'counted' });
    expect(await desk.scan(id, '9999')).toMatchObject({
      result: 'unknown',
      text: 'No title has the code 9999.',
    });
    expect(await desk.scan(id, BIBLE)).toMatchObject({
      result: 'outside',
      text: 'A Quiet Psalter is in the category Faith, which is not counted here.',
    });
    expect((await desk.read(id)).countedUnits).toBe(5);
    const list = desk.open({ scope: 'titles', codes: [BIBLE, 'NO-SUCH'] });
    await expectErrors(list, { codes: 'No title has the code NO-SUCH.' });
  });

  it('judges a title by what was on record when it was counted, whatever moved since', async () => {
    await onRecord({ [PENCIL]: 40, [BIBLE]: 50 });
    const { id, number } = await desk.open({ scope: 'titles', codes: [PENCIL, BIBLE] });
    await theirs.scan(id, PENCIL, { total: 38 });
    await desk.scan(id, BIBLE, { total: 52 });
    await takeOut(PENCIL, 15);
    await stockWarehouse(test, BIBLE, 10);
    await desk.finish(id);
    expect(await desk.line(id, PENCIL)).toMatchObject({ onRecordQty: 40, difference: -2 });
    const query = { sort: '-size' } as const;
    const sizes = await desk.counts.lines({ params: { id }, query });
    expect(sizes.results.map(({ difference }) => Math.abs(difference!))).toEqual([2, 2]);

    const { titleId } = await desk.line(id, BIBLE);
    const needed = desk.book(id, { few: { reason: 'theft' } });
    await expectErrors(needed, { many: 'Choose a reason.' });
    const noNote = desk.book(id, { few: { reason: 'other' } });
    await expectErrors(noNote, { 'few.note': 'Write a note that says why.' });
    const booked = await desk.book(id, {
      few: { reason: 'theft' },
      chosen: [{ titleIds: [titleId], many: { reason: 'other', note: 'Behind the ramp' } }],
    });
    expect(booked).toMatchObject({
      state: 'booked',
      few: { titles: 1, units: 2, valueCents: 250 },
      many: { titles: 1, units: 2, valueCents: 2400 },
    });
    expect([await warehouseQty(PENCIL), await warehouseQty(BIBLE)]).toEqual([23, 62]);

    const differences = await desk.counts.differences({ query: { countId: id, sort: 'title' } });
    const bookedBy = booked.closedBy;
    expect(differences.results).toMatchObject([
      { sku: BIBLE, number, bookedBy, difference: 2, reason: 'other', note: 'Behind the ramp' },
      { sku: PENCIL, number, bookedBy, difference: -2, valueCents: -250, reason: 'theft' },
    ]);
    expect(differences.results[1]!.countedBy).not.toBe(bookedBy);
    const { results } = await test.ask.activity.list({
      query: { entity: 'title', entityId: titleId },
    });
    expect(results[0]).toMatchObject({
      action: 'title.counted',
      actorName: bookedBy,
      changes: { count: { to: number }, units: { from: 50, to: 52 } },
    });
    await expectRefusal(desk.book(id), 'INVALID_TRANSITION');
  });

  it('wants a second count of what differs much or moved meanwhile, and shows it blind', async () => {
    await onRecord({ [PENCIL]: 40, [BIBLE]: 50, [HUNGER]: 20 });
    const { id } = await desk.open({ scope: 'scanned' });
    await desk.scan(id, PENCIL, { total: 35 });
    await desk.scan(id, BIBLE, { qty: 30 });
    await takeOut(BIBLE, 1);
    await desk.scan(id, BIBLE, { qty: 20 });
    await desk.scan(id, HUNGER, { total: 21 });
    expect(await desk.finish(id)).toMatchObject({ again: 2 });
    expect(await desk.line(id, BIBLE)).toMatchObject({
      state: 'again',
      moved: true,
      difference: 1,
    });
    await expectRefusal(desk.book(id), 'INVALID_TRANSITION');

    expect(await desk.reopen(id, true)).toMatchObject({ state: 'open', round: 2, uncounted: 2 });
    expect(await desk.line(id, PENCIL)).toMatchObject({ state: 'waiting', countedQty: null });
    expect(await desk.scan(id, HUNGER)).toMatchObject({ result: 'outside' });
    await theirs.scan(id, PENCIL, { total: 36 });
    expect(await desk.finish(id)).toMatchObject({ again: 1 });
    await desk.reopen(id, false);
    await theirs.scan(id, BIBLE, { total: 49 });
    expect(await desk.finish(id)).toMatchObject({ again: 0 });
    expect(await desk.line(id, PENCIL)).toMatchObject({ firstQty: 35, countedQty: 36 });
    await desk.book(id);
    expect(await Promise.all([PENCIL, BIBLE, HUNGER].map(warehouseQty))).toEqual([36, 49, 21]);
  });

  it('counts a title that nobody scanned as 0 only once somebody confirmed the list', async () => {
    await onRecord({ [PENCIL]: 2, [BIBLE]: 3 });
    const { id } = await desk.open({ scope: 'category', categories: ['Merchandise', 'Faith'] });
    await desk.scan(id, PENCIL, { total: 2 });
    const { titles, reviewed } = await desk.counts.uncounted({ params: { id } });
    expect(titles.map(({ sku }) => sku)).toEqual([BIBLE]);
    await desk.finish(id);
    expect(await desk.read(id)).toMatchObject({ uncounted: 1, few: { titles: 0 } });

    await desk.confirmNone(id);
    const late = desk.counts.confirmUncounted({ params: { id }, body: { reviewed } });
    await expectRefusal(late, 'FIGURES_MOVED');
    expect(await desk.line(id, BIBLE)).toMatchObject({ countedQty: 0, state: 'again' });
    await desk.reopen(id, true);
    await desk.confirmNone(id);
    await desk.finish(id);
    await desk.book(id, { few: { reason: 'lost' } });
    expect(await Promise.all([PENCIL, BIBLE].map(warehouseQty))).toEqual([2, 0]);
  });

  it('refuses to book a shortage of more units than the warehouse has left', async () => {
    await onRecord({ [PENCIL]: 40 });
    const { id } = await desk.open({ scope: 'scanned' });
    await desk.scan(id, PENCIL, { total: 37 });
    await takeOut(PENCIL, 39);
    await desk.finish(id);
    const { reasons } = await expectRefusal(desk.book(id), 'STOCK_INSUFFICIENT');
    expect(reasons).toMatchObject([{ text: 'Shiny Pencil: 37 counted, 39 left since.' }]);
    await stockWarehouse(test, PENCIL, 20);
    await desk.book(id, { few: { reason: 'lost' } });
    expect(await warehouseQty(PENCIL)).toBe(18);
  });
});
