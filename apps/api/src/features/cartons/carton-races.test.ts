import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { CartonDesk, MOON, GOOSE, PEN } from '#testing/carton-desk.ts';
import { packingList, uploadInventory } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { openFair, SalesFloor } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

describe('concurrent carton scans', async () => {
  const test = await startTestApp();
  const desk = new CartonDesk(test);

  it('follows the same rules for registers, even one that may only send in sales', async () => {
    const fair = await desk.packedFair('POS');
    const register = await (await SalesFloor.at(test, fair)).logIn('REG-POS');
    await test.db
      .updateTable('devices')
      .set({ status: 'inactive' })
      .where('id', '=', register.id)
      .execute();
    expect(
      (
        await register.pos.cartonScans({
          body: { stage: 'delivery', codes: desk.codesOf(fair, 1, 2, 3), confirm: true },
        })
      ).data,
    ).toMatchObject({ expected: 4, scanned: 3, missing: [{ code: 'POS-C10', units: 40 }] });
    expect(await desk.states(fair)).toEqual([
      'delivered',
      'delivered',
      'delivered',
      'missing_at_delivery',
    ]);
    expect((await desk.cartonsOf(fair))[0]?.scannedInBy).toBe('REG-POS (Casey Cashier)');
    const other = await desk.packedFair('POS2');
    expect(
      await getRefusal(
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
      await getRefusal(
        register.pos.cartonScans({
          body: { stage: 'delivery', codes: desk.codesOf(fair, 10), confirm: true },
        }),
      ),
    ).toMatchObject({ status: 409, code: 'FAIR_FINISHED' });
  });

  it('lets two clerks scan the same cartons at once, counting each carton once', async () => {
    const fair = await desk.packedFair('PAIR');
    const calls = Array.from({ length: 8 }, (_, index) =>
      desk.confirmed(fair, 'delivery', ...desk.codesOf(fair, ...(index % 2 ? [1, 2] : [1]))),
    );
    const answers = await Promise.all(calls);
    expect(answers.every(({ expected }) => expected === 4)).toBe(true);
    expect(await desk.states(fair)).toEqual([
      'delivered',
      'delivered',
      'missing_at_delivery',
      'missing_at_delivery',
    ]);
    expect(await desk.quantities(fair)).toMatchObject({
      [MOON]: { missingQty: 0, onHand: 14 },
      [GOOSE]: { missingQty: 3 },
      [PEN]: { missingQty: 40 },
    });
    await Promise.all(
      [1, 2, 3].map(() => desk.confirmed(fair, 'delivery', ...desk.codesOf(fair, 3, 10))),
    );
    expect(await desk.quantities(fair)).toMatchObject({
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
    const missing = desk.confirmed(fair, 'delivery').finally(() => {
      isScanned = true;
    });
    await expect.poll(async () => isScanned || (await waiting()) === 2).toBe(true);
    await other.rollback().execute();
    await Promise.all([upload, missing]);
    expect(await desk.cartonsOf(fair)).toMatchObject([
      { status: 'missing_at_delivery', units: 20 },
    ]);
    expect((await test.ask.fairs.getById({ params: { id: fair.id } })).totals).toMatchObject({
      missingUnits: 20,
      onHandUnits: 0,
    });
  });

  it('never lets a missing carton and counter sales take the same copies', async () => {
    for (const round of [1, 2, 3]) {
      const floor = await openFair(test);
      const { fair } = floor;
      const registers = await Promise.all(
        [1, 2, 3].map((number) => floor.logIn(`REG-RACE-${round}-${number}`)),
      );
      const sales = registers.map(
        async (register) =>
          (
            await register.handIn(
              register.sold({ mode: 'online', lines: [{ sku: MOON, quantity: 5 }] }),
            )
          )[0]!.result,
      );
      const missing = desk.confirmed(fair, 'delivery').then(
        () => 'missing',
        async (error: unknown) => (await getRefusal(Promise.reject(error))).code,
      );
      const [outcome, ...sold] = await Promise.all([missing, ...sales]);
      const { onHand, oversoldQty, missingQty, soldQty } = (
        await test.ask.inventory.fairInventory({ query: { fairId: fair.id, search: MOON } })
      ).results[0]!;
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
