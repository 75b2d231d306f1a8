import type {
  AdjustmentReason,
  LineMovement,
  LineMovementKind,
} from '@pos/contract/stock/adjustments';
import type { AdjustedLine, FairLine } from '@pos/contract/stock/inventory';
import { formatCount, pluralize } from '@pos/contract/values/counts';

/** Labels of the reasons for a stock adjustment. */
export const REASONS: Record<AdjustmentReason, string> = {
  received: 'Received',
  correction: 'Correction',
  count: 'Count',
  damaged: 'Damaged',
  missing: 'Missing',
  theft: 'Theft',
  kept_by_school: 'Kept by the school',
  other: 'Other',
};

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
 * Change between reading and adjusting: `11 → 10: 1 was sold meanwhile`; undefined if nothing
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
  return `${formatCount(totalNewQuantity - moved)} → ${formatCount(totalNewQuantity)}: ${what} in the meantime`;
}

/** Words for units that came to the fair, and for units that left it, by kind of movement. */
const MOVEMENTS: Record<LineMovementKind, readonly [came: string, left: string]> = {
  sent: ['Sent to the fair', 'Taken back from the list'],
  missing: ['Missing carton found', 'Missing at delivery'],
  adjusted: ['Added', 'Removed'],
  sale: ['Sale taken back', 'Sold'],
  restock: ['Refunded and restocked', 'Restock taken back'],
  returned: ['Return taken back', 'Returned to the warehouse'],
  lost: ['Found again', 'Written off'],
};

/** `Removed: Damaged`, `Sold`, `Transferred to another fair`. */
export function movementWords({
  kind,
  delta,
  reason,
}: Pick<LineMovement, 'kind' | 'delta' | 'reason'>): string {
  if (reason === 'transfer_in') return 'Transferred from another fair';
  if (reason === 'transfer_out') return 'Transferred to another fair';
  const words = MOVEMENTS[kind][delta > 0 ? 0 : 1];
  return reason ? `${words}: ${REASONS[reason]}` : words;
}
