import { formatCents } from '@pos/contract/values/money';

/** An amount in a list of amounts, without the currency: `28.65`. */
export function plainAmount(cents: number): string {
  return formatCents(cents).replace('$', '');
}

/** Most digits before the point of a typed amount. */
const MAX_DOLLARS_DIGITS = 5;

/**
 * Adds a key to a typed amount: dollars first, then a point and two digits (`"30"` is $30.00).
 * Returns the text as it was if the key does not fit.
 */
export function typeAmount(typed: string, key: string): string {
  if (key === 'Backspace') return typed.slice(0, -1);
  if (key === '.' || key === ',') return typed.includes('.') ? typed : `${typed || '0'}.`;
  if (!/^\d$/.test(key)) return typed;
  const next = typed === '0' ? key : typed + key;
  const [dollars = '', cents = ''] = next.split('.');
  return dollars.length > MAX_DOLLARS_DIGITS || cents.length > 2 ? typed : next;
}

/** Returns the cents of a typed amount; undefined if nothing was typed. */
export function toCents(typed: string): number | undefined {
  if (typed === '') return undefined;
  const [dollars = '0', cents = ''] = typed.split('.');
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

/** Bills and coins in use, largest first (cents). */
export const PIECES = [2000, 1000, 500, 100, 25, 10, 5, 1] as const;
export type Piece = (typeof PIECES)[number];

/** Divides change into the fewest bills and coins. */
export function toPieces(cents: number): { piece: Piece; count: number }[] {
  let rest = cents;
  return PIECES.flatMap((piece) => {
    const count = Math.floor(rest / piece);
    rest -= count * piece;
    return count > 0 ? [{ piece, count }] : [];
  });
}
