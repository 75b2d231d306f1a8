import type { CartonScan } from '@pos/contract/cartons';
import type { FairDetails } from '@pos/contract/fairs';
import { beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { packingList, uploadInventory } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const MOON = '9780439023481';
const GOOSE = '9780156030304';
const PEN = 'PEN-01';

describe('cartons', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });

  /** Plans a fair with four cartons, C1 to C4, that share titles. */
  async function packedFair(name: string): Promise<FairDetails> {
    const fair = await plannedFair(test, name);
    await uploadInventory(
      test.owner,
      await packingList(
        [`${name}-C1`, MOON, 'The Moon', null, 'Picture', 8.99, 10, 'Y'],
        [`${name}-C2`, MOON, 'The Moon', null, 'Picture', 8.99, 4, 'Y'],
        [`${name}-C2`, GOOSE, 'A Goose', null, 'Chapter', 5, 6, 'Y'],
        [`${name}-C3`, GOOSE, 'A Goose', null, 'Chapter', 5, 3, 'Y'],
        [`${name}-C10`, PEN, 'Pen', null, 'Merchandise', 1.25, 40, 'Y'],
        [null, PEN, 'Pen', null, 'Merchandise', 1.25, 5, 'Y'],
      ),
      { fairId: fair.id },
    );
    return fair;
  }
  const scan = async (fair: FairDetails, body: Omit<CartonScan, 'fairId'>) =>
    (await test.owner.cartons.scan({ body: { fairId: fair.id, ...body } })).data;
  const confirmed = (fair: FairDetails, stage: CartonScan['stage'], ...codes: string[]) =>
    scan(fair, { stage, codes, confirm: true });
  const codesOf = (fair: FairDetails, ...numbers: number[]) =>
    numbers.map((number) => `${fair.schoolIdentifier}-C${number}`);
  const cartonsOf = async (fair: FairDetails) =>
    (await test.owner.cartons.list({ params: { id: fair.id } })).data;
  const states = async (fair: FairDetails) => (await cartonsOf(fair)).map(({ status }) => status);
  /** Sent, missing and on-hand units of every title, by SKU. */
  const quantities = async (fair: FairDetails) => {
    const { data } = await test.owner.inventory.fairInventory({
      query: { fairId: fair.id, sort: 'sku', limit: 50 },
    });
    return Object.fromEntries(
      data.results.map(({ sku, sentQty, missingQty, onHand, expectedReturn }) => [
        sku,
        { sentQty, missingQty, onHand, expectedReturn },
      ]),
    );
  };
  const activityOf = async (fair: FairDetails) =>
    (
      await test.owner.activity.list({ query: { entity: 'fair', entityId: fair.id } })
    ).data.results.filter(({ action }) => action.startsWith('fair.cartons'));

  it("lists a fair's cartons with contents, units and state, C2 before C10", async () => {
    const fair = await packedFair('LIST');
    const cartons = await cartonsOf(fair);
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
      (await test.owner.cartons.list({ params: { id: (await plannedFair(test, 'NOCART')).id } }))
        .data,
    ).toEqual([]);
    expect(await getRefusal(test.owner.cartons.list({ params: { id: uuidv7() } }))).toMatchObject({
      status: 404,
    });
  });

  it('previews a scan without confirmation and changes nothing', async () => {
    const fair = await packedFair('LOOK');
    const before = await quantities(fair);
    expect(await scan(fair, { stage: 'delivery', codes: codesOf(fair, 1, 2) })).toEqual({
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
    expect(await states(fair)).toEqual(['packed', 'packed', 'packed', 'packed']);
    expect(await quantities(fair)).toEqual(before);
    expect(await activityOf(fair)).toEqual([]);
  });

  it('scenario 10: takes a missing carton off the fair and restores it when scanned later, each once', async () => {
    const fair = await packedFair('TWICE');
    const before = await quantities(fair);
    const answer = await confirmed(fair, 'delivery', ...codesOf(fair, 1, 3));
    expect(answer).toMatchObject({
      expected: 4,
      scanned: 2,
      earlier: 0,
      missing: [
        { code: 'TWICE-C2', status: 'packed' },
        { code: 'TWICE-C10', status: 'packed' },
      ],
    });
    expect(await states(fair)).toEqual([
      'delivered',
      'missing_at_delivery',
      'delivered',
      'missing_at_delivery',
    ]);
    const short = await quantities(fair);
    expect(short).toEqual({
      [MOON]: { sentQty: 14, missingQty: 4, onHand: 10, expectedReturn: 10 },
      [GOOSE]: { sentQty: 9, missingQty: 6, onHand: 3, expectedReturn: 3 },
      [PEN]: { sentQty: 45, missingQty: 40, onHand: 5, expectedReturn: 5 },
    });
    expect((await test.owner.fairs.getById({ params: { id: fair.id } })).data.totals).toMatchObject(
      { cartons: 4, missingCartons: 2, missingUnits: 50, onHandUnits: 18 },
    );

    const again = await confirmed(fair, 'delivery', ...codesOf(fair, 1, 3));
    expect(again).toMatchObject({
      expected: 4,
      scanned: 2,
      earlier: 0,
      missing: [
        { code: 'TWICE-C2', status: 'missing_at_delivery' },
        { code: 'TWICE-C10', status: 'missing_at_delivery' },
      ],
    });
    expect(await quantities(fair)).toEqual(short);
    expect(await activityOf(fair)).toHaveLength(1);

    expect(await confirmed(fair, 'delivery', ...codesOf(fair, 2))).toMatchObject({
      expected: 4,
      scanned: 1,
      earlier: 2,
      missing: [{ code: 'TWICE-C10' }],
    });
    expect(await states(fair)).toEqual([
      'delivered',
      'delivered',
      'delivered',
      'missing_at_delivery',
    ]);
    expect(await quantities(fair)).toEqual({ ...before, [PEN]: short[PEN] });

    await confirmed(fair, 'delivery', ...codesOf(fair, 1, 2, 3, 10));
    expect(await states(fair)).toEqual(['delivered', 'delivered', 'delivered', 'delivered']);
    expect(await quantities(fair)).toEqual(before);
    const restored = await cartonsOf(fair);
    await confirmed(fair, 'delivery', ...codesOf(fair, 2), ...codesOf(fair, 10));
    expect(await quantities(fair)).toEqual(before);
    expect(await cartonsOf(fair)).toEqual(restored);

    expect((await activityOf(fair)).map(({ action, changes }) => ({ action, changes }))).toEqual([
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
    const [fair, other] = [await packedFair('MINE'), await packedFair('THEIRS')];
    expect(
      await scan(fair, {
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
    await confirmed(fair, 'delivery', 'mine-c1', 'theirs-c3', 'NOPE');
    expect(await states(other)).toEqual(['packed', 'packed', 'packed', 'packed']);
  });

  it('refuses every scan at a fair that is closed out or does not exist', async () => {
    const fair = await packedFair('SHUT');
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', fair.id)
      .execute();
    for (const confirm of [true, false]) {
      expect(await getRefusal(scan(fair, { stage: 'return', codes: [], confirm }))).toMatchObject({
        status: 409,
        code: 'FAIR_FINISHED',
        message: 'This fair is closed out. Revert the close-out to change it.',
      });
    }
    expect(await states(fair)).toEqual(['packed', 'packed', 'packed', 'packed']);
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
