import { readSheet } from '@pos/api/spreadsheets/reading/read-sheet.ts';
import type { Cell } from '@pos/api/spreadsheets/sheet.ts';

/** Reads the file of a sales summary: the amounts of its total column in cents, by label. */
export async function readSummarySheet(bytes: Uint8Array): Promise<Map<string, number | null>> {
  const { rows } = await readSheet(bytes);
  const header = rows.find(({ cells }) => textOf(cells[0]) === 'Figure');
  const total = header?.cells.findLastIndex((cell) => textOf(cell) === 'Total') ?? -1;
  if (!header || total < 0) throw new Error('The sales summary has no column "Total".');
  return new Map(
    rows
      .filter(({ number }) => number > header.number)
      .map(({ cells }) => [textOf(cells[0]), centsOf(cells[total])]),
  );
}

/** Returns the cents of a money cell from its digits, without binary rounding. */
function centsOf(cell: Cell | undefined): number | null {
  if (cell?.kind !== 'number') return null;
  const [, sign = '', dollars = '', cents = '', rest = ''] =
    /^(-?)(\d+)(?:\.(\d{1,2})(\d*))?$/.exec(cell.text) ?? [];
  if (dollars === '' || /[1-9]/.test(rest)) return null;
  return Number(`${sign}${dollars}${cents.padEnd(2, '0')}`);
}

function textOf(cell: Cell | undefined): string {
  return cell?.kind === 'text' ? cell.text : '';
}
