import { doubtFraction, formatPpm, ppmOfPercent } from '@pos/contract/values/percent';
import { invalid, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, unreadable } from '#api/spreadsheets/cells/text.ts';
import type { Cell } from '#api/spreadsheets/sheet.ts';

/**
 * Parses a rate of 0 to 100 percent as parts per million: 8.25, "8.25", "8.25%" and a cell of
 * 0.0825 shown as a percentage are all 82,500. A plain 0.0825 is 825, with a warning, because it
 * looks like a fraction. Rounds half up to four decimals of a percent (domain 3.5).
 */
export function parseRatePpm(cell: Cell, label: string): Parsed<number> {
  const problem = unreadable(cell, label);
  if (problem) return problem;
  const outside = invalid('INVALID_RATE', `${label} must be between 0 and 100.`);
  const rate = toPercent(cell);
  if (rate === null || rate.percent < 0 || rate.percent > 100) return outside;
  const value = ppmOfPercent(Number(rate.percent.toPrecision(12)));
  const doubt = rate.marked ? undefined : doubtFraction(rate.percent);
  if (doubt) {
    const { meant, message } = doubt;
    return { value, warning: { code: 'LOOKS_LIKE_FRACTION', message, suggestion: String(meant) } };
  }
  if (Math.abs(rate.percent * 10_000 - value) <= 1e-4) return { value };
  return {
    value,
    warning: { code: 'RATE_ROUNDED', message: `${label} was rounded to ${formatPpm(value)}.` },
  };
}

/** `marked` is true if the cell itself says that it is a percentage. */
function toPercent(cell: Cell): { percent: number; marked: boolean } | null {
  if (cell.kind === 'number')
    return cell.percent
      ? { percent: cell.number * 100, marked: true }
      : { percent: cell.number, marked: false };
  if (cell.kind !== 'text') return null;
  const match = /^'?(\d{1,3}(?:\.\d*)?|\.\d+)\s*(%?)$/.exec(cellText(cell).normalize('NFKC'));
  return match ? { percent: Number(match[1]), marked: match[2] === '%' } : null;
}
