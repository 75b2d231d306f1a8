import type { CartonScan } from '@pos/contract/cartons';
import type { FairDetails } from '@pos/contract/fairs';
import { beforeAll, describe, expect, it } from 'vitest';
import { packingList, uploadInventory } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { handIn, logIn } from '#testing/sales-floor.ts';
import { addCashier } from '#testing/open-register.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const MOON = '9780439023481';
const GOOSE = '9780156030304';
const PEN = 'PEN-01';

describe('carton returns', () => {
  let test: TestApp;
  let cashierId: string;
  beforeAll(async () => {
    test = await startTestApp();
    cashierId = await addCashier(test);
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

  it('moves no quantity at return, where a delivered carton comes back or is missing, or back later', async () => {
    const fair = await packedFair('BACK');
    await confirmed(fair, 'delivery', ...codesOf(fair, 1, 2, 3));
    const before = await quantities(fair);
    expect(await confirmed(fair, 'return', ...codesOf(fair, 1))).toMatchObject({
      expected: 3,
      scanned: 1,
      earlier: 0,
      missing: [
        { code: 'BACK-C2', status: 'delivered' },
        { code: 'BACK-C3', status: 'delivered' },
      ],
    });
    expect(await states(fair)).toEqual([
      'returned',
      'missing_at_return',
      'missing_at_return',
      'missing_at_delivery',
    ]);
    expect(await confirmed(fair, 'return', ...codesOf(fair, 3))).toMatchObject({
      expected: 3,
      scanned: 1,
      earlier: 1,
      missing: [{ code: 'BACK-C2', status: 'missing_at_return' }],
    });
    expect(await states(fair)).toEqual([
      'returned',
      'missing_at_return',
      'returned',
      'missing_at_delivery',
    ]);
    expect(await quantities(fair)).toEqual(before);
    expect((await cartonsOf(fair))[0]).toMatchObject({
      scannedInBy: expect.any(String),
      scannedBackBy: expect.any(String),
    });
    expect((await activityOf(fair))[0]).toMatchObject({
      action: 'fair.cartons_scanned_back',
      changes: {
        returnedCartons: { from: 1, to: 2 },
        missingCartons: { from: ['BACK-C2', 'BACK-C3'], to: ['BACK-C2'] },
      },
    });
  });

  it('asks for the delivery scan of a returning carton reported missing at delivery', async () => {
    const fair = await packedFair('GHOST');
    await confirmed(fair, 'delivery', ...codesOf(fair, 1, 2, 3));
    const before = await quantities(fair);
    expect(await confirmed(fair, 'return', ...codesOf(fair, 1, 2, 3, 10))).toMatchObject({
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
    expect(await quantities(fair)).toEqual(before);
    await confirmed(fair, 'delivery', ...codesOf(fair, 10));
    await confirmed(fair, 'return', ...codesOf(fair, 10));
    expect(await states(fair)).toEqual(['returned', 'returned', 'returned', 'returned']);
    expect((await quantities(fair))[PEN]).toMatchObject({ missingQty: 0, onHand: 45 });
  });

  it('accepts the return of a carton that was never scanned in', async () => {
    const fair = await packedFair('NEVER');
    expect(await confirmed(fair, 'return', ...codesOf(fair, 1))).toMatchObject({
      expected: 1,
      scanned: 1,
      missing: [],
    });
    expect(await states(fair)).toEqual(['returned', 'packed', 'packed', 'packed']);
    expect(await confirmed(fair, 'delivery', ...codesOf(fair, 1))).toMatchObject({
      expected: 4,
      scanned: 1,
      missing: [{ code: 'NEVER-C2' }, { code: 'NEVER-C3' }, { code: 'NEVER-C10' }],
    });
    expect(await states(fair)).toEqual([
      'returned',
      'missing_at_delivery',
      'missing_at_delivery',
      'missing_at_delivery',
    ]);
  });

  it('refuses to report a carton missing whose titles were sold, and names them', async () => {
    const fair = await packedFair('SOLD');
    const register = await logIn({ test, fair, cashierId }, 'REG-SOLD');
    const lines = [
      { sku: MOON, quantity: 11, unitPriceCents: 899 },
      { sku: GOOSE, quantity: 1, unitPriceCents: 500 },
    ];
    expect(await handIn(register, register.sold({ lines }))).toMatchObject([
      { result: 'accepted' },
    ]);
    const before = await quantities(fair);

    const look = await scan(fair, { stage: 'delivery', codes: codesOf(fair, 1, 3, 10) });
    const text =
      'Carton SOLD-C2 cannot be missing: it would leave 4 of "The Moon" missing. Already sold: 11, left: 3.';
    expect(look.alreadySold).toEqual([
      {
        sku: MOON,
        title: 'The Moon',
        cartons: ['SOLD-C2'],
        missingUnits: 4,
        unitsLeft: 3,
        soldUnits: 11,
        text,
      },
    ]);
    expect(await getRefusal(confirmed(fair, 'delivery', ...codesOf(fair, 1, 3, 10)))).toMatchObject(
      {
        status: 409,
        code: 'STOCK_INSUFFICIENT',
        message: text,
        reasons: [{ code: 'ALREADY_SOLD', text, count: 4 }],
      },
    );
    const all = await getRefusal(confirmed(fair, 'delivery'));
    expect(all.message).toBe(
      'Cartons SOLD-C1, SOLD-C2 cannot all be missing: it would leave 14 of "The Moon" missing. Already sold: 11, left: 3. The same applies to "A Goose".',
    );
    expect(await states(fair)).toEqual(['packed', 'packed', 'packed', 'packed']);
    expect(await quantities(fair)).toEqual(before);
    expect(await activityOf(fair)).toEqual([]);

    await confirmed(fair, 'delivery', ...codesOf(fair, 1, 2, 10));
    expect((await quantities(fair))[GOOSE]).toMatchObject({ missingQty: 3, onHand: 5 });
  });
});
