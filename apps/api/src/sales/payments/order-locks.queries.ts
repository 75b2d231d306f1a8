import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import { lockAveDollars, lockWallets } from './wallets/balance-locks.queries.ts';
import { lockFairLines, lockTitles } from '#api/stock/stock/stock-locks.queries.ts';

/**
 * Locks everything that a refund of an order may change, in the order of trust.md rule 7. The
 * order's own row comes after.
 */
export async function lockRefundStock(tx: Tx, orderId: string): Promise<void> {
  const { fairId, schoolId } = await tx
    .selectFrom('orders')
    .select(['fairId', 'schoolId'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const payments = await tx
    .selectFrom('payments')
    .select(['method', 'walletId'])
    .where('orderId', '=', orderId)
    .execute();
  await lockWallets(tx, [...new Set(payments.flatMap((payment) => payment.walletId ?? []))]);
  if (payments.some((payment) => payment.method === PaymentMethod.aveDollar))
    await lockAveDollars(tx, schoolId);
  const lines = await tx
    .selectFrom('orderLines')
    .select(['titleId', 'fulfilment'])
    .where('orderId', '=', orderId)
    .execute();
  const titles = (fulfilment: 'in_person' | 'ship_to_school') => [
    ...new Set(
      lines.flatMap((line) => (line.fulfilment === fulfilment ? (line.titleId ?? []) : [])),
    ),
  ];
  await lockFairLines(tx, fairId, titles('in_person'));
  await lockTitles(tx, titles('ship_to_school'));
}

/** Locks an order, so that its refunds and payments run one after another. */
export function lockOrder(tx: Tx, orderId: string) {
  return tx
    .selectFrom('orders')
    .select([
      'id',
      'fairId',
      'status',
      'subtotalCents',
      'totalCents',
      'uncollectedCents',
      'refundedNetCents',
      'refundedTaxCents',
      'clientOrderId',
      'orderNumber',
      'voidedByResetId',
    ])
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Locks a register's fair (`update`: no sale runs meanwhile) and returns the state of fair and
 * device.
 */
export async function lockFair(
  tx: Tx,
  fairId: string,
  deviceId: string,
  strength: 'key share' | 'update',
) {
  const { rows } = await sql<{
    closeOutState: 'open' | 'finished';
    startDate: string;
    endDate: string;
    timeZone: string;
    schoolId: string;
    deviceStatus: 'active' | 'inactive';
  }>`
    select f.close_out_state, f.start_date, f.end_date, f.time_zone, f.school_id, d.status as device_status
    from fairs f
    join devices d on d.id = ${deviceId}
    where f.id = ${fairId} for ${sql.raw(strength)} of f`.execute(tx);
  return rows[0]!;
}

/**
 * Locks the fairs against changes until the transaction ends. Taken before every other lock
 * (trust.md rule 7).
 */
export async function holdFairs(tx: Tx, fairIds: readonly string[]): Promise<void> {
  await tx
    .selectFrom('fairs')
    .select('id')
    .where('id', 'in', fairIds)
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** An order locked for a change of its payments or refunds. */
export type LockedOrder = Awaited<ReturnType<typeof lockOrder>>;

/**
 * Updates a locked order to match its payments. Refunds and fairs follow, which payments do not know,
 * so it is passed in: `settleOrder` of the refunds.
 */
export type SettleOrder = (tx: Tx, order: LockedOrder) => Promise<void>;
