import { receipts } from './en/receipts.ts';
import { receipts as spanish } from './es/receipts.ts';
import { addWords } from './words.ts';

/** Adds the words of receipts, which load with them. */
export function addReceiptWords(): void {
  addWords({ en: receipts, es: spanish });
}
