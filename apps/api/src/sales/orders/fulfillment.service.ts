import { holdFairs } from '#api/sales/payments/order-locks.queries.ts';
import type { FulfilmentUpdate, Order } from '@pos/contract/sales/orders';
import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { allocate, type Movement, recordMovements } from '#api/stock/stock/stock.service.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { lockTitles } from '#api/stock/stock/stock-locks.queries.ts';
import {
  findLinesToFulfil,
  findWarehouse,
  lockOrders,
  markDeliveredRows,
  markShippedRows,
  type LineToFulfil,
} from './order-decisions.queries.ts';

const NEEDED = { shipped: 'to_ship', delivered: 'shipped' } as const;
const NEEDED_WORDS = {
  shipped: 'is waiting to be shipped',
  delivered: 'has been shipped',
} as const;

/**
 * Updates ship-to-school lines of one or several orders, all or none: shipped takes the units not
 * refunded out of the warehouse, delivered follows shipped (domain 4.2). Also allowed at a
 * closed-out fair: it may close with lines still waiting, and no figure of its snapshot changes.
 * Returns the order IDs.
 */
export async function updateFulfilment(
  tx: Tx,
  actor: Actor,
  { lineIds, status }: FulfilmentUpdate,
): Promise<Order['id'][]> {
  const ids = [...new Set(lineIds)];
  const known = await findLinesToFulfil(tx, ids);
  const strangers = ids.flatMap((id, index) =>
    known.some((line) => line.id === id) ? [] : [[`lineIds.${index}`, 'This line does not exist.']],
  );
  if (strangers.length > 0) throw invalid(Object.fromEntries(strangers) as Record<string, string>);
  await holdFairs(tx, [...new Set(known.map((line) => line.fairId))].sort());
  const titleIds = [...new Set(known.flatMap((line) => line.titleId ?? []))];
  await lockTitles(tx, titleIds);
  const orderIds = [...new Set(known.map((line) => line.orderId))].sort();
  await lockOrders(tx, orderIds);

  const lines = await findLinesToFulfil(tx, ids);
  for (const line of lines) refuseWrongMove(line, status);
  if (status === 'shipped') await ship(tx, actor, lines, titleIds);
  else await markDeliveredRows(tx, ids);
  for (const orderId of orderIds) {
    const moved = lines.filter((line) => line.orderId === orderId);
    await recordActivity(tx, actor, {
      action: status === 'shipped' ? 'order.shipped' : 'order.delivered',
      entity: 'order',
      entityId: orderId,
      changes: {
        lines: {
          from: NEEDED[status],
          to: moved.map((line) => `${line.quantity - line.refundedQty} × ${line.title}`).join(', '),
        },
      },
    });
  }
  return orderIds;
}

function refuseWrongMove(line: LineToFulfil, status: FulfilmentUpdate['status']): void {
  const { orderNumber, title, fulfilment, fulfilmentStatus, orderStatus, voidedByResetId } = line;
  const refuse = (why: string) =>
    new Failure('INVALID_TRANSITION', `${orderNumber}, "${title}": ${why}`);
  if (fulfilment !== 'ship_to_school') throw refuse('this item was handed over at the fair.');
  if (voidedByResetId !== null) throw refuse('a reset of the fair voided the order.');
  if (orderStatus === 'open') throw refuse('the order is not fully paid.');
  if (orderStatus === 'cancelled') throw refuse('the order was canceled.');
  if (fulfilmentStatus !== NEEDED[status])
    throw refuse(`only a line that ${NEEDED_WORDS[status]} can become ${status}.`);
}

/**
 * Takes shipped units out of the warehouse. If fewer were on record there, the boxes are right: the
 * difference is booked as a correction (domain 10.3).
 */
async function ship(
  tx: Tx,
  actor: Actor,
  lines: readonly LineToFulfil[],
  titleIds: readonly string[],
): Promise<void> {
  const stock = await findWarehouse(tx, titleIds);
  const movements: Movement[] = [];
  const allocated = new Map<string, number>();
  for (const { id: refId, titleId, quantity, refundedQty } of lines) {
    if (titleId === null) continue;
    const qty = quantity - refundedQty;
    const inWarehouse = stock.get(titleId) ?? 0;
    const beyond = Math.max(0, qty - Math.max(0, inWarehouse));
    if (beyond > 0)
      movements.push({
        titleId,
        qty: beyond,
        from: 'supplier',
        to: 'warehouse',
        reason: 'correction',
        refType: 'shipment',
        refId,
      });
    movements.push({
      titleId,
      qty,
      from: 'warehouse',
      to: 'customer',
      reason: 'ship_to_school',
      refType: 'order_line',
      refId,
    });
    stock.set(titleId, inWarehouse + beyond - qty);
    allocated.set(titleId, (allocated.get(titleId) ?? 0) - qty);
  }
  await recordMovements(tx, movements, actor);
  await allocate(tx, allocated);
  await markShippedRows(
    tx,
    lines.map((line) => line.id),
  );
}
