import type { Receipt } from '@pos/contract/stock/warehouse/receipts';

/** Origin of a receipt: `Opening stock`, the supplier, or both parts that are known. */
export function originText({ isOpening, supplier, reference }: Receipt): string {
  if (isOpening) return 'Opening stock';
  return [supplier, reference].filter(Boolean).join(', ') || 'Delivery';
}
