import { describe, expect, it } from 'vitest';
import { packedRow, packingList, uploadInventory } from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import {
  BIBLE,
  HUNGER,
  openFair,
  PENCIL,
  SalesFloor,
  startSelling,
  STRAY,
  type TestRegister,
} from '#testing/selling/sales-floor.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';

describe('lines of a fair', async () => {
  const { test, floor, register } = await startSelling();
  const { adjust, remove, warehouseQty } = stockDesk(test);
  const setStatus = async (sku: string, status: 'active' | 'inactive') => {
    const { id } = await floor.line(sku);
    return await test.ask.inventory.changeStatus({ params: { id }, body: { status } });
  };
  const load = async ({ id }: { id: string }, carton: string | null, units: number) =>
    uploadInventory(
      test.owner,
      await packingList(packedRow(carton, [HUNGER, 'The Hunger Games', null, 'Teen', 8.99], units)),
      { fairId: id },
    );
  const readInventory = ({ id }: { id: string }) =>
    test.ask.inventory.fairInventory({ query: { fairId: id } });
  const catalogLine = async ({ pos }: TestRegister, sku: string, since?: string) => {
    const { data } = await pos.catalog({ query: { ...(since && { since }) } });
    return data.titles.find((title) => title.sku === sku);
  };

  it('deactivates one title at one fair: register sales stop, offline sales are booked', async () => {
    const inactive = { sku: PENCIL, status: 'inactive', onHand: 50 };
    expect(await setStatus(PENCIL, 'inactive')).toMatchObject(inactive);
    expect(await catalogLine(register, PENCIL)).toMatchObject({ active: false });
    const online = register.sold({ mode: 'online', lines: [{ sku: PENCIL }] });
    expect(await register.handIn(online)).toMatchObject([
      { result: 'refused', code: 'VALIDATION_FAILED' },
    ]);
    await (await floor.logIn('REG-02')).book({ lines: [{ sku: PENCIL }] });
    expect(await setStatus(PENCIL, 'active')).toMatchObject({ status: 'active', onHand: 49 });
    await setStatus(PENCIL, 'active');
    const title = { from: null, to: 'Shiny Pencil' };
    expect((await readActivity(test, 'fair', floor.fair.id)).slice(0, 2)).toMatchObject([
      {
        action: 'fair.title_activated',
        changes: { title, status: { from: 'inactive', to: 'active' } },
      },
      { action: 'fair.title_deactivated' },
    ]);
  });

  it('deletes a title that never sold: units on hand return to the warehouse, cartons drop it', async () => {
    const line = await floor.line(BIBLE);
    const before = await warehouseQty(BIBLE);
    await adjust(line, 'remove', 2, { reason: 'theft' });
    await remove(line);
    const { results } = await readInventory(floor.fair);
    expect(results.map(({ sku }) => sku)).toEqual([PENCIL, HUNGER]);
    expect(await warehouseQty(BIBLE)).toBe(before + 3);
    const contents = test.db
      .selectFrom('cartonContents')
      .innerJoin('cartons', 'cartons.id', 'cartonContents.cartonId')
      .select('qty')
      .where('fairId', '=', floor.fair.id)
      .where('titleId', '=', line.titleId);
    expect(await contents.execute()).toEqual([]);
    await expectRefusal(remove(line), 'NOT_FOUND');
  });

  it('notifies registers in the next catalog, and sells the title again as one not on the list', async () => {
    const { onHand } = await floor.line(HUNGER);
    const own = await openFair(test);
    const tablet = await own.logIn('REG-03');
    const { cursor } = (await tablet.pos.catalog({ query: {} })).data;
    await remove(await own.line(HUNGER));
    const gone = { onHand: 0, active: true };
    expect(await catalogLine(tablet, HUNGER, cursor)).toMatchObject(gone);
    expect(await catalogLine(register, HUNGER)).toMatchObject({ onHand });
    await tablet.book({ lines: [{ sku: HUNGER }] });
    const oversold = { sentQty: 0, soldQty: 1, onHand: 0, oversoldQty: 1 };
    expect(await own.line(HUNGER)).toMatchObject(oversold);
  });

  it('accepts the title again from a new packing list, starting from zero', async () => {
    const again = packedRow(null, [BIBLE, 'A Quiet Psalter', null, 'Faith', 12], 7, 'N');
    const file = await packingList(again);
    const { errors } = await uploadInventory(test.owner, file, { fairId: floor.fair.id });
    expect(errors).toEqual([]);
    const fresh = { sentQty: 7, adjustQty: 0, missingQty: 0, onHand: 7 };
    expect(await floor.line(BIBLE)).toMatchObject(fresh);
  });

  it('deletes a title of a missing carton; the carton restores nothing when found', async () => {
    const fair = await plannedFair(test, 'LOST');
    await load(fair, 'LOST-1', 6);
    await load(fair, 'LOST-2', 4);
    const scan = (codes: string[]) =>
      test.owner.cartons.scan({
        body: { fairId: fair.id, stage: 'delivery', codes, confirm: true },
      });
    await scan(['LOST-1']);
    const line = await (await SalesFloor.at(test, fair)).line(HUNGER);
    expect(line).toMatchObject({ sentQty: 10, missingQty: 4, onHand: 6 });
    const before = await warehouseQty(HUNGER);
    await remove(line);
    expect(await warehouseQty(HUNGER)).toBe(before + 6);
    await scan(['LOST-1', 'LOST-2']);
    expect((await readInventory(fair)).totalResults).toBe(0);
  });

  it('refuses to undo an import whose title was deleted since, even if loaded again', async () => {
    const fair = await plannedFair(test, 'TWICE');
    const twice = await SalesFloor.at(test, fair);
    const { jobId: id = '' } = await load(fair, null, 6);
    const undo = () => test.owner.uploads.undo({ params: { id } });
    await remove(await twice.line(HUNGER));
    await expectRefusal(undo(), 'IN_USE');
    await load(fair, null, 6);
    await expectRefusal(undo(), 'IN_USE', { reasons: [{ code: 'TITLE_MOVED' }] });
    expect(await twice.line(HUNGER)).toMatchObject({ sentQty: 6, onHand: 6 });
  });

  it('refuses to delete a title that was sold, even if all returned, or ordered for shipping', async () => {
    const own = await openFair(test);
    const tablet = await own.logIn('REG-04');
    const { sold } = await tablet.book({ lines: [{ sku: HUNGER }] });
    await tablet.refund(sold);
    await expectRefusal(remove(await own.line(HUNGER)), 'IN_USE', {
      message: '"The Arena" was sold at this fair. Deactivate it instead.',
      reasons: [{ code: 'SOLD', count: 1 }],
    });
    await tablet.book({ lines: [{ sku: BIBLE, fulfilment: 'ship_to_school' }] });
    const ordered = await own.line(BIBLE);
    expect(ordered).toMatchObject({ soldQty: 0 });
    await expectRefusal(remove(ordered), 'IN_USE');
    await tablet.book({ lines: [{ sku: STRAY }] });
    await expectRefusal(remove(await own.line(STRAY)), 'IN_USE');
  });

  it('loses no sale made during a deletion: the title stays, or the sale adds its own line', async () => {
    for (let round = 0; round < 5; round++) {
      const own = await openFair(test);
      const tablet = await own.logIn(`REG-RACE-${round}`);
      const line = await own.line(HUNGER);
      const sale = () => tablet.sold({ lines: [{ sku: HUNGER }] });
      const [sales, deletion] = await Promise.all([
        tablet.handIn(sale(), sale()),
        remove(line).then(
          () => 'deleted',
          async (error: unknown) => (await getRefusal(Promise.reject(error))).code,
        ),
      ]);
      expect(sales.map(({ result }) => result)).toEqual(['accepted', 'accepted']);
      expect(['deleted', 'IN_USE']).toContain(deletion);
      const sentQty = deletion === 'deleted' ? 0 : 20;
      expect(await own.line(HUNGER)).toMatchObject({ soldQty: 2, sentQty });
    }
  });

  const change = async (sku: string, priceCents: number, seenPriceCents: number) => {
    const { id } = await floor.line(sku);
    return await test.ask.inventory.changePrice({
      params: { id },
      body: { priceCents, seenPriceCents },
    });
  };
  const catalog = (headers: Record<string, string> = {}) =>
    test.send(register.token)('/v1/pos/catalog', { headers });

  it('changes a price in the next catalog; sales at a former price are booked, others held', async () => {
    const before = await register.book({ lines: [{ sku: HUNGER }] });
    const first = await catalog();
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    const { data } = (await first.json()) as { data: { cursor: string } };
    expect((await catalog(known)).status).toBe(304);
    const changed = { sku: HUNGER, priceCents: 799, onHand: 19 };
    expect(await change(HUNGER, 799, 899)).toMatchObject(changed);
    expect((await catalog(known)).status).toBe(200);
    const { titles } = (await register.pos.catalog({ query: { since: data.cursor } })).data;
    expect(titles.find(({ sku }) => sku === HUNGER)).toMatchObject({ priceCents: 799 });

    const sold = (unitPriceCents: number) =>
      register.sold({ lines: [{ sku: HUNGER, unitPriceCents }] });
    expect(await register.handIn(sold(799), sold(899), sold(699))).toMatchObject([
      { result: 'accepted' },
      { result: 'accepted' },
      {
        result: 'held',
        reason: 'PRICE_MISMATCH',
        detail: 'lines.0.unitPriceCents: the register has 699, the fair has 799 or 899.',
      },
    ]);
    expect(await floor.readOrder(before.sold.clientOrderId)).toMatchObject({
      totalCents: before.totalCents,
      lines: [{ unitPriceCents: 899 }],
    });
  });

  it('keeps every former price, records each change, and announces it to open pages', async () => {
    const line = await floor.line(PENCIL);
    const events = test.db.selectFrom('liveEvents');
    const { last } = await events
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    await change(PENCIL, 150, 125);
    await change(PENCIL, 125, 150);
    expect(await change(PENCIL, 125, 150)).toMatchObject({ priceCents: 125 });
    const prices = await test.db
      .selectFrom('fairLinePrices')
      .select('priceCents')
      .where('fairId', '=', floor.fair.id)
      .where('titleId', '=', line.titleId)
      .orderBy('since')
      .execute();
    expect(prices).toEqual([{ priceCents: 150 }, { priceCents: 125 }]);
    expect((await readActivity(test, 'fair', floor.fair.id)).slice(0, 2)).toMatchObject([
      {
        action: 'fair.price_changed',
        changes: { title: { to: line.title }, priceCents: { from: 150, to: 125 } },
      },
      { action: 'fair.price_changed', changes: { priceCents: { from: 125, to: 150 } } },
    ]);
    const announced = await events
      .select(['kinds', 'fairId'])
      .where('id', '>', last ?? 0)
      .execute();
    const kinds = expect.arrayContaining(['stock']);
    expect(announced).toContainEqual({ kinds, fairId: floor.fair.id });
  });

  it('refuses a change of a price that is no longer the one seen, with the current line', async () => {
    await expectRefusal(change(BIBLE, 1000, 1100), 'STALE_VERSION', {
      message: 'The price is now $12.00, not $11.00: it was changed in the meantime.',
      current: { sku: BIBLE, priceCents: 1200 },
    });
    const race = await Promise.allSettled([change(BIBLE, 1001, 1200), change(BIBLE, 1002, 1200)]);
    expect(race.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
