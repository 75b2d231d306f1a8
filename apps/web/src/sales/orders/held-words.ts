import type { HeldOrder } from '@pos/contract/sales/held-orders';

/** Receipt number as printed: `REG-02-1-67`. */
export function heldReceiptLine({
  deviceId,
  epoch,
  sequence,
}: Pick<HeldOrder, 'deviceId' | 'epoch' | 'sequence'>): string {
  return `${deviceId}-${epoch}-${sequence}`;
}
