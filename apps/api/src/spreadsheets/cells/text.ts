import { withoutUnseenMarks } from '@pos/contract/plain-text';
import { invalid, type CellProblem, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { SEVERAL_VALUES, type Cell } from '#api/spreadsheets/sheet.ts';

/** Control characters other than line breaks. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** Fast path for nearly every text: nothing to remove or normalize. */
const PLAIN = /^[\x20-\x7E\n\t]*$/;

/** Returns true for a cell that shows nothing. */
export function isBlank(cell: Cell): boolean {
  return cell.kind === 'empty' || (cell.kind === 'text' && cellText(cell) === '');
}

/**
 * Returns the visible text of a cell, trimmed and in Unicode normal form C: `''`, `8.25%`,
 * `09/05/2025`, `#N/A`.
 */
export function cellText(cell: Cell): string {
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'text':
      return (
        PLAIN.test(cell.text)
          ? cell.text
          : withoutUnseenMarks(cell.text.normalize('NFC')).replace(CONTROLS, '')
      ).trim();
    case 'number':
      return cell.percent ? `${Number((cell.number * 100).toPrecision(12))}%` : cell.text;
    case 'boolean':
      return cell.boolean ? 'TRUE' : 'FALSE';
    case 'date':
      return [
        cell.day === null
          ? ''
          : `${cell.day.slice(5, 7)}/${cell.day.slice(8)}/${cell.day.slice(0, 4)}`,
        cell.time ?? '',
      ]
        .join(' ')
        .trim();
    case 'error':
      return cell.error;
  }
}

/** Shortens a text to `length` characters, for messages that quote a value. */
export function shortened(text: string, length = 40): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

/** Returns the reason why a cell cannot be parsed at all: it is blank, or its formula failed. */
export function unreadable(cell: Cell, label: string): { error: CellProblem } | null {
  if (isBlank(cell)) return invalid('REQUIRED', `${label} is required.`);
  if (cell.kind !== 'error') return null;
  if (cell.error === '#FORMULA')
    return invalid(
      'CELL_ERROR',
      `${label} is a formula without a result. Open the file in Excel and save it.`,
    );
  if (cell.error === SEVERAL_VALUES.error)
    return invalid(
      'CELL_ERROR',
      `${label} has several values in one cell. Open the file in Excel, check the cell and save it.`,
    );
  return invalid('CELL_ERROR', `${label} contains the error ${cell.error}.`);
}

/**
 * Parses text of `min` to `max` characters (1 and 255 by default). Keeps inner spaces, quotes,
 * accents and emoji.
 */
export function parseText(
  cell: Cell,
  label: string,
  { min = 1, max = 255 }: { min?: number; max?: number } = {},
): Parsed<string> {
  const problem = unreadable(cell, label);
  if (problem) return problem;
  const value = cellText(cell);
  if (value.length < min)
    return invalid('TOO_SHORT', `${label} must be at least ${min} characters.`);
  if (value.length > max) return invalid('TOO_LONG', `${label} must be at most ${max} characters.`);
  return { value };
}
