import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { CartonDesk, GOOSE, MOON, PEN } from '#testing/selling/carton-desk.ts';
import { packedRow, packingList, uploadInventory } from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { setCloseOut } from '#testing/calls/records.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { openFair, SalesFloor } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('concurrent carton scans', async () => {
  const test = await startTestApp();
  const desk = new CartonDesk(test);

  it('follows the same rules for registers, even one that may only send in sales', async () => {
    const fair = await desk.packedFair('POS');
    const { id, pos } = await (await SalesFloor.at(test, fair)).logIn('REG-POS');
    await test.db.updateTable('devices').set({ status: 'inactive' }).where('id', '=', id).execute();
    const scan = (...numbers: number[]) => {
      const codes = desk.toCodes(fair, ...numbers);
      return pos.cartonScans({ body: { stage: 'delivery', codes, confirm: true } });
    };
    expect((await scan(1, 2, 3)).data).toMatchObject({
      expected: 4,
      scanned: 3,
      missing: [{ code: 'POS-C10', units: 40 }],
    });
    expect(await desk.states(fair)).toBe('delivered delivered delivered missing_at_delivery');
    expect((await desk.readCartons(fair))[0]?.scannedInBy).toBe('REG-POS (Casey Cashier)');
    const { id: fairId } = await plannedFair(test, 'POS2');
    await expectErrors(pos.cartonScans({ body: { fairId, stage: 'delivery', codes: [] } }), {
      fairId: 'This register is logged in at another fair.',
    });
    await setCloseOut(test, fair, 'finished');
    await expectRefusal(scan(10), 'FAIR_FINISHED');
  });

  it('lets two clerks scan the same cartons at once, counting each carton once', async () => {
    const fair = await desk.packedFair('PAIR');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        desk.confirmed(fair, 'delivery', ...(at % 2 ? [1, 2] : [1])),
      ),
    );
    expect(answers.every(({ expected }) => expected === 4)).toBe(true);
    expect(await desk.states(fair)).toBe(
      'delivered delivered missing_at_delivery missing_at_delivery',
    );
    expect(await desk.quantities(fair)).toMatchObject({
      [MOON]: { missingQty: 0, onHand: 14 },
      [GOOSE]: { missingQty: 3 },
      [PEN]: { missingQty: 40 },
    });
    await Promise.all([1, 2, 3].map(() => desk.confirmed(fair, 'delivery', 3, 10)));
    expect(await desk.quantities(fair)).toMatchObject({
      [GOOSE]: { missingQty: 0, onHand: 9 },
      [PEN]: { missingQty: 0, onHand: 45 },
    });
  });

  it('takes off all contents of a missing carton, even while an import is filling it', async () => {
    const fair = await plannedFair(test, 'FILL');
    const load = async (...skus: string[]) => {
      const rows = skus.map((sku) =>
        packedRow('FILL-1', [sku, 'The Moon', null, 'Picture', 5], 10),
      );
      const file = await packingList(...rows);
      const fields = { fairId: fair.id, onlyValidRows: 'true' } as const;
      return await uploadInventory(test.owner, file, fields);
    };
    expect(await load(PEN, '9780156030305')).toMatchObject({ created: 1, rejected: 1 });
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(test.db);
      return rows[0]!.count;
    };
    // An uncommitted insert of the same title pauses the import between its check of the carton and
    // its writes.
    const other = await test.db.startTransaction().execute();
    const title = { sku: 'FILL-NEW', title: 'The Moon', priceCents: 500 };
    await other
      .insertInto('titles')
      .values({ id: uuidv7(), ...title, isbn13: null, sourceWarehouseQty: null })
      .execute();
    const upload = load('FILL-NEW');
    await expect.poll(waiting).toBe(1);
    let isScanned = false;
    const missing = desk.confirmed(fair, 'delivery').finally(() => {
      isScanned = true;
    });
    await expect.poll(async () => isScanned || (await waiting()) === 2).toBe(true);
    await other.rollback().execute();
    await Promise.all([upload, missing]);
    const lost = { status: 'missing_at_delivery', units: 20 };
    expect(await desk.readCartons(fair)).toMatchObject([lost]);
    const { totals } = await test.ask.fairs.getById({ params: { id: fair.id } });
    expect(totals).toMatchObject({ missingUnits: 20, onHandUnits: 0 });
  });

  it('never lets a missing carton and counter sales take the same copies', async () => {
    for (const round of [1, 2, 3]) {
      const floor = await openFair(test);
      const registers = await Promise.all(
        [1, 2, 3].map((number) => floor.logIn(`REG-RACE-${round}-${number}`)),
      );
      const lines = [{ sku: MOON, quantity: 5 }];
      const sales = registers.map((register) =>
        register.handIn(register.sold({ mode: 'online', lines })),
      );
      const missing = desk.confirmed(floor.fair, 'delivery').then(
        () => 'missing',
        async (error: unknown) => (await getRefusal(Promise.reject(error))).code,
      );
      const [outcome, ...sold] = await Promise.all([missing, ...sales]);
      const { onHand, oversoldQty, missingQty, soldQty } = await floor.line(MOON);
      const accepted = sold.flat().filter(({ result }) => result === 'accepted');
      expect(soldQty).toBe(5 * accepted.length);
      expect([outcome, missingQty]).toEqual(
        soldQty > 0 ? ['STOCK_INSUFFICIENT', 0] : ['missing', 20],
      );
      expect([onHand, oversoldQty]).toEqual([20 - soldQty - missingQty, 0]);
    }
  });
});
