import { formatCount } from './counts.ts';
import { toDecimal } from './decimals.ts';

/** Amounts are integers in US cents. */

/**
 * Formats cents for people, on screens, in mail and in documents: `$1,234.50`, `−$5.00` with the
 * minus sign U+2212 (domain 8.1).
 */
export function formatCents(cents: number): string {
  const [whole, fraction] = toDecimal(Math.abs(cents), 2).split('.');
  return `${cents < 0 ? '−' : ''}$${formatCount(Number(whole))}.${fraction}`;
}
