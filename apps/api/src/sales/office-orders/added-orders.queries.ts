import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { OFFICE_DEVICE_ID } from '#api/sales/orders/office-device.ts';

/** Orders of the office are numbered in one epoch. */
export const OFFICE_EPOCH = 1;

export async function addOfficeDeviceRow(tx: Tx): Promise<void> {
  await tx
    .insertInto('devices')
    .values({
      id: OFFICE_DEVICE_ID,
      deviceId: 'OFFICE',
      name: 'Office',
      purchaseDate: '2000-01-01',
      warrantyDate: '2000-01-01',
      model: null,
      adminId: null,
      deletedAt: sql<string>`now()`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Returns the next number of the office, whose epoch is locked. */
export async function findNextSequence(tx: Tx): Promise<number> {
  const { highestSequence } = await tx
    .selectFrom('deviceEpochs')
    .select('highestSequence')
    .where('deviceId', '=', OFFICE_DEVICE_ID)
    .where('epoch', '=', OFFICE_EPOCH)
    .executeTakeFirstOrThrow();
  return highestSequence + 1;
}

export function findFairById(db: Db, id: string) {
  return db.selectFrom('fairs').select('id').where('id', '=', id).executeTakeFirst();
}

/** Returns the tax rate that a fair sells with now. */
export async function findTaxRate(db: Db, fairId: string): Promise<number> {
  const { taxRatePpm } = await db
    .selectFrom('fairs')
    .select('taxRatePpm')
    .where('id', '=', fairId)
    .executeTakeFirstOrThrow();
  return taxRatePpm;
}

/** Returns the order with an ID of the form that added it; undefined if there is none. */
export async function findAddedOrder(db: Db, clientOrderId: string): Promise<string | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('clientOrderId', '=', clientOrderId)
    .executeTakeFirst();
  return order?.id;
}
