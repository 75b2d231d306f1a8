import { GENERAL, type NumberFormat } from '#api/spreadsheets/reading/number-format.ts';
import { dayOfSerial } from '#api/spreadsheets/serials.ts';
import {
  EMPTY,
  SEVERAL_VALUES,
  type Cell,
  type NumberCell,
  type ReadLimits,
  type TextCell,
} from '#api/spreadsheets/sheet.ts';
import { fileRefused } from '#api/spreadsheets/spreadsheet-error.ts';

/**
 * Maximum length of a cell's text in the file. A cell holds 32,767 characters, but escapes make it
 * longer.
 */
export const MAX_WRITTEN_TEXT = 100_000;

/** Builds cells one after another from type, style and text. */
export class CellBuilder {
  readonly #styles: readonly NumberFormat[];
  readonly #date1904: boolean;
  readonly #limits: ReadLimits;
  /** Cells waiting for their shared string. Cells with the same string are one object. */
  readonly shared = new Map<number, { cell: TextCell; uses: number }>();
  #characters = 0;
  #type = 'n';
  #style = 0;
  /** Parts of the cell: its value, and text that stands in the cell itself. */
  #parts: { v?: string; is?: string } = {};
  #part: 'v' | 'is' | null = null;
  #text = '';
  #severalValues = false;
  #formula = false;

  constructor(styles: readonly NumberFormat[], date1904: boolean, limits: ReadLimits) {
    this.#styles = styles;
    this.#date1904 = date1904;
    this.#limits = limits;
  }

  begin(type: string, style: number): void {
    this.#type = type;
    this.#style = style;
    this.#parts = {};
    this.#part = null;
    this.#severalValues = false;
    this.#formula = false;
  }

  /** Begins a part. A cell holds one of each (ECMA-376 part 1, 18.3.1.4). */
  beginPart(part: 'v' | 'is'): void {
    this.#endPart();
    this.#part = part;
    this.#text = '';
  }

  #endPart(): void {
    if (this.#part === null) return;
    const earlier = this.#parts[this.#part];
    if (earlier !== undefined && earlier !== this.#text) this.#severalValues = true;
    this.#parts[this.#part] = this.#text;
    this.#part = null;
  }

  isFormula(): void {
    this.#formula = true;
  }

  append(text: string): void {
    this.#text += text;
    if (this.#text.length > MAX_WRITTEN_TEXT)
      throw fileRefused('DAMAGED', 'The text of one cell is too long.');
  }

  end(): Cell {
    this.#endPart();
    if (this.#severalValues) return SEVERAL_VALUES;
    const { v: value = '', is: inline } = this.#parts;
    // Some programs write both. Text of the cell counts for its type only, or without a value.
    if (inline !== undefined && (this.#type === 'inlineStr' || value === ''))
      return this.#textCell(inline);
    if (this.#type === 'inlineStr' || this.#type === 'str') return this.#textCell(value);
    if (value === '') return this.#formula ? { kind: 'error', error: '#FORMULA' } : EMPTY;
    if (this.#type === 's') return this.#shared(value);
    if (this.#type === 'b') return { kind: 'boolean', boolean: value === '1' || value === 'true' };
    if (this.#type === 'e') return { kind: 'error', error: value.slice(0, 40) };
    return this.#type === 'd' ? isoDate(value) : this.#number(value);
  }

  #textCell(written: string): Cell {
    const text = unescaped(written);
    this.#count(text.length);
    return text === '' ? EMPTY : { kind: 'text', text };
  }

  #shared(value: string): Cell {
    const index = Number(value);
    if (!Number.isInteger(index) || index < 0)
      throw fileRefused('DAMAGED', 'A shared string has no number.');
    const known = this.shared.get(index);
    if (known) {
      known.uses++;
      return known.cell;
    }
    const cell: TextCell = { kind: 'text', text: '' };
    this.shared.set(index, { cell, uses: 1 });
    return cell;
  }

  /** Sets the text of the cells of one shared string. */
  resolve(index: number, written: string): void {
    const waiting = this.shared.get(index);
    if (!waiting) return;
    waiting.cell.text = unescaped(written);
    this.#count(waiting.cell.text.length * waiting.uses);
    this.shared.delete(index);
  }

  #number(value: string): Cell {
    const number = Number(value);
    if (!Number.isFinite(number))
      throw fileRefused('DAMAGED', `${value.slice(0, 40)} is not a number.`);
    const format = this.#styles[this.#style] ?? GENERAL;
    if (format.kind === 'date') {
      const date = dayOfSerial(number, this.#date1904);
      if (date) return { kind: 'date', ...date };
    }
    return numberCell(number, format);
  }

  /**
   * Counts characters, because many cells may refer to one text and together exceed the size of the
   * file.
   */
  #count(characters: number): void {
    this.#characters += characters;
    if (this.#characters > this.#limits.textCharacters)
      throw fileRefused('UNPACKS_TOO_LARGE', 'The cells hold too much text.');
  }
}

function numberCell(number: number, format: NumberFormat): NumberCell {
  const digits = decimalDigits(number);
  const text =
    format.zeroPad > digits.length && /^\d+$/.test(digits)
      ? digits.padStart(format.zeroPad, '0')
      : digits;
  return { kind: 'number', number, text, percent: format.kind === 'percent' };
}

/** Returns the shortest decimal notation of a number, without an exponent. */
export function decimalDigits(number: number): string {
  const shortest = String(Object.is(number, -0) ? 0 : number);
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(shortest);
  if (!match) return shortest;
  const [, sign = '', whole = '', fraction = '', exponent = ''] = match;
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length
    ? sign + digits.padEnd(point, '0')
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Parses ISO 8601 dates, which strict files may contain. */
function isoDate(value: string): Cell {
  const match = /^(\d{4}-\d{2}-\d{2})?T?(\d{2}:\d{2}(?::\d{2})?)?/.exec(value);
  if (!match?.[1] && !match?.[2]) return { kind: 'text', text: value };
  const time = match[2] === undefined ? null : match[2].padEnd(8, ':00');
  return { kind: 'date', day: match[1] ?? null, time: time === '00:00:00' ? null : time };
}

/**
 * Decodes `_x000D_`, the escape for characters that XML cannot contain (ECMA-376 part 1,
 * 22.9.2.19).
 */
function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}
