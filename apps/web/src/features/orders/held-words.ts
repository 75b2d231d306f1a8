import type { HeldOrder, HeldState } from '@pos/contract/held-orders';

/** What a held order can be, as the filter names it. */
export const HELD_STATES: Record<HeldState, string> = {
  waiting: 'Waiting',
  released: 'Released',
  discarded: 'Discarded',
};

/** As printed on the receipt: `REG-02-1-67`. */
export function receiptOf({
  deviceId,
  epoch,
  sequence,
}: Pick<HeldOrder, 'deviceId' | 'epoch' | 'sequence'>): string {
  return `${deviceId}-${epoch}-${sequence}`;
}
