import {
  INK,
  PADDING,
  type PrintedTable,
  type TableDocument,
  TimeSlice,
  columnWidth,
} from './table-document.ts';
import type { Type } from './type.ts';
import { type Style } from './type.ts';

/**
 * Font sizes for tables, in points. The largest size that fits is used. A table too wide for the
 * smallest is printed in parts, each with the table's first columns.
 */
const SIZES = [8.5, 8, 7.5, 7, 6.5];
/** Minimum width of a text column, in multiples of the font size. */
const NARROWEST_TEXT = 6;

/** One part of a table: its columns, their widths and the font size. */
export type Part = { columns: number[]; widths: number[]; size: number };

export type TableParts = ReadonlyMap<PrintedTable, readonly Part[]>;

/** The parts of every table; to measure a long one takes its time, in which others have theirs. */
export async function partsOfTables(document: TableDocument, type: Type): Promise<TableParts> {
  const parts = new Map<PrintedTable, Part[]>();
  for (const table of document.tables)
    parts.set(table, toParts(table, columnWidth(document), await measured(table, type)));
  return parts;
}

/** Returns the table in the largest size that fits, or in the smallest size and as few parts as possible. */
function toParts(table: PrintedTable, width: number, widths: readonly Widest[]): Part[] {
  const all = table.columns.map((_, index) => index);
  for (const size of SIZES) {
    const needs = getNeeds(table, size, widths);
    // Dense tables would rather be small than have rows of several lines.
    const isLast = size === SIZES.at(-1);
    const room = sum(needs.map(({ least, most }) => (table.isDense && !isLast ? most : least)));
    if (room <= width) return [fitted(all, needs, width, size)];
  }
  const size = SIZES[1]!;
  const needs = getNeeds(table, size, widths);
  const keys = all.slice(0, table.keyColumns);
  const keyWidth = sum(keys.map((index) => needs[index]!.least));
  const parts: number[][] = [];
  let left = 0;
  for (const index of all.slice(table.keyColumns)) {
    const { least } = needs[index]!;
    if (parts.length === 0 || least > left) {
      parts.push([...keys]);
      left = width - keyWidth;
    }
    parts.at(-1)!.push(index);
    left -= least;
  }
  return parts.map((columns) =>
    fitted(
      columns,
      columns.map((index) => needs[index]!),
      width,
      size,
    ),
  );
}

/** Minimum and preferred width of a column. */
type Need = { least: number; most: number };

/** Returns the widths of a column's widest heading word, cell and code (`isCode`), at size 1. */
type Widest = { heading: number; cell: number; code: number };

async function measured({ columns, rows }: PrintedTable, type: Type): Promise<Widest[]> {
  const regular: Style = { size: 1, weight: 'regular', color: INK };
  const bold: Style = { ...regular, weight: 'semibold' };
  const widest = columns.map(({ label }) => ({
    heading: Math.max(...label.split(' ').map((word) => type.width(word, bold))),
    cell: 0,
    code: 0,
  }));
  const slice = new TimeSlice();
  for (const row of rows) {
    if (slice.isOver) await slice.next();
    const [cells, style] =
      'heading' in row ? [row.sums, bold] : [row.cells, row.bold ? bold : regular];
    if (!cells) continue;
    for (const [index, column] of widest.entries()) {
      const text = cells[index] ?? '';
      column.cell = Math.max(column.cell, type.width(text, style));
      if (columns[index]!.kind === 'text')
        column.code = Math.max(column.code, type.widestCode(text, style));
    }
  }
  return widest;
}

function getNeeds({ columns }: PrintedTable, size: number, widths: readonly Widest[]): Need[] {
  return columns.map(({ kind }, index) => {
    if (kind === 'checkbox') return { least: size + 2 * PADDING, most: size + 2 * PADDING };
    const { heading, cell, code } = widths[index]!;
    const least = kind === 'number' ? cell : Math.max(code, Math.min(cell, NARROWEST_TEXT));
    return {
      least: Math.max(least, heading) * size + 2 * PADDING + 1,
      most: Math.max(cell, heading) * size + 2 * PADDING + 1,
    };
  });
}

/**
 * Distributes the remaining width among the columns that need more, in proportion. A table is never
 * wider than it needs to be.
 */
function fitted(columns: number[], needs: readonly Need[], width: number, size: number): Part {
  const wants = sum(needs.map(({ least, most }) => most - least));
  const share =
    wants === 0 ? 0 : Math.min(1, (width - sum(needs.map(({ least }) => least))) / wants);
  return { columns, widths: needs.map(({ least, most }) => least + (most - least) * share), size };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
