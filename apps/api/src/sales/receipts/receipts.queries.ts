import type { OrderLine } from '@pos/contract/sales/orders';
import type { Payment } from '@pos/contract/sales/payments';
import type { Instant } from '@pos/contract/values';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import { orderLines, orderPayments } from '#api/sales/orders/order-parts.queries.ts';

/** Returns the ID of a booked order of a fair. */
export async function findOrderOfFair(
  tx: Tx,
  fairId: string,
  clientOrderId: string,
): Promise<string | undefined> {
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('fairId', '=', fairId)
    .where('clientOrderId', '=', clientOrderId)
    .where('voidedByResetId', 'is', null)
    .executeTakeFirst();
  return order?.id;
}

/** Counts the receipts emailed within 24 hours, one call of a register after the other. */
export async function countReceipts(
  tx: Tx,
  deviceId: string,
  orderId: string,
): Promise<{ ofOrder: number; ofRegister: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`receipts: ${deviceId}`}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ ofOrder: number; ofRegister: number }>`
    select (select count(*) from receipt_emails where order_id = ${orderId}) as of_order,
      (
        select count(*)
        from receipt_emails
        where device_id = ${deviceId} and at > now() - interval '24 hours') as of_register`.execute(
    tx,
  );
  return rows[0]!;
}

export async function insertReceiptRow(tx: Tx, deviceId: string, orderId: string): Promise<void> {
  await tx.insertInto('receiptEmails').values({ id: uuidv7(), deviceId, orderId }).execute();
}

export type ReceiptOrder = {
  orderNumber: string;
  sequence: number;
  deviceName: string;
  soldAt: Instant;
  timeZone: string;
  fairName: string;
  schoolName: string;
  taxRatePpm: number;
  taxExempt: boolean;
  subtotalCents: number;
  taxCents: number;
  totalCents: number;
  lines: OrderLine[];
  payments: Payment[];
  receiptFooter: string;
  supportEmail: string;
  supportPhone: string;
};

/** Returns what a receipt shows of an order. It names no child. */
export async function findReceiptOrder(db: Db, orderId: string): Promise<ReceiptOrder | undefined> {
  return await db
    .selectFrom('orders')
    .innerJoin('devices', 'devices.id', 'orders.deviceId')
    .innerJoin('fairs', 'fairs.id', 'orders.fairId')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .innerJoin('settings', (join) => join.onTrue())
    .select([
      'orders.orderNumber',
      'orders.sequence',
      'devices.name as deviceName',
      'orders.soldAt',
      'fairs.timeZone',
      'fairs.name as fairName',
      'schools.name as schoolName',
      'orders.taxRatePpm',
      'orders.taxExempt',
      'orders.subtotalCents',
      'orders.taxCents',
      'orders.totalCents',
      orderLines.as('lines'),
      orderPayments.as('payments'),
      'settings.receiptFooter',
      'settings.supportEmail',
      'settings.supportPhone',
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
}
