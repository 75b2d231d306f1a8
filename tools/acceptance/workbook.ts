import { readSheet } from '@pos/api/spreadsheets/reading/read-sheet.ts';
import type { Cell } from '@pos/api/spreadsheets/sheet.ts';

/**
 * First sheet of a report as read by the product's own reader: header, and rows by column with
 * values as in the JSON.
 */
export type ReportSheet = {
  rows: Map<string, string | number | null>[];
  totals: Map<string, string | number | null> | undefined;
};

/** Columns of counts; all other numbers are dollars and become cents. */
const COUNTS = new Set([
  'Orders',
  'Units',
  'Qty sold',
  'Qty refunded',
  'Net qty',
  'Sent',
  'On hand',
]);

/** Reads a report's file; the header is the first row that starts with this column. */
export async function readReportSheet(
  bytes: Uint8Array,
  firstColumn: string,
): Promise<ReportSheet> {
  const sheet = await readSheet(bytes);
  const header = sheet.rows.findIndex((row) => textOf(row.cells[0]) === firstColumn);
  if (header < 0) throw new Error(`The file has no header that starts with "${firstColumn}".`);
  const columns = (sheet.rows[header]?.cells ?? []).map(textOf);
  const rows = sheet.rows
    .slice(header + 1)
    .map(
      ({ cells }) =>
        new Map(columns.map((column, index) => [column, valueOf(column, cells[index])])),
    );
  const isTotal = (row: ReportSheet['rows'][number]) => row.get(firstColumn) === 'Total';
  return {
    rows: rows.filter((row) => !isTotal(row) && row.get(firstColumn) !== 'Subtotal'),
    totals: rows.find(isTotal),
  };
}

/**
 * Reads the sales summary: figures of the total column by label, which also tells money from
 * counts.
 */
export async function readSummarySheet(bytes: Uint8Array): Promise<Map<string, Cell>> {
  const sheet = await readSheet(bytes);
  const header = sheet.rows.find((row) => textOf(row.cells[0]) === 'Figure');
  const total = header?.cells.findLastIndex((cell) => textOf(cell) === 'Total') ?? -1;
  if (!header || total < 0) throw new Error('The sales summary has no column "Total".');
  return new Map(
    sheet.rows
      .filter((row) => row.number > header.number)
      .flatMap((row) => {
        const cell = row.cells[total];
        return cell ? [[textOf(row.cells[0]), cell] as const] : [];
      }),
  );
}

/** Returns the cents of a money cell from its digits, without binary rounding. */
export function cellCents(cell: Cell | undefined): number | null {
  if (cell?.kind !== 'number') return null;
  const [, sign = '', dollars = '', cents = '', rest = ''] =
    /^(-?)(\d+)(?:\.(\d{1,2})(\d*))?$/.exec(cell.text) ?? [];
  if (dollars === '' || /[1-9]/.test(rest)) return null;
  return Number(`${sign}${dollars}${cents.padEnd(2, '0')}`);
}

function valueOf(column: string, cell: Cell | undefined): string | number | null {
  if (cell?.kind === 'number' && COUNTS.has(column)) return cell.number;
  if (cell?.kind === 'number' && !cell.percent) return cellCents(cell);
  if (cell?.kind === 'date') return cell.day;
  return cell?.kind === 'text' ? cell.text : null;
}

function textOf(cell: Cell | undefined): string {
  return cell?.kind === 'text' ? cell.text : '';
}
