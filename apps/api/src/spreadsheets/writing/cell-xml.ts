import { toDecimal } from '@pos/contract/values/decimals';
import { toSerial } from '#api/spreadsheets/serials.ts';
import { kindStyle } from '#api/spreadsheets/writing/styles-xml.ts';
import type { ColumnKind, WrittenValue } from '#api/spreadsheets/writing/written.ts';

/** Maximum text of one cell in Excel. */
const MAX_CELL_TEXT = 32_767;
const NEEDS_CARE = /[&<>"\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]|_x[0-9A-Fa-f]{4}_/;

/**
 * Escapes text for XML: removes characters that XML cannot contain and keeps `_x0041_` from being
 * read as an escape.
 */
export function escapeXml(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Writes a text cell, which is never a formula, whatever its first character. */
export function textCell(reference: string, style: number, text: string): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, MAX_CELL_TEXT))}</t></is></c>`;
}

export function numberCell(reference: string, style: number, number: number | string): string {
  return `<c r="${reference}" s="${style}"><v>${number}</v></c>`;
}

/** Writes the cell of a value; an empty string if it is blank. */
export function valueCell(
  reference: string,
  columnKind: ColumnKind,
  written: WrittenValue | undefined,
  bold: boolean,
): string {
  const own = typeof written === 'object' && written !== null;
  const kind = own ? written.kind : columnKind;
  const value = own ? written.value : written;
  if (value === null || value === undefined) return '';
  const style = kindStyle(kind, bold);
  if (typeof value === 'number') return numberCell(reference, style, numberText(kind, value));
  if (kind === 'date' || kind === 'datetime') {
    const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?))?$/.exec(value);
    if (match?.[1])
      return numberCell(
        reference,
        style,
        toSerial(match[1], kind === 'datetime' ? (match[2] ?? '00:00') : undefined),
      );
  }
  return textCell(reference, style, value);
}

/**
 * Converts cents and parts per million to decimals by moving the point in the digits, without
 * binary fractions.
 */
function numberText(kind: ColumnKind, value: number): string {
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${value} is not a whole number of its unit.`);
  if (kind === 'money') return toDecimal(value, 2);
  return kind === 'percent' ? toDecimal(value, 6) : String(value);
}
