import type { CellBuilder } from '#api/spreadsheets/reading/cell-builder.ts';
import { isTrue, type XmlHandler } from '#api/spreadsheets/reading/xml.ts';
import {
  EMPTY,
  SEVERAL_VALUES,
  type MergedRange,
  type ReadLimits,
  type SheetRow,
} from '#api/spreadsheets/sheet.ts';
import { fileRefused, tooManyColumns, tooManyRows } from '#api/spreadsheets/spreadsheet-error.ts';

const LAST_ROW = 1_048_576;
/** Rows allowed besides data: lines above the header, the header itself and the total. */
const ROWS_AROUND_THE_DATA = 11;

/** Collects the rows of a worksheet part while it is streamed. */
export class SheetData implements XmlHandler {
  readonly rows: SheetRow[] = [];
  readonly #merged: string[] = [];
  readonly #limits: ReadLimits;
  readonly #cells: CellBuilder;
  #row: SheetRow = { number: 0, hidden: false, cells: [] };
  #column = -1;
  #inData = false;
  #inCell = false;
  #inInline = false;
  #capturing = false;
  #phonetic = 0;

  constructor(limits: ReadLimits, cells: CellBuilder) {
    this.#limits = limits;
    this.#cells = cells;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'sheetData') this.#inData = true;
    else if (name === 'mergeCell') this.#merge(attributes['ref'] ?? '');
    else if (!this.#inData) return;
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'c') this.#openCell(attributes);
    else if (!this.#inCell) return;
    else if (name === 'v') this.#capture('v');
    else if (name === 't') this.#capture(this.#inInline ? null : 'is');
    else if (name === 'is') {
      this.#inInline = true;
      this.#cells.beginPart('is');
    } else if (name === 'f') this.#cells.isFormula();
    else if (name === 'rPh') this.#phonetic++;
  }

  text(text: string): void {
    if (this.#capturing && this.#phonetic === 0) this.#cells.append(text);
  }

  close(name: string): void {
    if (name === 'sheetData') this.#inData = false;
    else if (!this.#inData) return;
    else if (name === 'v' || name === 't') this.#capturing = false;
    else if (name === 'is') this.#inInline = false;
    else if (name === 'rPh') this.#phonetic--;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  /** Begins the text of a part, or goes on with the part that is open. */
  #capture(part: 'v' | 'is' | null): void {
    this.#capturing = true;
    if (part !== null) this.#cells.beginPart(part);
  }

  #openRow(attributes: Record<string, string>): void {
    const number = attributes['r'] === undefined ? this.#row.number + 1 : Number(attributes['r']);
    if (!Number.isInteger(number) || number <= this.#row.number || number > LAST_ROW)
      throw fileRefused('DAMAGED', 'Rows are out of order.');
    this.#row = { number, hidden: isTrue(attributes['hidden']), cells: [] };
    this.#column = -1;
  }

  #openCell(attributes: Record<string, string>): void {
    this.#column = attributes['r'] === undefined ? this.#column + 1 : columnIndex(attributes['r']);
    this.#inCell = true;
    this.#cells.begin(
      attributes['t'] ?? 'n',
      attributes['s'] === undefined ? 0 : Number(attributes['s']),
    );
  }

  #closeCell(): void {
    this.#inCell = false;
    const cell = this.#cells.end();
    if (cell.kind === 'empty') return;
    if (this.#column >= this.#limits.columns) throw tooManyColumns(this.#limits.columns);
    const { cells } = this.#row;
    while (cells.length < this.#column) cells.push(EMPTY);
    const isTaken = (cells[this.#column] ?? EMPTY).kind !== 'empty';
    cells[this.#column] = isTaken ? SEVERAL_VALUES : cell;
  }

  #closeRow(): void {
    if (this.#row.cells.length === 0) return;
    this.rows.push(this.#row);
    if (this.rows.length > this.#limits.rows + ROWS_AROUND_THE_DATA)
      throw tooManyRows(this.#limits.rows);
  }

  #merge(range: string): void {
    this.#merged.push(range);
    if (this.#merged.length > this.#limits.rows * 5)
      throw fileRefused('UNPACKS_TOO_LARGE', 'Too many merged ranges.');
  }

  /**
   * Clears merged ranges except for the top left value, and returns the ranges. Values that some
   * programs leave in the other cells are invisible.
   */
  clearMerged(): MergedRange[] {
    const merged: MergedRange[] = [];
    const byNumber = new Map(this.rows.map((row) => [row.number, row]));
    const lastRow = this.rows.at(-1)?.number ?? 0;
    let visited = 0;
    for (const range of this.#merged) {
      const match = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(range.replaceAll('$', ''));
      if (!match) continue;
      const [left, right, top] = [
        columnIndex(match[1] ?? ''),
        columnIndex(match[3] ?? ''),
        Number(match[2]),
      ];
      const bottom = Math.min(Number(match[4]), lastRow);
      merged.push({ reference: match[0], top, bottom, left, right });
      for (let number = top; number <= bottom; number++) {
        if (++visited > LAST_ROW * 2) throw fileRefused('DAMAGED', 'Merged ranges overlap.');
        const cells = byNumber.get(number)?.cells ?? [];
        for (let column = left; column <= right && column < cells.length; column++) {
          if (number !== top || column !== left) cells[column] = EMPTY;
        }
      }
    }
    return merged;
  }
}

/**
 * Converts the letters of a reference to an index: 0 for `A7`, 26 for `AA1`. Stops at the first
 * non-letter.
 */
function columnIndex(reference: string): number {
  let index = 0;
  for (let at = 0; at < reference.length && at < 8; at++) {
    const letter = reference.charCodeAt(at);
    if (letter < 65 || letter > 90) break;
    index = index * 26 + letter - 64;
  }
  if (index === 0) throw fileRefused('DAMAGED', `${reference.slice(0, 20)} is not a cell.`);
  return index - 1;
}
