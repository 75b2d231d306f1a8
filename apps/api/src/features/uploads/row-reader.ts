import type { RowMessage } from '@pos/contract/uploads';
import type { CellProblem, Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, isBlank, parseText, shortened } from '#api/spreadsheets/cells/text.ts';
import type { TableRow } from '#api/spreadsheets/table.ts';

/** One row of a file: the cell values (blank ones omitted), errors and warnings. */
export type ReadRow<Column extends string> = {
  /** Row number in Excel. */
  number: number;
  values: Partial<Record<Column, string>>;
  errors: RowMessage[];
  warnings: RowMessage[];
};

/** Builds a message about one cell of a row. */
export function messageAt<Column extends string>(
  row: Pick<ReadRow<Column>, 'number' | 'values'>,
  column: Column,
  { code, message, suggestion }: CellProblem,
): RowMessage {
  return {
    row: row.number,
    column,
    value: shortened(row.values[column] ?? '', 100),
    code,
    message,
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** Adds an error to a row. */
export function refuse<Column extends string>(
  row: ReadRow<Column>,
  column: Column,
  code: string,
  message: string,
): void {
  row.errors.push(messageAt(row, column, { code, message }));
}

/** Adds a warning to a row. */
export function warn<Column extends string>(
  row: ReadRow<Column>,
  column: Column,
  code: string,
  message: string,
): void {
  row.warnings.push(messageAt(row, column, { code, message }));
}

/** Turns the warnings of a code into errors. Returns true if there were any. */
export function refuseWarned(row: ReadRow<string>, code: string): boolean {
  const warned = row.warnings.filter((warning) => warning.code === code);
  row.warnings = row.warnings.filter((warning) => warning.code !== code);
  row.errors.push(...warned);
  return warned.length > 0;
}

/**
 * Reads the cells of one row. Undefined: the cell is invalid, and `row.errors` tells why. Null: the
 * cell is blank, which is allowed. `shown` writes a value as it will be stored, for the preview.
 */
export function rowReader<Column extends string>(
  { number, cells }: TableRow<Column>,
  columns: readonly Column[],
) {
  const values: Partial<Record<Column, string>> = {};
  for (const column of columns) {
    if (!isBlank(cells[column])) values[column] = cellText(cells[column]);
  }
  const row: ReadRow<Column> = { number, values, errors: [], warnings: [] };
  const take = <Value>(
    column: Column,
    parsed: Parsed<Value>,
    shown?: (value: Value) => string,
  ): Value | undefined => {
    if ('error' in parsed) {
      row.errors.push(messageAt(row, column, parsed.error));
      return undefined;
    }
    if (parsed.warning) row.warnings.push(messageAt(row, column, parsed.warning));
    if (shown) row.values[column] = shown(parsed.value);
    return parsed.value;
  };
  const optional = <Value>(
    column: Column,
    parse: () => Parsed<Value>,
    shown?: (value: Value) => string,
  ): Value | null | undefined => (isBlank(cells[column]) ? null : take(column, parse(), shown));
  return {
    row,
    cells,
    take,
    optional,
    text: (column: Column, max: number) =>
      optional(column, () => parseText(cells[column], column, { max })),
  };
}
