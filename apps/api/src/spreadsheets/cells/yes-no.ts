import { invalid, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, unreadable } from '#api/spreadsheets/cells/text.ts';
import type { Cell } from '#api/spreadsheets/sheet.ts';

const WORDS = new Map([
  ...['y', 'yes', 'true', 't', '1'].map((word) => [word, true] as const),
  ...['n', 'no', 'false', 'f', '0'].map((word) => [word, false] as const),
]);

/** Parses Y, Yes, TRUE, 1 and their opposites, ignoring case. */
export function parseYesNo(cell: Cell, label: string): Parsed<boolean> {
  const problem = unreadable(cell, label);
  if (problem) return problem;
  const value = WORDS.get(cellText(cell).toLowerCase());
  return value === undefined ? invalid('INVALID_YES_NO', `${label} must be Y or N.`) : { value };
}
