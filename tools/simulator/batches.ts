import { MAX_ORDER_BATCH } from '@pos/contract/sales/register-orders';
import type { Random } from '@pos/world/random';
import type { Sold } from './register-memory.ts';

/** A request may have 1 MiB; the rest is room for the fields around the orders. */
const MAX_BATCH_BYTES = 900_000;

/**
 * Splits orders into batches for one request each: of one epoch, at most `size`, below the server's
 * limits.
 */
export function inBatches(orders: readonly Sold[], size: number): Sold[][] {
  const batches: Sold[][] = [];
  let bytes = 0;
  for (const sold of orders) {
    const length = Buffer.byteLength(JSON.stringify(sold.order)) + 1;
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

/** Share of the batches sent twice. */
const SENT_TWICE = 0.3;

/** Imitates a bad network: some batches twice, all of them and their orders shuffled. */
export function disturbed(batches: readonly Sold[][], random: Random): Sold[][] {
  const sent = batches.flatMap((batch) => (random.chance(SENT_TWICE) ? [batch, batch] : [batch]));
  return random.shuffled(sent).map((batch) => random.shuffled(batch));
}
