import type { AdjustedLine, FairLine } from '@pos/contract/stock/inventory';
import { formatCount, pluralize } from '@pos/contract/values/counts';

/** True quantity on hand, below 0 if oversold; a change starts from it. */
export function trueOnHand({
  onHand,
  oversoldQty,
}: Pick<FairLine, 'onHand' | 'oversoldQty'>): number {
  return onHand - oversoldQty;
}

/** `14 − 3 = 11`, as applied. */
export function changeWords({ quantity, totalNewQuantity }: AdjustedLine): string {
  const delta = totalNewQuantity - quantity;
  return `On hand ${formatCount(quantity)} ${delta < 0 ? '−' : '+'} ${formatCount(Math.abs(delta))} = ${formatCount(totalNewQuantity)}`;
}

/**
 * Change between reading and adjusting: `From 11 to 10: 1 was sold meanwhile`; undefined if nothing
 * changed.
 */
export function meanwhileWords(
  { quantity, totalNewQuantity }: AdjustedLine,
  seen: number,
): string | undefined {
  const moved = quantity - seen;
  if (moved === 0) return undefined;
  const units = Math.abs(moved);
  const what =
    moved < 0
      ? `${pluralize(units, 'was', 'were')} sold or taken off`
      : `${pluralize(units, 'was', 'were')} added`;
  return `From ${formatCount(totalNewQuantity - moved)} to ${formatCount(totalNewQuantity)}: ${what} in the meantime`;
}
