import type { FieldErrors } from '@pos/contract/errors';
import type { RowMessage } from '@pos/contract/imports/uploads';
import type { UploadColumns } from '@pos/contract/upload-column';
import type { CellProblem } from '#api/spreadsheets/cells/parsed.ts';
import { shortened } from '#api/spreadsheets/cells/text.ts';

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

/** Returns the column that fills a field, or the first. */
export function columnFor<Columns extends UploadColumns>(
  columns: Columns,
  field: string,
): keyof Columns & string {
  const names = Object.keys(columns) as (keyof Columns & string)[];
  return names.find((name) => columns[name]?.field === field) ?? names[0]!;
}

/** Refuses fields of a row at their columns. */
export function refuseFields<Columns extends UploadColumns>(
  row: ReadRow<keyof Columns & string>,
  columns: Columns,
  code: string,
  errors: FieldErrors,
): void {
  for (const [field, message] of Object.entries(errors))
    refuse(row, columnFor(columns, field), code, message);
}

/** Refuses the blank cells of a row that adds `record`, where a file must have the column. */
export function refuseBlanks<Columns extends UploadColumns>(
  row: ReadRow<keyof Columns & string>,
  columns: Columns,
  record: string,
): void {
  for (const [name, column] of Object.entries(columns))
    if (column.required && column.filled && row.values[name] === undefined)
      refuse(row, name, 'REQUIRED', `${name} is required for a new ${record}.`);
}

/** Refuses a row whose key an earlier row has, and remembers the first row of each key. */
export function refuseRepeated<Column extends string>(
  row: ReadRow<Column>,
  column: Column,
  key: string | undefined,
  firstRows: Map<string, number>,
): void {
  if (key === undefined) return;
  const earlier = firstRows.get(key);
  if (earlier === undefined) firstRows.set(key, row.number);
  else refuse(row, column, 'DUPLICATE', `Duplicate of row ${earlier}.`);
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
