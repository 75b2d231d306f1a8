import type { Receipt, ReceiptLine } from '@pos/contract/stock/warehouse/receipts';
import { formatCount, pluralize } from '@pos/contract/values/counts';

/** Origin of a receipt: `Opening stock`, the supplier, or both parts that are known. */
export function originText({ isOpening, supplier, reference }: Receipt): string {
  if (isOpening) return 'Opening stock';
  return [supplier, reference].filter(Boolean).join(', ') || 'Delivery';
}

/** Sentences about a line that a person should know when it arrives. */
export function lineNotes({ status, promisedQty, promisedTo }: ReceiptLine): string[] {
  return [
    ...(status === 'inactive' ? ['Inactive title: it cannot be packed until it is active.'] : []),
    ...(promisedQty > 0
      ? [
          `${formatCount(promisedQty)} of these ${promisedQty === 1 ? 'is' : 'are'} promised to ${pluralize(promisedTo, 'child', 'children')}.`,
        ]
      : []),
  ];
}
