import {
  type ControlTotal,
  MAX_ORDER_BATCH,
  type OrderResult,
  type SoldOrder,
} from './register-orders.ts';
import type { Day } from '../values.ts';

/** Rules for sending orders from a register (docs/registers.md, sections 4 and 8): batches, pauses, totals. */

/** A request may have 1 MiB; the rest is room for the fields around the orders. */
const MAX_BATCH_BYTES = 900_000;

/**
 * Splits orders into batches for one request each: of one epoch, at most `size`, below the server's
 * limits.
 */
export function inBatches<Sold extends { order: SoldOrder }>(
  orders: readonly Sold[],
  size: number,
): Sold[][] {
  const utf8 = new TextEncoder();
  const batches: Sold[][] = [];
  let bytes = 0;
  for (const sold of orders) {
    const length = utf8.encode(JSON.stringify(sold.order)).length + 1;
    const batch = batches.at(-1);
    const fits =
      batch !== undefined &&
      batch.length < Math.min(size, MAX_ORDER_BATCH) &&
      bytes + length <= MAX_BATCH_BYTES &&
      batch[0]?.order.epoch === sold.order.epoch;
    if (fits) {
      batch.push(sold);
      bytes += length;
    } else {
      batches.push([sold]);
      bytes = length;
    }
  }
  return batches;
}

const STORED: ReadonlySet<OrderResult['result']> = new Set(['accepted', 'duplicate', 'held']);

/** Returns true if the server has the order, so that the register may delete its copy later. */
export function isAcknowledged(result: OrderResult['result']): boolean {
  return STORED.has(result);
}

/** Returns the register's own totals of a day of an epoch, sent or not. */
export function toControlTotal(
  sold: Iterable<{ day: Day; order: SoldOrder }>,
  epoch: number,
  day: Day,
): ControlTotal {
  let [orders, totalCents] = [0, 0];
  for (const each of sold) {
    if (each.day !== day || each.order.epoch !== epoch) continue;
    orders += 1;
    totalCents += each.order.totalCents;
  }
  return { businessDay: day, orders, totalCents };
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_000;

/**
 * Returns the pause before a repeat: the one that the server asked for, else a growing one. Its
 * jitter keeps registers from coming back all at once.
 */
export function pauseBeforeRepeat(
  tries: number,
  retryAfterSeconds = 0,
  longestMs = LONGEST_PAUSE_MS,
): number {
  const growing = Math.min(longestMs, FIRST_PAUSE_MS * 2 ** tries);
  return retryAfterSeconds * 1_000 + growing * (0.5 + Math.random() / 2);
}
