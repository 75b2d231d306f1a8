import type {
  OrderBatch,
  OrderBatchAnswer,
  OrderResult,
} from '@pos/contract/sales/register-orders';
import { toBookedTime } from '@pos/contract/sales/register-clock';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate, isStorageFull, isUnavailable } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { insertRows } from '#api/db/insert-rows.ts';
import { MAX_RACE_TRIES, retry } from '@pos/basics/retry';
import { itemId, notStored } from '#api/http/batch-item.ts';
import { type Actor, getSender, type SignedInRegister } from '#api/http/access/identity.ts';
import { currentLog } from '#api/http/log.ts';
import { alertFair } from '#api/notifications/notify.ts';
import { concludeRow, findAcknowledged, giveLetter } from './booking.queries.ts';
import { type Booked, bookSales, SaleRefused } from './booking.service.ts';
import { takeInControlTotals } from './control-totals.service.ts';
import { findKnownOrders } from './known-orders.queries.ts';
import { readOrder, type ReceivedOrder } from './read-order.rules.ts';
import { bookAwaitedRefunds } from '#api/sales/refunds/refunds.service.ts';
import { type SaleFacts, getSeller } from './sale-facts.ts';
import { loadSaleFacts } from './sale-facts.queries.ts';
import type { Sale } from './planned-sale.ts';
import { type Hold, verdictOn } from './verdict.rules.ts';

/** The sending register, and the actor that its ledger entries and movements name. */
export type Deliverer = { register: SignedInRegister; actor: Actor };
type Entry = { index: number; given: string; received: ReceivedOrder };

/**
 * Unique keys that fail if two connections send the same order. The second one tries again and then
 * finds the order stored.
 */
const KEYS = [
  'orders_client_order_key',
  'orders_sequence_key',
  'held_orders_body_key',
  'payments_client_payment_key',
  'payments_processor_ref_key',
];

/**
 * Books a batch of orders (api.md, pos/orders). Consecutive finished sales are booked in one
 * transaction; if it fails unexpectedly, each of them is retried separately, so that one bad order
 * never stops the others. An online sale always has its own transaction.
 */
export async function takeInOrders(
  db: Db,
  deliverer: Deliverer,
  batch: OrderBatch,
): Promise<OrderBatchAnswer> {
  const results: OrderResult[] = [];
  const entries = batch.orders.flatMap((raw, index): Entry[] => {
    const given = itemId(raw, 'clientOrderId');
    const received = readOrder(raw);
    if (!('errors' in received)) return [{ index, given, received }];
    results[index] = { clientOrderId: given, result: 'rejected', errors: received.errors };
    return [];
  });
  const acknowledged = new Map<number, number>();
  for (const group of grouped(entries)) {
    const answers = await takeInGroup(db, deliverer, group, acknowledged, entries.length === 1);
    group.forEach(
      ({ index, given }, place) => (results[index] = { ...answers[place]!, clientOrderId: given }),
    );
  }
  const epoch = entries.at(-1)?.received.body.epoch;
  const controlTotalErrors = await takeInControlTotals(
    db,
    deliverer.register.id,
    epoch,
    batch.controlTotals,
  );
  const acknowledgedSequence =
    epoch === undefined
      ? 0
      : (acknowledged.get(epoch) ?? (await findAcknowledged(db, deliverer.register.id, epoch)));
  return {
    results,
    acknowledgedSequence,
    serverTime: new Date().toISOString(),
    ...(controlTotalErrors && { controlTotalErrors }),
  };
}

function grouped(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  let offline: Entry[] | undefined;
  for (const entry of entries) {
    if (entry.received.body.mode === 'online') {
      groups.push([entry]);
      offline = undefined;
    } else if (offline) offline.push(entry);
    else groups.push((offline = [entry]));
  }
  return groups;
}

/** Thrown before anything is stored if the register has no letter for order numbers at the fair yet. */
class LetterMissing extends Error {}

/**
 * Books consecutive orders in one transaction, and sets the last stored sequence number of each of
 * their epochs in `acknowledged`.
 */
async function takeInGroup(
  db: Db,
  deliverer: Deliverer,
  group: readonly Entry[],
  acknowledged: Map<number, number>,
  alone: boolean,
): Promise<OrderResult[]> {
  try {
    const taken = await retry(() => takeInWithLetter(db, deliverer, group), {
      when: (error) => error instanceof LetterMissing || isDuplicate(error, ...KEYS),
      maxTries: MAX_RACE_TRIES,
    });
    for (const [epoch, sequence] of taken.acknowledged) acknowledged.set(epoch, sequence);
    return taken.results;
  } catch (error) {
    if (error instanceof SaleRefused)
      return group.map(({ given }) => ({
        clientOrderId: given,
        result: 'refused',
        ...error.shortage,
      }));
    // Nothing is acknowledged: the register sends the whole batch again.
    if (isUnavailable(error) || isStorageFull(error)) throw error;
    if (group.length > 1) return (await eachByItself(db, deliverer, group, acknowledged)).flat();
    if (alone) throw error;
    currentLog().warn({ err: error }, 'an order was not stored');
    return [{ clientOrderId: '', ...notStored('order', deliverer.actor.requestId) }];
  }
}

/** Books orders. If the register has no letter yet, assigns one and throws LetterMissing. */
async function takeInWithLetter(
  db: Db,
  deliverer: Deliverer,
  group: readonly Entry[],
): ReturnType<typeof takeIn> {
  try {
    return await inTransaction(db, (tx) => takeIn(tx, deliverer, group));
  } catch (error) {
    if (error instanceof LetterMissing)
      await giveLetter(db, deliverer.register.fairId, deliverer.register.id);
    throw error;
  }
}

async function eachByItself(
  db: Db,
  deliverer: Deliverer,
  group: readonly Entry[],
  acknowledged: Map<number, number>,
): Promise<OrderResult[][]> {
  const results: OrderResult[][] = [];
  for (const entry of group)
    results.push(await takeInGroup(db, deliverer, [entry], acknowledged, false));
  return results;
}

/** Results of a group, in order, and the last stored sequence number by epoch. */
type IntakeResult = { results: OrderResult[]; acknowledged: Map<number, number> };

async function takeIn(
  tx: Tx,
  { register, actor }: Deliverer,
  group: readonly Entry[],
): Promise<IntakeResult> {
  const orders = group.map(({ received }) => received.body);
  const facts = await loadSaleFacts(tx, register, orders, [
    ...new Set(orders.map(({ epoch }) => epoch)),
  ]);
  if (!facts.hasLetter) throw new LetterMissing();
  const known = await findKnownOrders(tx, register.id, orders);
  const held: Hold[] = [];
  const verdicts = group.map(({ received }) =>
    verdictOn(received, facts, known, {
      held,
      isAllowed: register.isAllowed,
      sentBy: getSender(register, actor),
    }),
  );
  const sales = verdicts.flatMap((verdict) => ('sale' in verdict ? [verdict.sale] : []));
  const booked = await bookSales(tx, actor, {
    seller: register,
    facts,
    taken: known.payments,
    sales,
  });
  await insertRows(
    tx,
    'heldOrders',
    held.map((each) => heldRow(each, register, facts)),
  );
  const awaited = sales
    .map(({ order }) => order.clientOrderId)
    .filter((id) => known.awaited.has(id));
  const refundedNetCents = await bookAwaitedRefunds(tx, awaited);
  const stored = [...sales.map(({ order }) => order), ...held.map(({ received }) => received.body)];
  const netCents = booked.reduce((sum, order) => sum + order.netCents, 0) - refundedNetCents;
  const acknowledged = await concludeRow(tx, { id: register.id, fairId: register.fairId }, stored, {
    orders: booked.length,
    netCents,
  });
  if (held.length > 0)
    await alertFair(tx, register.fairId, { kind: 'orders_held', count: held.length });
  const accepted = new Map(
    sales.map((sale, place) => [sale.order.clientOrderId, acceptance(sale, booked[place]!)]),
  );
  const results = verdicts.map((verdict): OrderResult => {
    if ('sale' in verdict) return accepted.get(verdict.sale.order.clientOrderId)!;
    // A repeat within the batch: its number is known only now.
    const orderNumber =
      verdict.result === 'duplicate'
        ? (verdict.orderNumber ?? accepted.get(verdict.clientOrderId)?.orderNumber)
        : undefined;
    return { ...verdict, ...(orderNumber !== undefined && { orderNumber }) };
  });
  return { results, acknowledged };
}

function heldRow(
  { received: { body: order, whole, hash }, objection }: Hold,
  register: SignedInRegister,
  facts: SaleFacts,
) {
  const { at, day, clockAt } = toBookedTime(order.soldAt, facts.now.toISOString(), facts.fair);
  return {
    id: uuidv7(),
    clientOrderId: order.clientOrderId,
    body: whole as never,
    bodyHash: hash,
    fairId: register.fairId,
    deviceId: register.id,
    ...getSeller(order, facts),
    epoch: order.epoch,
    sequence: order.sequence,
    reason: objection.reason,
    detail: objection.detail,
    businessDay: day,
    soldAt: at,
    clockSoldAt: clockAt,
    totalCents: order.totalCents,
    orderId: null,
    decidedBy: null,
    decidedAt: null,
    decisionReason: null,
  };
}

function acceptance({ order }: Sale, { orderNumber, flags }: Booked): OrderResult {
  return {
    clientOrderId: order.clientOrderId,
    result: 'accepted',
    orderNumber,
    ...(flags.length > 0 && { flags }),
  };
}
