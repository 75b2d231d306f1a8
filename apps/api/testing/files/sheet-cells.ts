import { EMPTY, type Cell } from '#api/spreadsheets/sheet.ts';

/** Cells and rows as they are compared: numbers, dollars, texts. */

export type Table = { headers: readonly string[]; rows: readonly Value[][]; inAnyOrder?: boolean };

export type Value = string | number | null;

export function tableDifferences(
  headers: readonly string[],
  found: readonly Value[][],
  expected: readonly Value[][],
  inAnyOrder = false,
): string[] {
  if (found.length !== expected.length)
    return [`The file has ${found.length} rows, the report ${expected.length}.`];
  const order = (rows: readonly Value[][]) =>
    inAnyOrder
      ? [...rows].sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
      : rows;
  const [files, reports] = [order(found), order(expected)];
  return reports.flatMap((row, index) =>
    row.flatMap((value, column) =>
      same(files[index]?.[column] ?? null, value)
        ? []
        : [
            `Row ${index + 1}, ${headers[column]}: ${files[index]?.[column]} in the file, ${value} in the report.`,
          ],
    ),
  );
}

export function dollars(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

export function cellValue(cell: Cell = EMPTY): Value {
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'number':
      return cell.number;
    case 'date':
      return cell.day;
    case 'empty':
      return null;
    case 'boolean':
      return String(cell.boolean);
    case 'error':
      return cell.error;
  }
}

/** A text cell in place of a number is a difference, even with the same digits. */
export function same(found: Value, expected: Value): boolean {
  return typeof found === 'number' && typeof expected === 'number'
    ? Math.abs(found - expected) < 0.001
    : found === expected;
}
