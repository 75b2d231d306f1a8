import { pageAddress } from '@pos/contract/addresses';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import type { FairReset, FairResetResult } from '@pos/contract/close-out/resets';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { requireFair, requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import { reverseMovements } from '#api/stock/stock/reversal.service.ts';
import { allocate } from '#api/stock/stock/stock.service.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import {
  findLastingPayments,
  findStandingSales,
  findWaitingUnits,
  insertResetRow,
  subtractFromFairRow,
  voidOrderRows,
} from './resets.queries.ts';

/**
 * Resets a fair to "loaded, nothing sold" (domain 4.5): voids its orders and their payments and
 * reverses their stock movements. Adjustments stay, and order numbers are never reused. Nothing is
 * erased.
 */
export async function resetFair(
  tx: Tx,
  actor: Actor,
  isSuper: boolean,
  { fairId, confirm }: FairReset,
): Promise<FairResetResult> {
  await requireOpenFair(tx, fairId, 'update');
  const fair = await requireFair(tx, fairId);
  if (fair.phase !== 'upcoming' && !isSuper)
    throw new Failure('FORBIDDEN', 'This fair has started. Only a SUPER_ADMIN can reset it.');
  if (confirm.toLowerCase() !== fair.identifier.toLowerCase())
    throw invalid({ confirm: `Type ${fair.identifier} to confirm.` });
  await refuseUnlessRefunded(tx, fair);

  const { lineIds, refundIds, orders, units, netCents, totalCents, heldOrders } =
    await findStandingSales(tx, fairId);
  await reverseMovements(tx, 'order_line', lineIds, actor);
  await reverseMovements(tx, 'refund', refundIds, actor);
  await allocate(
    tx,
    new Map(
      (await findWaitingUnits(tx, fairId)).map((waiting) => [waiting.titleId, -waiting.units]),
    ),
  );
  const resetId = uuidv7();
  const voided = { orders, refunds: refundIds.length, units, totalCents };
  const resetBy = actor.type === 'admin' ? actor.id : null;
  await insertResetRow(tx, { id: resetId, fairId, ...voided, resetBy });
  await voidOrderRows(tx, fairId, resetId);
  await subtractFromFairRow(tx, fairId, { orders, netCents });
  await recordActivity(tx, actor, {
    action: 'fair.reset',
    entity: 'fair',
    entityId: fairId,
    changes: {
      orders: { from: orders, to: 0 },
      refunds: { from: refundIds.length, to: 0 },
      unitsSold: { from: units, to: 0 },
      totalCents: { from: totalCents, to: 0 },
    },
  });
  return { fairId, ...voided, heldOrders };
}

/** Refuses a fair with payments that are not refunded, naming them by method. */
async function refuseUnlessRefunded(
  tx: Tx,
  { id: fairId, name }: { id: string; name: string },
): Promise<void> {
  const lasting = await findLastingPayments(tx, fairId);
  if (lasting.length === 0) return;
  const reasons = lasting.map(({ method, count }) => ({
    code: 'PAYMENTS_NOT_REFUNDED',
    text: `${count} ${PAYMENT_METHODS[method]} ${count === 1 ? 'payment is' : 'payments are'} not refunded. Refund ${count === 1 ? 'it' : 'them'} first.`,
    count,
    link: pageAddress('orders', { fairId, method: String(method) }),
  }));
  throw new Failure(
    'IN_USE',
    `${name} cannot be reset: ${reasons.map(({ text }) => text).join(' ')}`,
    { reasons },
  );
}
