import type { HeldOrder, HeldState } from '@pos/contract/sales/held-orders';

/** Labels of a held order's states in the filter. */
export const HELD_STATES: Record<HeldState, string> = {
  waiting: 'Waiting',
  released: 'Released',
  discarded: 'Discarded',
};

/** Receipt number as printed: `REG-02-1-67`. */
export function heldReceiptLine({
  deviceId,
  epoch,
  sequence,
}: Pick<HeldOrder, 'deviceId' | 'epoch' | 'sequence'>): string {
  return `${deviceId}-${epoch}-${sequence}`;
}
