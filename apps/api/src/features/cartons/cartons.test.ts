import type { CartonScan } from '@pos/contract/cartons';
import type { FairDetails } from '@pos/contract/fairs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { packingList, uploadInventory } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { refusalOf } from '#testing/refusals.ts';
import { handIn, logIn, openFair } from '#testing/sales-floor.ts';
import { addCashier } from '#testing/open-register.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const MOON = '9780439023481';
const GOOSE = '9780156030304';
const PEN = 'PEN-01';

describe('cartons', () => {
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
    expect(await refusalOf(test.owner.cartons.list({ params: { id: uuidv7() } }))).toMatchObject({
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
    expect(await refusalOf(confirmed(fair, 'delivery', ...codesOf(fair, 1, 3, 10)))).toMatchObject({
      status: 409,
      code: 'STOCK_INSUFFICIENT',
      message: text,
      reasons: [{ code: 'ALREADY_SOLD', text, count: 4 }],
    });
    const all = await refusalOf(confirmed(fair, 'delivery'));
    expect(all.message).toBe(
      'Cartons SOLD-C1, SOLD-C2 cannot all be missing: it would leave 14 of "The Moon" missing. Already sold: 11, left: 3. The same applies to "A Goose".',
    );
    expect(await states(fair)).toEqual(['packed', 'packed', 'packed', 'packed']);
    expect(await quantities(fair)).toEqual(before);
    expect(await activityOf(fair)).toEqual([]);

    await confirmed(fair, 'delivery', ...codesOf(fair, 1, 2, 10));
    expect((await quantities(fair))[GOOSE]).toMatchObject({ missingQty: 3, onHand: 5 });
  });

  it('refuses every scan at a fair that is closed out or does not exist', async () => {
    const fair = await packedFair('SHUT');
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', fair.id)
      .execute();
    for (const confirm of [true, false]) {
      expect(await refusalOf(scan(fair, { stage: 'return', codes: [], confirm }))).toMatchObject({
        status: 409,
        code: 'FAIR_FINISHED',
        message: 'This fair is closed out. Revert the close-out to change it.',
      });
    }
    expect(await states(fair)).toEqual(['packed', 'packed', 'packed', 'packed']);
    expect(
      await refusalOf(
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

  it('follows the same rules for registers, even one that may only send in sales', async () => {
    const fair = await packedFair('POS');
    const register = await logIn({ test, fair, cashierId }, 'REG-POS');
    await test.db
      .updateTable('devices')
      .set({ status: 'inactive' })
      .where('id', '=', register.id)
      .execute();
    expect(
      (
        await register.pos.cartonScans({
          body: { stage: 'delivery', codes: codesOf(fair, 1, 2, 3), confirm: true },
        })
      ).data,
    ).toMatchObject({ expected: 4, scanned: 3, missing: [{ code: 'POS-C10', units: 40 }] });
    expect(await states(fair)).toEqual([
      'delivered',
      'delivered',
      'delivered',
      'missing_at_delivery',
    ]);
    expect((await cartonsOf(fair))[0]?.scannedInBy).toBe('REG-POS (Casey Cashier)');
    const other = await packedFair('POS2');
    expect(
      await refusalOf(
        register.pos.cartonScans({ body: { fairId: other.id, stage: 'delivery', codes: [] } }),
      ),
    ).toMatchObject({
      status: 400,
      errors: { fairId: 'This register is logged in at another fair.' },
    });
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', fair.id)
      .execute();
    expect(
      await refusalOf(
        register.pos.cartonScans({
          body: { stage: 'delivery', codes: codesOf(fair, 10), confirm: true },
        }),
      ),
    ).toMatchObject({ status: 409, code: 'FAIR_FINISHED' });
  });

  it('lets two clerks scan the same cartons at once, counting each carton once', async () => {
    const fair = await packedFair('PAIR');
    const calls = Array.from({ length: 8 }, (_, index) =>
      confirmed(fair, 'delivery', ...codesOf(fair, ...(index % 2 ? [1, 2] : [1]))),
    );
    const answers = await Promise.all(calls);
    expect(answers.every(({ expected }) => expected === 4)).toBe(true);
    expect(await states(fair)).toEqual([
      'delivered',
      'delivered',
      'missing_at_delivery',
      'missing_at_delivery',
    ]);
    expect(await quantities(fair)).toMatchObject({
      [MOON]: { missingQty: 0, onHand: 14 },
      [GOOSE]: { missingQty: 3 },
      [PEN]: { missingQty: 40 },
    });
    await Promise.all([1, 2, 3].map(() => confirmed(fair, 'delivery', ...codesOf(fair, 3, 10))));
    expect(await quantities(fair)).toMatchObject({
      [GOOSE]: { missingQty: 0, onHand: 9 },
      [PEN]: { missingQty: 0, onHand: 45 },
    });
  });

  it('takes off all contents of a missing carton, even while an import is filling it', async () => {
    const fair = await plannedFair(test, 'FILL');
    const row = (sku: string) => ['FILL-1', sku, 'The Moon', null, 'Picture', 5, 10, 'Y'];
    expect(
      await uploadInventory(test.owner, await packingList(row(PEN), row('9780156030305')), {
        fairId: fair.id,
        onlyValidRows: 'true',
      }),
    ).toMatchObject({ created: 1, rejected: 1 });
    const waiting = async () =>
      (
        await sql<{
          count: number;
        }>`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          test.db,
        )
      ).rows[0]!.count;
    // An uncommitted insert of the same title pauses the import between its check of the carton and
    // its writes.
    const other = await test.db.startTransaction().execute();
    await other
      .insertInto('titles')
      .values({
        id: uuidv7(),
        sku: 'FILL-NEW',
        title: 'The Moon',
        priceCents: 500,
        isbn13: null,
        sourceWarehouseQty: null,
      })
      .execute();
    const upload = uploadInventory(test.owner, await packingList(row('FILL-NEW')), {
      fairId: fair.id,
    });
    await expect.poll(waiting).toBe(1);
    let isScanned = false;
    const missing = confirmed(fair, 'delivery').finally(() => {
      isScanned = true;
    });
    await expect.poll(async () => isScanned || (await waiting()) === 2).toBe(true);
    await other.rollback().execute();
    await Promise.all([upload, missing]);
    expect(await cartonsOf(fair)).toMatchObject([{ status: 'missing_at_delivery', units: 20 }]);
    expect((await test.owner.fairs.getById({ params: { id: fair.id } })).data.totals).toMatchObject(
      { missingUnits: 20, onHandUnits: 0 },
    );
  });

  it('never lets a missing carton and counter sales take the same copies', async () => {
    for (const round of [1, 2, 3]) {
      const floor = await openFair(test, {}, cashierId);
      const { fair } = floor;
      const registers = await Promise.all(
        [1, 2, 3].map((number) => logIn(floor, `REG-RACE-${round}-${number}`)),
      );
      const sales = registers.map(
        async (register) =>
          (
            await handIn(
              register,
              register.sold({ mode: 'online', lines: [{ sku: MOON, quantity: 5 }] }),
            )
          )[0]!.result,
      );
      const missing = confirmed(fair, 'delivery').then(
        () => 'missing',
        async (error: unknown) => (await refusalOf(Promise.reject(error))).code,
      );
      const [outcome, ...sold] = await Promise.all([missing, ...sales]);
      const { onHand, oversoldQty, missingQty, soldQty } = (
        await test.owner.inventory.fairInventory({ query: { fairId: fair.id, search: MOON } })
      ).data.results[0]!;
      expect(soldQty).toBe(5 * sold.filter((result) => result === 'accepted').length);
      expect({ outcome, missingQty }).toEqual(
        soldQty > 0
          ? { outcome: 'STOCK_INSUFFICIENT', missingQty: 0 }
          : { outcome: 'missing', missingQty: 20 },
      );
      expect({ onHand, oversoldQty }).toEqual({
        onHand: 20 - soldQty - missingQty,
        oversoldQty: 0,
      });
    }
  });
});
