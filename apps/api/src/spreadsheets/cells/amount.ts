import { toDecimal } from '@pos/contract/values/decimals';
import { invalid, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, unreadable } from '#api/spreadsheets/cells/text.ts';
import type { Cell } from '#api/spreadsheets/sheet.ts';

/**
 * Dollars with an optional sign and blanks in front, commas between thousands, at most two decimals.
 * A blank inside, as in "5 99", may stand for a point or for a comma.
 */
const AMOUNT = /^(?:\$\s*)?(?:(\d{1,12})|(\d{1,3}(?:,\d{3}){1,3}))?(?:\.(\d{0,2})0*)?$/;

/**
 * Parses a price into integer cents: 8.99, "$8.99", "1,299.00". Refuses "8,99", three decimals and
 * amounts below `minCents` or above `maxCents` (0.01 and 999.99 by default, domain 10.3).
 */
export function parseAmountCents(
  cell: Cell,
  label: string,
  { minCents = 1, maxCents = 99_999 }: { minCents?: number; maxCents?: number } = {},
): Parsed<number> {
  const problem = unreadable(cell, label);
  if (problem) return problem;
  const cents = toCents(cell);
  if (cents === null) return invalid('INVALID_AMOUNT', `${label} is not a valid amount.`);
  if (cents < minCents || cents > maxCents)
    return invalid(
      'AMOUNT_OUT_OF_RANGE',
      `${label} must be between ${toDecimal(minCents, 2)} and ${toDecimal(maxCents, 2)}.`,
    );
  return { value: cents };
}

/** Writes an amount as the preview of an upload shows it: 899 is `8.99`. */
export function amountText(cents: number): string {
  return toDecimal(cents, 2);
}

function toCents(cell: Cell): number | null {
  if (cell.kind === 'number') {
    const cents = Math.round(cell.number * 100);
    // A formula's result may be off by less than a millionth.
    return !cell.percent &&
      Math.abs(cell.number * 100 - cents) < 1e-6 * Math.max(1, Math.abs(cents) / 1e6) &&
      Number.isSafeInteger(cents)
      ? cents
      : null;
  }
  if (cell.kind !== 'text') return null;
  const text = cellText(cell).normalize('NFKC').trim().replace(/^'\s*/, '');
  const match = AMOUNT.exec(text);
  if (!match || !/\d/.test(text)) return null;
  const whole = (match[1] ?? match[2] ?? '0').replaceAll(',', '');
  return Number(whole) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
}
