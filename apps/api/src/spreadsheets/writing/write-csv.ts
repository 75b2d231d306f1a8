import { PIECE } from '#api/spreadsheets/writing/worksheet-xml.ts';
import type { ColumnKind, WrittenSheet, WrittenValue } from '#api/spreadsheets/writing/written.ts';

/** What a spreadsheet program takes for the beginning of a formula, full-width variants included (trust.md T16). */
const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/;

/**
 * A sheet's header and rows as CSV (RFC 4180, UTF-8 with a mark that Excel knows it by), in pieces. Amounts are plain
 * decimals, percents too; a text that could be read as a formula gets an apostrophe in front (a dash alone is none), and the digits of an ISBN stand in
 * quotes, so that programs that tell the two apart keep them as text. Title lines and totals stay out. Further sheets follow under headers of
 * their own, each after an empty line.
 */
export async function* csvChunks(
  ...sheets: readonly Pick<WrittenSheet, 'columns' | 'rows'>[]
): AsyncGenerator<string> {
  yield '\uFEFF';
  for (const [index, sheet] of sheets.entries()) {
    if (index > 0) yield '\r\n';
    yield* sheetChunks(sheet);
  }
}

async function* sheetChunks({
  columns,
  rows,
}: Pick<WrittenSheet, 'columns' | 'rows'>): AsyncGenerator<string> {
  let piece = `${columns.map(({ header }) => textField(header)).join(',')}\r\n`;
  for await (const row of rows) {
    const cells = 'cells' in row ? row.cells : row;
    piece += `${columns.map(({ kind }, index) => field(kind, cells[index])).join(',')}\r\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function field(columnKind: ColumnKind, written: WrittenValue | undefined): string {
  const own = typeof written === 'object' && written !== null;
  const kind = own ? written.kind : columnKind;
  const value = own ? written.value : written;
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' && kind === 'isbn' && /^\d+$/.test(value)) return `"${value}"`;
  if (typeof value === 'string')
    return textField(kind === 'datetime' ? value.replace('T', ' ') : value);
  if (kind === 'money') return moved(value, 2);
  return kind === 'percent' ? `${moved(value, 4)}%` : String(value);
}

function textField(text: string): string {
  const harmless = FORMULA.test(text) && text !== '-' ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The point is moved in the digits, so that no binary fraction gets in between. */
function moved(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
