import { describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { CartonDesk, MOON, GOOSE, PEN } from '#testing/selling/carton-desk.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { setCloseOut } from '#testing/calls/records.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { SalesFloor } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('cartons', async () => {
  const test = await startTestApp();
  const desk = new CartonDesk(test);

  it("lists a fair's cartons with contents, units and state, C2 before C10", async () => {
    const fair = await desk.packedFair('LIST');
    const cartons = await desk.readCartons(fair);
    const scanned = cartons.flatMap((carton) => [carton.scannedInAt, carton.scannedInBy]);
    expect(new Set(scanned)).toEqual(new Set([null]));
    expect(cartons.map(({ code, titles, units, status }) => [code, titles, units, status])).toEqual(
      [
        ['LIST-C1', 1, 10, 'packed'],
        ['LIST-C2', 2, 10, 'packed'],
        ['LIST-C3', 1, 3, 'packed'],
        ['LIST-C10', 1, 40, 'packed'],
      ],
    );
    const { contents } = cartons[1]!;
    expect(contents).toMatchObject([
      { sku: GOOSE, title: 'A Goose', priceCents: 500, qty: 6 },
      { sku: MOON, title: 'The Moon', priceCents: 899, qty: 4 },
    ]);
    const listAt = (id: string) => test.ask.cartons.list({ params: { id } });
    expect(await listAt((await plannedFair(test, 'NOCART')).id)).toEqual([]);
    await expectRefusal(listAt(uuidv7()), 'NOT_FOUND');
  });

  it('previews a scan without confirmation and changes nothing', async () => {
    const fair = await desk.packedFair('LOOK');
    const before = await desk.quantities(fair);
    expect(await desk.scan(fair, { stage: 'delivery', codes: desk.toCodes(fair, 1, 2) })).toEqual({
      expected: 4,
      scanned: 2,
      earlier: 0,
      duplicates: [],
      unexpected: [],
      alreadySold: [],
      missing: [
        { code: 'LOOK-C3', label: '', status: 'packed', titles: 1, units: 3 },
        { code: 'LOOK-C10', label: '', status: 'packed', titles: 1, units: 40 },
      ],
    });
    expect(await desk.states(fair)).toBe('packed packed packed packed');
    expect(await desk.quantities(fair)).toEqual(before);
    expect(await desk.readActivity(fair)).toEqual([]);
  });

  it('scenario 10: takes a missing carton off the fair and restores it when scanned later, each once', async () => {
    const fair = await desk.packedFair('TWICE');
    const before = await desk.quantities(fair);
    const answer = await desk.confirmed(fair, 'delivery', 1, 3);
    expect(answer).toMatchObject({
      expected: 4,
      scanned: 2,
      earlier: 0,
      missing: [
        { code: 'TWICE-C2', status: 'packed' },
        { code: 'TWICE-C10', status: 'packed' },
      ],
    });
    expect(await desk.states(fair)).toBe(
      'delivered missing_at_delivery delivered missing_at_delivery',
    );
    const short = await desk.quantities(fair);
    expect(short).toEqual({
      [MOON]: { sentQty: 14, missingQty: 4, onHand: 10, expectedReturn: 10 },
      [GOOSE]: { sentQty: 9, missingQty: 6, onHand: 3, expectedReturn: 3 },
      [PEN]: { sentQty: 45, missingQty: 40, onHand: 5, expectedReturn: 5 },
    });
    const { totals } = await test.ask.fairs.getById({ params: { id: fair.id } });
    const off = { cartons: 4, missingCartons: 2, missingUnits: 50, onHandUnits: 18 };
    expect(totals).toMatchObject(off);

    const again = await desk.confirmed(fair, 'delivery', 1, 3);
    expect(again).toMatchObject({
      expected: 4,
      scanned: 2,
      earlier: 0,
      missing: [
        { code: 'TWICE-C2', status: 'missing_at_delivery' },
        { code: 'TWICE-C10', status: 'missing_at_delivery' },
      ],
    });
    expect(await desk.quantities(fair)).toEqual(short);
    expect(await desk.readActivity(fair)).toHaveLength(1);

    expect(await desk.confirmed(fair, 'delivery', 2)).toMatchObject({
      expected: 4,
      scanned: 1,
      earlier: 2,
      missing: [{ code: 'TWICE-C10' }],
    });
    expect(await desk.states(fair)).toBe('delivered delivered delivered missing_at_delivery');
    expect(await desk.quantities(fair)).toEqual({ ...before, [PEN]: short[PEN] });

    await desk.confirmed(fair, 'delivery', 1, 2, 3, 10);
    expect(await desk.states(fair)).toBe('delivered delivered delivered delivered');
    expect(await desk.quantities(fair)).toEqual(before);
    const restored = await desk.readCartons(fair);
    await desk.confirmed(fair, 'delivery', 2, 10);
    expect(await desk.quantities(fair)).toEqual(before);
    expect(await desk.readCartons(fair)).toEqual(restored);

    const [c2, c10] = ['TWICE-C2', 'TWICE-C10'];
    const entries = await desk.readActivity(fair);
    expect(new Set(entries.map(({ action }) => action))).toEqual(
      new Set(['fair.cartons_scanned_in']),
    );
    expect(entries.map(({ changes }) => changes)).toEqual([
      {
        deliveredCartons: { from: 3, to: 4 },
        missingCartons: { from: [c10], to: [] },
        missingUnits: { from: 40, to: 0 },
      },
      {
        deliveredCartons: { from: 2, to: 3 },
        missingCartons: { from: [c2, c10], to: [c10] },
        missingUnits: { from: 50, to: 40 },
      },
      {
        deliveredCartons: { from: 0, to: 2 },
        missingCartons: { from: [], to: [c2, c10] },
        missingUnits: { from: 0, to: 50 },
      },
    ]);
  });

  it('names codes of other fairs, unknown codes and repeated codes, ignoring case', async () => {
    const [fair, other] = [await desk.packedFair('MINE'), await desk.packedFair('THEIRS')];
    expect(
      await desk.scan(fair, {
        stage: 'delivery',
        codes: ['mine-c1', ' MINE-C1 ', 'Mine-C2', 'theirs-c3', 'NOPE', 'nope'],
      }),
    ).toEqual({
      expected: 4,
      scanned: 2,
      earlier: 0,
      alreadySold: [],
      duplicates: ['MINE-C1', 'NOPE'],
      missing: [
        expect.objectContaining({ code: 'MINE-C3' }),
        expect.objectContaining({ code: 'MINE-C10' }),
      ],
      unexpected: [
        {
          code: 'theirs-c3',
          reason: 'other_fair',
          fairId: other.id,
          fairIdentifier: 'THEIRS-F',
          fairName: 'Fair THEIRS',
          text: 'Carton theirs-c3 belongs to fair Fair THEIRS (THEIRS-F).',
        },
        {
          code: 'NOPE',
          reason: 'unknown',
          fairId: null,
          fairIdentifier: null,
          fairName: null,
          text: 'No carton has the code NOPE.',
        },
      ],
    });
    await desk.confirmed(fair, 'delivery', 'mine-c1', 'theirs-c3', 'NOPE');
    expect(await desk.states(other)).toBe('packed packed packed packed');
  });

  it('refuses every scan at a fair that is closed out or does not exist', async () => {
    const fair = await desk.packedFair('SHUT');
    await setCloseOut(test, fair, 'finished');
    for (const confirm of [true, false])
      await expectRefusal(
        desk.scan(fair, { stage: 'return', codes: [], confirm }),
        'FAIR_FINISHED',
        'This fair is closed out. Revert the close-out to change it.',
      );
    expect(await desk.states(fair)).toBe('packed packed packed packed');
    const nowhere = { fairId: uuidv7(), stage: 'delivery' as const, codes: [] };
    await expectRefusal(test.owner.cartons.scan({ body: nowhere }), 'NOT_FOUND');
  });

  it('moves no quantity at return, where a delivered carton comes back or is missing, or back later', async () => {
    const fair = await desk.packedFair('BACK');
    await desk.confirmed(fair, 'delivery', 1, 2, 3);
    const before = await desk.quantities(fair);
    expect(await desk.confirmed(fair, 'return', 1)).toMatchObject({
      expected: 3,
      scanned: 1,
      earlier: 0,
      missing: [
        { code: 'BACK-C2', status: 'delivered' },
        { code: 'BACK-C3', status: 'delivered' },
      ],
    });
    expect(await desk.states(fair)).toBe(
      'returned missing_at_return missing_at_return missing_at_delivery',
    );
    expect(await desk.confirmed(fair, 'return', 3)).toMatchObject({
      expected: 3,
      scanned: 1,
      earlier: 1,
      missing: [{ code: 'BACK-C2', status: 'missing_at_return' }],
    });
    expect(await desk.states(fair)).toBe('returned missing_at_return returned missing_at_delivery');
    expect(await desk.quantities(fair)).toEqual(before);
    const scannedBy = { scannedInBy: expect.any(String), scannedBackBy: expect.any(String) };
    expect((await desk.readCartons(fair))[0]).toMatchObject(scannedBy);
    expect((await desk.readActivity(fair))[0]).toMatchObject({
      action: 'fair.cartons_scanned_back',
      changes: {
        returnedCartons: { from: 1, to: 2 },
        missingCartons: { from: ['BACK-C2', 'BACK-C3'], to: ['BACK-C2'] },
      },
    });
  });

  it('asks for the delivery scan of a returning carton reported missing at delivery', async () => {
    const fair = await desk.packedFair('GHOST');
    await desk.confirmed(fair, 'delivery', 1, 2, 3);
    const before = await desk.quantities(fair);
    expect(await desk.confirmed(fair, 'return', 1, 2, 3, 10)).toMatchObject({
      expected: 3,
      scanned: 3,
      missing: [],
      unexpected: [
        {
          code: 'GHOST-C10',
          reason: 'missing_at_delivery',
          text: 'Carton GHOST-C10 was reported missing at delivery. Scan it at delivery first, then return it.',
        },
      ],
    });
    expect(await desk.quantities(fair)).toEqual(before);
    await desk.confirmed(fair, 'delivery', 10);
    await desk.confirmed(fair, 'return', 10);
    expect(await desk.states(fair)).toBe('returned returned returned returned');
    expect((await desk.quantities(fair))[PEN]).toMatchObject({ missingQty: 0, onHand: 45 });
  });

  it('refuses to report a carton missing whose titles were sold, and names them', async () => {
    const fair = await desk.packedFair('SOLD');
    const register = await (await SalesFloor.at(test, fair)).logIn('REG-SOLD');
    await register.book({
      lines: [
        { sku: MOON, quantity: 11 },
        { sku: GOOSE, unitPriceCents: 500 },
      ],
    });
    const before = await desk.quantities(fair);

    const look = await desk.scan(fair, { stage: 'delivery', codes: desk.toCodes(fair, 1, 3, 10) });
    const text =
      'Carton SOLD-C2 cannot be missing: it contains 4 of "The Moon", but the fair has only 3 left after selling 11.';
    expect(look.alreadySold).toEqual([
      {
        sku: MOON,
        title: 'The Moon',
        cartons: ['SOLD-C2'],
        missingUnits: 4,
        unitsLeft: 3,
        soldUnits: 11,
        keptUnits: 1,
        text,
        effect:
          '"The Moon": 3 of 4 leave the stock, which is then 0. 1 counts as arrived, because 11 were sold.',
      },
    ]);
    await expectRefusal(desk.confirmed(fair, 'delivery', 1, 3, 10), 'STOCK_INSUFFICIENT', {
      message: text,
      reasons: [{ code: 'ALREADY_SOLD', text, count: 4 }],
    });
    await expectRefusal(
      desk.confirmed(fair, 'delivery'),
      'STOCK_INSUFFICIENT',
      'Cartons SOLD-C1, SOLD-C2 cannot all be missing: they contain 14 of "The Moon", but the fair has only 3 left after selling 11. The same applies to "A Goose".',
    );
    expect(await desk.states(fair)).toBe('packed packed packed packed');
    expect(await desk.quantities(fair)).toEqual(before);
    expect(await desk.readActivity(fair)).toEqual([]);

    await desk.confirmed(fair, 'delivery', 1, 2, 10);
    expect((await desk.quantities(fair))[GOOSE]).toMatchObject({ missingQty: 3, onHand: 5 });
  });
});
