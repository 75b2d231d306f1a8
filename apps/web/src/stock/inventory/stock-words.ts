import type {
  AdjustmentReason,
  LineMovement,
  LineMovementKind,
} from '@pos/contract/stock/adjustments';

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

/** Words for units that came to the fair, and for units that left it, by kind of movement. */
const MOVEMENTS: Record<LineMovementKind, readonly [came: string, left: string]> = {
  sent: ['Sent to the fair', 'Taken back from the list'],
  missing: ['Missing carton found', 'Missing at delivery'],
  adjusted: ['Added', 'Removed'],
  sale: ['Sale taken back', 'Sold'],
  restock: ['Refunded and restocked', 'Restock taken back'],
  returned: ['Return taken back', 'Returned to the warehouse'],
  returned_damaged: ['Damaged return taken back', 'Returned damaged'],
  lost: ['More came back than expected', 'Missing from the return'],
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
