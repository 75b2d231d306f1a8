import { formatCount } from '@pos/contract/values/counts';
import { invalid, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, unreadable } from '#api/spreadsheets/cells/text.ts';
import type { Cell } from '#api/spreadsheets/sheet.ts';

/**
 * Parses a whole number from `min` to `max` (1 and 9,999 by default, domain 10.3). 2.5, "12 ea" and
 * values below `min` get the same sentence; "1,200" and "5.0" are whole numbers.
 */
export function parseQuantity(
  cell: Cell,
  label: string,
  { min = 1, max = 9_999 }: { min?: number; max?: number } = {},
): Parsed<number> {
  const problem = unreadable(cell, label);
  if (problem) return problem;
  const quantity = wholeNumber(cell);
  if (quantity === null || quantity < min)
    return invalid(
      'INVALID_QUANTITY',
      min > 0
        ? `${label} must be a whole number greater than ${min - 1}.`
        : `${label} must be a whole number, 0 or more.`,
    );
  if (quantity > max)
    return invalid('QUANTITY_TOO_LARGE', `${label} must be at most ${formatCount(max)}.`);
  return { value: quantity };
}

function wholeNumber(cell: Cell): number | null {
  if (cell.kind === 'number')
    return Number.isSafeInteger(cell.number) && !cell.percent ? cell.number : null;
  if (cell.kind !== 'text') return null;
  const match = /^'?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.0+)?$/.exec(
    cellText(cell).normalize('NFKC'),
  );
  return match ? Number((match[1] ?? '').replaceAll(',', '')) : null;
}
