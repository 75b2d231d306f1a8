import { toDecimal } from '@pos/contract/values/decimals';
import { PIECE } from '#api/spreadsheets/writing/worksheet-xml.ts';
import type { ColumnKind, WrittenSheet, WrittenValue } from '#api/spreadsheets/writing/written.ts';

/**
 * Characters that spreadsheet programs read as the start of a formula, including full-width
 * variants (trust.md T16).
 */
const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/;

/**
 * Writes the header and rows of sheets as CSV in chunks (RFC 4180, UTF-8 with a byte order mark for
 * Excel). Amounts and percents are plain decimals. A text that could be read as a formula gets a
 * leading apostrophe (a single dash does not), and the digits of an ISBN are quoted, so that
 * programs that distinguish the two keep them as text. Title lines and totals are left out. Further
 * sheets follow with their own headers, each after an empty line.
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
  if (kind === 'money') return toDecimal(value, 2);
  return kind === 'percent' ? `${toDecimal(value, 4)}%` : String(value);
}

function textField(text: string): string {
  const harmless = FORMULA.test(text) && text !== '-' ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
