import { describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { CartonDesk, MOON, GOOSE, PEN } from '#testing/carton-desk.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';

describe('cartons', async () => {
  const test = await startTestApp();
  const desk = new CartonDesk(test);

  it("lists a fair's cartons with contents, units and state, C2 before C10", async () => {
    const fair = await desk.packedFair('LIST');
    const cartons = await desk.cartonsOf(fair);
    expect(
      cartons.map(({ code, titles, units, status, scannedInAt, scannedInBy }) => ({
        code,
        titles,
        units,
        status,
        scannedInAt,
        scannedInBy,
      })),
    ).toEqual([
      {
        code: 'LIST-C1',
        titles: 1,
        units: 10,
        status: 'packed',
        scannedInAt: null,
        scannedInBy: null,
      },
      {
        code: 'LIST-C2',
        titles: 2,
        units: 10,
        status: 'packed',
        scannedInAt: null,
        scannedInBy: null,
      },
      {
        code: 'LIST-C3',
        titles: 1,
        units: 3,
        status: 'packed',
        scannedInAt: null,
        scannedInBy: null,
      },
      {
        code: 'LIST-C10',
        titles: 1,
        units: 40,
        status: 'packed',
        scannedInAt: null,
        scannedInBy: null,
      },
    ]);
    expect(
      cartons[1]?.contents.map(({ sku, title, priceCents, qty }) => ({
        sku,
        title,
        priceCents,
        qty,
      })),
    ).toEqual([
      { sku: GOOSE, title: 'A Goose', priceCents: 500, qty: 6 },
      { sku: MOON, title: 'The Moon', priceCents: 899, qty: 4 },
    ]);
    expect(
      await test.ask.cartons.list({ params: { id: (await plannedFair(test, 'NOCART')).id } }),
    ).toEqual([]);
    expect(await getRefusal(test.owner.cartons.list({ params: { id: uuidv7() } }))).toMatchObject({
      status: 404,
    });
  });

  it('previews a scan without confirmation and changes nothing', async () => {
    const fair = await desk.packedFair('LOOK');
    const before = await desk.quantities(fair);
    expect(await desk.scan(fair, { stage: 'delivery', codes: desk.codesOf(fair, 1, 2) })).toEqual({
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
    expect(await desk.states(fair)).toEqual(['packed', 'packed', 'packed', 'packed']);
    expect(await desk.quantities(fair)).toEqual(before);
    expect(await desk.activityOf(fair)).toEqual([]);
  });

  it('scenario 10: takes a missing carton off the fair and restores it when scanned later, each once', async () => {
    const fair = await desk.packedFair('TWICE');
    const before = await desk.quantities(fair);
    const answer = await desk.confirmed(fair, 'delivery', ...desk.codesOf(fair, 1, 3));
    expect(answer).toMatchObject({
      expected: 4,
      scanned: 2,
      earlier: 0,
      missing: [
        { code: 'TWICE-C2', status: 'packed' },
        { code: 'TWICE-C10', status: 'packed' },
      ],
    });
    expect(await desk.states(fair)).toEqual([
      'delivered',
      'missing_at_delivery',
      'delivered',
      'missing_at_delivery',
    ]);
    const short = await desk.quantities(fair);
    expect(short).toEqual({
      [MOON]: { sentQty: 14, missingQty: 4, onHand: 10, expectedReturn: 10 },
      [GOOSE]: { sentQty: 9, missingQty: 6, onHand: 3, expectedReturn: 3 },
      [PEN]: { sentQty: 45, missingQty: 40, onHand: 5, expectedReturn: 5 },
    });
    expect((await test.ask.fairs.getById({ params: { id: fair.id } })).totals).toMatchObject({
      cartons: 4,
      missingCartons: 2,
      missingUnits: 50,
      onHandUnits: 18,
    });

    const again = await desk.confirmed(fair, 'delivery', ...desk.codesOf(fair, 1, 3));
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
    expect(await desk.activityOf(fair)).toHaveLength(1);

    expect(await desk.confirmed(fair, 'delivery', ...desk.codesOf(fair, 2))).toMatchObject({
      expected: 4,
      scanned: 1,
      earlier: 2,
      missing: [{ code: 'TWICE-C10' }],
    });
    expect(await desk.states(fair)).toEqual([
      'delivered',
      'delivered',
      'delivered',
      'missing_at_delivery',
    ]);
    expect(await desk.quantities(fair)).toEqual({ ...before, [PEN]: short[PEN] });

    await desk.confirmed(fair, 'delivery', ...desk.codesOf(fair, 1, 2, 3, 10));
    expect(await desk.states(fair)).toEqual(['delivered', 'delivered', 'delivered', 'delivered']);
    expect(await desk.quantities(fair)).toEqual(before);
    const restored = await desk.cartonsOf(fair);
    await desk.confirmed(fair, 'delivery', ...desk.codesOf(fair, 2), ...desk.codesOf(fair, 10));
    expect(await desk.quantities(fair)).toEqual(before);
    expect(await desk.cartonsOf(fair)).toEqual(restored);

    expect(
      (await desk.activityOf(fair)).map(({ action, changes }) => ({ action, changes })),
    ).toEqual([
      {
        action: 'fair.cartons_scanned_in',
        changes: {
          deliveredCartons: { from: 3, to: 4 },
          missingCartons: { from: ['TWICE-C10'], to: [] },
          missingUnits: { from: 40, to: 0 },
        },
      },
      {
        action: 'fair.cartons_scanned_in',
        changes: {
          deliveredCartons: { from: 2, to: 3 },
          missingCartons: { from: ['TWICE-C2', 'TWICE-C10'], to: ['TWICE-C10'] },
          missingUnits: { from: 50, to: 40 },
        },
      },
      {
        action: 'fair.cartons_scanned_in',
        changes: {
          deliveredCartons: { from: 0, to: 2 },
          missingCartons: { from: [], to: ['TWICE-C2', 'TWICE-C10'] },
          missingUnits: { from: 0, to: 50 },
        },
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
    expect(await desk.states(other)).toEqual(['packed', 'packed', 'packed', 'packed']);
  });

  it('refuses every scan at a fair that is closed out or does not exist', async () => {
    const fair = await desk.packedFair('SHUT');
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', fair.id)
      .execute();
    for (const confirm of [true, false]) {
      expect(
        await getRefusal(desk.scan(fair, { stage: 'return', codes: [], confirm })),
      ).toMatchObject({
        status: 409,
        code: 'FAIR_FINISHED',
        message: 'This fair is closed out. Revert the close-out to change it.',
      });
    }
    expect(await desk.states(fair)).toEqual(['packed', 'packed', 'packed', 'packed']);
    expect(
      await getRefusal(
        test.owner.cartons.scan({ body: { fairId: uuidv7(), stage: 'delivery', codes: [] } }),
      ),
    ).toMatchObject({ status: 404 });
  });

  it('reports every error of a scan at once', async () => {
    const answer = await test.send(test.ownerToken)('/v1/fairs/scan-missing-cartons', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fairId: '', stage: 'lunch', codes: ['', 'x'.repeat(101)] }),
    });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { errors: unknown }).errors).toEqual({
      fairId: 'Choose a fair.',
      stage: 'Choose delivery or return.',
      'codes.0': 'Scan or type a carton code.',
      'codes.1': 'Use at most 100 characters.',
    });
  });
});
