import { plainCount } from './counts.ts';
import { toDecimal } from './decimals.ts';

/** Amounts are integers in US cents. */

/** Formats cents for screens: `$1,234.50`, `−$5.00` with the minus sign U+2212. */
export function formatCents(cents: number): string {
  return plainCents(cents).replace('-', '−');
}

/** Formats cents for files, mail and messages: `$1,234.50`, `-$5.00` with a hyphen (domain 8.1). */
export function plainCents(cents: number): string {
  const [whole, fraction] = toDecimal(Math.abs(cents), 2).split('.');
  return `${cents < 0 ? '-' : ''}$${plainCount(Number(whole))}.${fraction}`;
}
