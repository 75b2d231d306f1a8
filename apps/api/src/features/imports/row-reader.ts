import type { RowMessage } from '@pos/contract/imports';
import type { CellProblem, Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, isBlank, parseText, shortened } from '#api/spreadsheets/cells/text.ts';
import type { TableRow } from '#api/spreadsheets/table.ts';

/** A row of a file as far as it is read: what its cells show (blank ones left out) and what is wrong with them. */
export type ReadRow<Column extends string> = {
  /** Excel's row number. */
  number: number;
  values: Partial<Record<Column, string>>;
  errors: RowMessage[];
  warnings: RowMessage[];
};

/** A message about one cell of a row. */
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

/** Reads the cells of one row. Undefined: the cell is wrong, `row.errors` say how. Null: it is blank and may be. */
export function rowReader<Column extends string>(
  { number, cells }: TableRow<Column>,
  columns: readonly Column[],
) {
  const values: Partial<Record<Column, string>> = {};
  for (const column of columns) {
    if (!isBlank(cells[column])) values[column] = cellText(cells[column]);
  }
  const row: ReadRow<Column> = { number, values, errors: [], warnings: [] };
  const take = <Value>(column: Column, parsed: Parsed<Value>): Value | undefined => {
    if ('error' in parsed) {
      row.errors.push(messageAt(row, column, parsed.error));
      return undefined;
    }
    if (parsed.warning) row.warnings.push(messageAt(row, column, parsed.warning));
    return parsed.value;
  };
  const optional = <Value>(column: Column, parse: () => Parsed<Value>): Value | null | undefined =>
    isBlank(cells[column]) ? null : take(column, parse());
  return {
    row,
    cells,
    take,
    optional,
    text: (column: Column, max: number) =>
      optional(column, () => parseText(cells[column], column, { max })),
  };
}
