import { changing } from './en/changing.ts';
import { changing as spanish } from './es/changing.ts';
import { addWords } from './words.ts';

/** Adds the words of discounts, exemptions and approvals, which load with their sheets. */
export function addChangingWords(): void {
  addWords({ en: changing, es: spanish });
}
