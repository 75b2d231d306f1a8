import type { UploadFields } from '@pos/contract/imports/uploads';
import { invalid } from '#api/http/failure.ts';
import { headerKey, type ColumnMapping, type ColumnRule } from '#api/spreadsheets/header.ts';
import { EMPTY, type Cell, type Sheet, type SheetRow } from '#api/spreadsheets/sheet.ts';
import { fileRefused } from '#api/spreadsheets/spreadsheet-error.ts';
import { readTable, type Table, type TableRow } from '#api/spreadsheets/table.ts';

/**
 * Reads the rows of an upload by the known columns, with the user's column mapping and cell
 * corrections applied. `sheet` is the file with the same values, for the error file. Throws
 * `SpreadsheetError` if the sheet is no such table; refuses corrections and mappings that refer to
 * nothing.
 */
export function readUpload<Name extends string>(
  file: Sheet,
  columns: readonly ColumnRule<Name>[],
  { mapping, fixes = [] }: Pick<UploadFields, 'mapping' | 'fixes'>,
): { table: Table<Name>; sheet: Sheet } {
  const table = readTable(file, columns, mapping && columnMapping(mapping, columns));
  const { sheet } = table;
  if (table.rows.length === 0) throw fileRefused('NO_ROWS');
  if (fixes.length === 0) return { table, sheet };
  const tableRows = new Map(table.rows.map((row) => [row.number, row]));
  const sheetRows = new Map(sheet.rows.map((row) => [row.number, row]));
  fixes.forEach(({ row: number, column, value }, at) => {
    const name = columnNamed(column, columns);
    const [tableRow, sheetRow] = [tableRows.get(number), sheetRows.get(number)];
    if (!name) throw invalid({ [`fixes.${at}.column`]: `The column "${column}" does not exist.` });
    if (!tableRow || !sheetRow)
      throw invalid({ [`fixes.${at}.row`]: `The file does not have a row ${number}.` });
    const cell: Cell = value.trim() === '' ? EMPTY : { kind: 'text', text: value };
    tableRows.set(number, withCell(tableRow, name, cell));
    const index = table.header.headers.find((header) => header.column === name)?.index;
    if (index !== undefined) sheetRows.set(number, withIndex(sheetRow, index, cell));
  });
  return {
    table: { ...table, rows: [...tableRows.values()] },
    sheet: { ...sheet, rows: [...sheetRows.values()] },
  };
}

function columnNamed<Name extends string>(
  text: string,
  columns: readonly ColumnRule<Name>[],
): Name | undefined {
  return columns.find(({ name }) => headerKey(name) === headerKey(text))?.name;
}

function columnMapping<Name extends string>(
  mapping: NonNullable<UploadFields['mapping']>,
  columns: readonly ColumnRule<Name>[],
): ColumnMapping<Name> {
  return Object.fromEntries(
    Object.entries(mapping).map(([header, column]) => {
      const name = column === null || column === '' ? null : columnNamed(column, columns);
      if (name === undefined) throw invalid({ mapping: `The column "${column}" does not exist.` });
      return [header, name];
    }),
  );
}

function withCell<Name extends string>(
  row: TableRow<Name>,
  name: Name,
  cell: Cell,
): TableRow<Name> {
  return { ...row, cells: { ...row.cells, [name]: cell } };
}

function withIndex(row: SheetRow, index: number, cell: Cell): SheetRow {
  const cells = Array.from(
    { length: Math.max(row.cells.length, index + 1) },
    (_, at) => row.cells[at] ?? EMPTY,
  );
  cells[index] = cell;
  return { ...row, cells };
}
