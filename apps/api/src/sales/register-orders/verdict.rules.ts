import type { OrderResult, SoldOrder } from '@pos/contract/sales/register-orders';
import { toBookedTime } from '@pos/contract/sales/register-clock';
import { judge, onlineRefusal, type Objection, toRefusal } from './judgement.rules.ts';
import { approvalsAndFlags } from './sale-approvals.rules.ts';
import { type KnownOrders, remember, sequenceKey } from './known-orders.queries.ts';
import type { ReceivedOrder } from './read-order.rules.ts';
import type { SaleFacts } from './sale-facts.ts';
import type { Sale } from './planned-sale.ts';

type Verdict = OrderResult | { sale: Sale };

export type Hold = { received: ReceivedOrder; objection: Objection };

/**
 * Decides about one order: known ones are answered, the others checked. An order that cannot be
 * booked is held, or refused while the goods are still on the counter.
 */
export function verdictOn(
  received: ReceivedOrder,
  facts: SaleFacts,
  known: KnownOrders,
  { held, isAllowed, sentBy }: { held: Hold[]; isAllowed: boolean; sentBy: string | null },
): Verdict {
  const { body: order } = received;
  const { clientOrderId } = order;
  const hash = received.hash.toString('hex');
  const namesakes = known.byId.get(clientOrderId) ?? [];
  const same = namesakes.find((each) => each.hash === hash);
  if (same)
    return {
      clientOrderId,
      result: 'duplicate',
      ...(same.orderNumber !== undefined && { orderNumber: same.orderNumber }),
      ...(same.reason !== undefined && { reason: same.reason }),
    };

  const objection =
    findConflict(order, namesakes.length > 0, known) ??
    limitObjection(received) ??
    judge(order, facts);
  if ('reason' in objection) {
    if (order.mode === 'online')
      return { clientOrderId, result: 'refused', ...toRefusal(objection) };
    held.push({ received, objection });
    remember(known, { clientOrderId, hash, reason: objection.reason }, sequenceKey(order));
    return { clientOrderId, result: 'held', ...objection };
  }
  const refusal = order.mode === 'online' ? onlineRefusal(order, facts, isAllowed) : undefined;
  if (refusal) return { clientOrderId, result: 'refused', ...refusal };
  remember(known, { clientOrderId, hash }, sequenceKey(order));
  const booked = toBookedTime(order.soldAt, facts.now.toISOString(), facts.fair);
  return {
    sale: {
      order: { ...order, soldAt: booked.at },
      hash: received.hash,
      sums: objection,
      businessDay: booked.day,
      clockSoldAt: booked.clockAt,
      ...approvalsAndFlags(order, booked, facts, sentBy),
    },
  };
}

/** Holds an order with amounts beyond the limits: they would distort every sum (decision 30). */
function limitObjection({ exceededLimits }: ReceivedOrder): Objection | undefined {
  return exceededLimits === undefined
    ? undefined
    : { reason: 'AMOUNT_LIMIT', detail: exceededLimits };
}

function findConflict(
  order: SoldOrder,
  hasNamesake: boolean,
  known: KnownOrders,
): Objection | undefined {
  if (hasNamesake)
    return {
      reason: 'SEQUENCE_CONFLICT',
      detail: 'clientOrderId: this order was already received with different content.',
    };
  if (known.sequences.has(sequenceKey(order)))
    return {
      reason: 'SEQUENCE_CONFLICT',
      detail: `sequence: another order of this register has the number ${order.sequence} in epoch ${order.epoch}.`,
    };
  return undefined;
}
