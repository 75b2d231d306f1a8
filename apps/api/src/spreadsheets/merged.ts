import { isBlank } from '#api/spreadsheets/cells/text.ts';
import type { ColumnRule, HeaderRow, TableWarning } from '#api/spreadsheets/header.ts';
import { EMPTY, type Cell, type MergedRange, type SheetRow } from '#api/spreadsheets/sheet.ts';

/** Ranges or rows named in one message. */
const MAX_NAMED = 10;

/** Data rows with the values of merged cells, and messages about these. */
export interface SpreadRows {
  rows: SheetRow[];
  warnings: TableWarning[];
}

/**
 * Gives the value of merged cells to each of their rows, as people read them (domain 10.1): a carton
 * merged over three titles holds all three. A count is not spread, because it may be the sum of the
 * rows, and no value is spread over other columns: a message names the rows that are read as blank.
 * `rows` are the data rows below the header. Messages name our columns, so that they appear at the
 * cell.
 */
export function spreadMerged<Name extends string>(
  rows: readonly SheetRow[],
  merged: readonly MergedRange[],
  header: HeaderRow<Name>,
  columns: readonly ColumnRule<Name>[],
): SpreadRows {
  const counts = columns.filter(({ isCount }) => isCount).map(({ name }) => name);
  const names = new Map(
    header.headers.flatMap(({ index, column }) => (column === null ? [] : [[index, column]])),
  );
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const spread: { column: Name; reference: string }[] = [];
  const warnings: TableWarning[] = [];
  for (const range of merged) {
    const value = byNumber.get(range.top)?.cells[range.left] ?? EMPTY;
    // Cells merged with the header have its text, not a value.
    if (range.top > header.number && isBlank(value)) continue;
    for (const { index, column, covered } of coveredCells(range, byNumber, names)) {
      if (index > range.left || isBlank(value) || counts.includes(column)) {
        warnings.push(readAsBlank(range.reference, covered, column));
        continue;
      }
      spread.push({ column, reference: range.reference });
      for (const row of covered) byNumber.set(row.number, withValue(row, index, value));
    }
  }
  const notes = [...Map.groupBy(spread, ({ column }) => column)].map(([column, ranges]) =>
    spreadOver(
      ranges.map(({ reference }) => reference),
      column,
    ),
  );
  return {
    rows: rows.map(({ number }) => byNumber.get(number)!),
    warnings: [...notes, ...warnings],
  };
}

/** Returns the data rows that a range covers in each known column, except for its top left cell. */
function coveredCells<Name extends string>(
  { top, bottom, left, right }: MergedRange,
  rows: ReadonlyMap<number, SheetRow>,
  names: ReadonlyMap<number, Name>,
): { index: number; column: Name; covered: SheetRow[] }[] {
  const inRange: SheetRow[] = [];
  for (let number = top; number <= bottom; number++) {
    const row = rows.get(number);
    if (row) inRange.push(row);
  }
  return [...names].flatMap(([index, column]) => {
    if (index < left || index > right) return [];
    const covered = index === left ? inRange.filter(({ number }) => number > top) : inRange;
    return covered.length === 0 ? [] : [{ index, column, covered }];
  });
}

function withValue(row: SheetRow, index: number, value: Cell): SheetRow {
  const length = Math.max(row.cells.length, index + 1);
  const cells = Array.from({ length }, (_, at) =>
    at === index ? value : (row.cells[at] ?? EMPTY),
  );
  return { ...row, cells };
}

function spreadOver(references: readonly string[], column: string): TableWarning {
  return {
    code: 'MERGED_VALUE',
    message: `${column}: ${listed(references)} are merged; the value counts for each of their rows.`,
    column,
  };
}

function readAsBlank(reference: string, rows: readonly SheetRow[], column: string): TableWarning {
  const numbers = rows.map(({ number }) => number);
  const named =
    numbers.length === 1 ? `row ${numbers[0]} is` : `rows ${listed(numbers.map(String))} are`;
  return {
    code: 'MERGED_BLANK',
    message: `${reference} are merged; ${column} of ${named} read as blank.`,
    row: numbers[0]!,
    column,
  };
}

function listed(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0]!;
  const named = texts.slice(0, texts.length > MAX_NAMED ? MAX_NAMED : -1);
  const last = texts.length > MAX_NAMED ? `${texts.length - MAX_NAMED} more` : texts.at(-1);
  return `${named.join(', ')} and ${last}`;
}
