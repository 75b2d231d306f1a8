import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { PutAwayScan } from '@pos/contract/stock/warehouse/put-away';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { limitToPlaces } from '@pos/world/places';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { CartonDesk, GOOSE, MOON, PEN } from '#testing/selling/carton-desk.ts';
import { fairOnLastDay, finish } from '#testing/selling/close-outs.ts';
import { BIBLE, HUNGER, SalesFloor } from '#testing/selling/sales-floor.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';
import { makeFullAdmin } from '#testing/rights/personas.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('put-away of a return', async () => {
  const test = await startTestApp();
  const desk = new CartonDesk(test);
  const { warehouseQty } = stockDesk(test);

  const scanAt =
    ({ id }: FairDetails) =>
    (code: string, scan: Partial<PutAwayScan> = {}) =>
      test.ask.putAway.scan({
        params: { id },
        body: { scanId: uuidv7(), code, kind: 'good', ...scan },
      });
  const read = ({ id }: FairDetails) => test.ask.putAway.getById({ params: { id } });
  const book = ({ id }: FairDetails, restIsZero = false) =>
    test.ask.putAway.book({ params: { id }, body: { restIsZero } });
  const counts = async ({ id: fairId }: FairDetails) => {
    const query = { fairId, limit: 50 };
    const { results } = await test.ask.inventory.fairInventory({ query });
    return Object.fromEntries(
      results.map(({ sku, countedReturnQty, damagedQty }) => [sku, [countedReturnQty, damagedQty]]),
    );
  };

  it('becomes the return count, carton by carton, with what is not ours noted without stock', async () => {
    const fair = await desk.packedFair('AWAY');
    await desk.confirmed(fair, 'delivery', 1, 2, 3, 10);
    const scan = scanAt(fair);
    const { carton } = (await scan('away-c1')) as { carton: { id: string } };
    expect(await desk.states(fair)).toBe('returned delivered delivered delivered');
    const sent = { scanId: uuidv7(), cartonId: carton.id };
    // At once, one of them sent twice.
    await Promise.all([
      scan(MOON, sent),
      scan(MOON, sent),
      scan(`${MOON}50899`, { quantity: 12 }),
      scan(MOON, { kind: 'damaged' }),
    ]);
    expect(await scan(MOON, sent)).toMatchObject({
      outcome: 'counted',
      line: { title: 'The Moon', goodQty: 13, damagedQty: 1, expectedQty: 14 },
    });
    await scan(GOOSE, { quantity: 2 });
    await scan(GOOSE, { quantity: -2 });
    await expectErrors(scan(GOOSE, { quantity: -1 }), {
      quantity: 'Fewer units than that were scanned.',
    });
    expect(await scan('NO-BOOK')).toEqual({ outcome: 'unknown', code: 'NO-BOOK', title: null });
    expect(await scan('NO-BOOK', { kind: 'not_ours', note: 'A chess set' })).toMatchObject({
      outcome: 'not_ours',
      notOurs: { code: 'NO-BOOK', note: 'A chess set', qty: 1 },
    });
    expect(await read(fair)).toMatchObject({
      number: 'P-AWAY-F',
      state: 'open',
      lines: [{ sku: MOON, goodQty: 13, damagedQty: 1, countedQty: null }],
      cartons: [{ code: 'AWAY-C1', status: 'returned', qty: 1 }, {}, {}, {}],
      notScannedTitles: 2,
      notScannedQty: 54,
    });
    const before = await desk.quantities(fair);
    await book(fair, true);
    expect(await counts(fair)).toEqual({ [MOON]: [14, 1], [GOOSE]: [0, 0], [PEN]: [0, 0] });
    expect(await desk.quantities(fair)).toEqual(before);
    expect(await scan(MOON, sent)).toMatchObject({ outcome: 'counted', line: { goodQty: 13 } });
    await expectRefusal(scan(MOON), 'INVALID_TRANSITION', {
      message: expect.stringContaining('This return is put away already, by '),
    });
    const [entry] = await readActivity(test, 'fair', fair.id);
    expect(entry).toMatchObject({
      action: 'fair.return_put_away',
      changes: { good: { to: 13 }, damaged: { to: 1 }, notOurs: { to: ['1 × A chess set'] } },
    });
    await test.ask.putAway.reopen({ params: { id: fair.id } });
    await scan(PEN, { quantity: 40 });
    await book(fair);
    expect(await counts(fair)).toMatchObject({ [MOON]: [14, 1], [PEN]: [40, 0] });
  });

  it('takes a unit off the carton that it was scanned from last', async () => {
    const fair = await desk.packedFair('OFF');
    await desk.confirmed(fair, 'delivery', 1, 2, 3, 10);
    const scan = scanAt(fair);
    const cartons = async () => (await read(fair)).cartons.map(({ qty }) => qty).slice(0, 2);
    for (const code of ['OFF-C1', 'OFF-C2']) {
      const { carton } = (await scan(code)) as { carton: { id: string } };
      await scan(MOON, { cartonId: carton.id, quantity: 2 });
    }
    const takeOff = () => scan(MOON, { quantity: -1 });
    await takeOff();
    expect(await cartons()).toEqual([2, 1]);
    await scan(MOON);
    await takeOff();
    expect(await cartons()).toEqual([2, 1]);
    await takeOff();
    await takeOff();
    expect(await cartons()).toEqual([1, 0]);
  });

  it('names what it cannot count: titles of other fairs, wrong cartons and missing ones', async () => {
    const [fair, other] = [await desk.packedFair('MIXED'), await desk.packedFair('MIXED2')];
    await desk.confirmed(fair, 'delivery', 1, 2, 3);
    const scan = scanAt(fair);
    const title = { sku: 'NEVER-HERE', title: 'Never here', category: 'Other', priceCents: 500 };
    const { id: titleId } = await test.ask.titles.add({ body: title as never });
    expect(await scan('NEVER-HERE')).toEqual({
      outcome: 'unknown',
      code: 'NEVER-HERE',
      title: 'Never here',
    });
    expect(await scan('NEVER-HERE', { kind: 'not_ours' })).toMatchObject({
      notOurs: { titleId, qty: 1 },
    });
    await expectRefusal(
      scan('MIXED-C10'),
      'INVALID_TRANSITION',
      'Carton MIXED-C10 was reported missing at delivery. Scan it at delivery first, then return it.',
    );
    for (const kind of ['good', 'not_ours'] as const)
      expect(await scan('mixed2-c1', { kind })).toEqual({
        outcome: 'other_fair',
        code: 'mixed2-c1',
        fairName: other.name,
      });
    const limited = await makeFullAdmin(test, 'works at the other');
    await limitToPlaces(test.owner, limited.id, { fairIds: [fair.id] });
    const body: PutAwayScan = { scanId: uuidv7(), code: 'MIXED2-C1', kind: 'good' };
    const told = await test.client(limited.token).putAway.scan({ params: { id: fair.id }, body });
    expect(told.data).toEqual({ outcome: 'unknown', code: 'MIXED2-C1', title: null });
    const [foreign] = await desk.readCartons(other);
    await expectErrors(scan(MOON, { cartonId: foreign!.id }), {
      cartonId: 'Choose a carton of this fair.',
    });
  });

  it('moves stock at once at a closed-out fair, and leaves what the close-out has counted', async () => {
    const floor = await fairOnLastDay(test);
    const { fair } = floor;
    const scan = scanAt(fair);
    const stock = async (sku: string) => {
      const { onHand, countedReturnQty } = await floor.line(sku);
      return { onHand, countedReturnQty, warehouse: await warehouseQty(sku) };
    };
    const [before, bibles] = [await stock(HUNGER), await stock(BIBLE)];
    await scan(BIBLE, { quantity: 5 });
    await book(fair);
    await finish(floor);
    await test.ask.putAway.reopen({ params: { id: fair.id } });
    await expectRefusal(scan(BIBLE), 'FAIR_FINISHED', {
      message: expect.stringContaining('Revert it to change the count.'),
    });
    await scan(HUNGER, { quantity: 12 });
    const waiting = await read(fair);
    await scan(HUNGER, { quantity: 3, kind: 'damaged' });
    const booked = await book(fair);
    expect(booked.expectedQty).toBe(waiting.expectedQty);
    expect(booked.lines).toMatchObject([
      { sku: HUNGER, goodQty: 12, damagedQty: 3, expectedQty: before.onHand },
      { sku: BIBLE, goodQty: 5, expectedQty: bibles.onHand },
    ]);
    const { movements } = await test.ask.inventory.titleMovements({
      params: { id: booked.lines[0]!.titleId },
      query: {},
    });
    expect(
      movements.slice(0, 3).map(({ kind, qty, document }) => [kind, qty, document?.label]),
    ).toEqual(
      expect.arrayContaining([
        ['returned', 12, booked.number],
        ['returned_damaged', 3, booked.number],
      ]),
    );
    expect(await stock(HUNGER)).toEqual({
      onHand: 0,
      countedReturnQty: 15,
      warehouse: before.warehouse + 12,
    });
    expect(await stock(BIBLE)).toEqual({
      onHand: 0,
      countedReturnQty: 5,
      warehouse: bibles.warehouse + 5,
    });
  });

  it('waits from the close-out on, scans cartons back, and keeps what is missing', async () => {
    const fair = await desk.packedFair('LATER');
    const day = today('America/Detroit');
    await test.db
      .updateTable('fairs')
      .set({ startDate: addDays(day, -2), endDate: day })
      .where('id', '=', fair.id)
      .execute();
    const listed = async () =>
      (await test.ask.putAway.list()).find(({ fairId }) => fairId === fair.id)?.state;
    await desk.confirmed(fair, 'delivery', 1, 2, 3, 10);
    expect(await listed()).toBeUndefined();
    await finish(await SalesFloor.at(test, fair));
    expect(await listed()).toBe('waiting');
    expect(await scanAt(fair)('later-c1')).toMatchObject({ carton: { status: 'returned' } });
    expect(await desk.states(fair)).toBe('returned delivered delivered delivered');
    await scanAt(fair)(MOON, { quantity: 13 });
    expect(await book(fair, true)).toMatchObject({
      expectedQty: 68,
      goodQty: 13,
      lines: [
        { sku: MOON, goodQty: 13, expectedQty: 14 },
        ...[9, 45].map((expectedQty) => ({ goodQty: 0, damagedQty: 0, expectedQty })),
      ],
    });
  });

  it('is waited for from the day after the fair until it is booked', async () => {
    const fair = await desk.packedFair('WAITS');
    const waiting = async () =>
      (await test.ask.putAway.list()).filter(({ fairId }) => fairId === fair.id);
    expect(await waiting()).toEqual([]);
    await test.db
      .updateTable('fairs')
      .set({ startDate: '2026-01-05', endDate: '2026-01-09' })
      .where('id', '=', fair.id)
      .execute();
    expect(await waiting()).toMatchObject([
      { number: 'P-WAITS-F', state: 'waiting', expectedQty: 68 },
    ]);
    await scanAt(fair)(MOON, { quantity: 3 });
    expect(await waiting()).toMatchObject([{ state: 'open', goodQty: 3 }]);
    await book(fair);
    expect(await waiting()).toMatchObject([{ state: 'booked' }]);
  });
});
