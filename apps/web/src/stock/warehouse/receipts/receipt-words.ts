import type { Receipt, ReceiptState } from '@pos/contract/stock/warehouse/receipts';
import type { StatusText } from '#web/ui/values/status-pill.tsx';

/** Labels of the states of a receipt. */
export const RECEIPT_STATE: Record<ReceiptState, StatusText> = {
  open: { label: 'Open', meaning: 'waiting' },
  booked: { label: 'Booked', meaning: 'ok' },
  reversed: { label: 'Reversed', meaning: 'undone' },
  discarded: { label: 'Discarded', meaning: 'off' },
};

/** Origin of a receipt: `Opening stock`, the supplier, or both parts that are known. */
export function originText({ isOpening, supplier, reference }: Receipt): string {
  if (isOpening) return 'Opening stock';
  return [supplier, reference].filter(Boolean).join(', ') || 'Delivery';
}
