import { type Part, sum, type TableParts } from './table-columns.ts';
import {
  pageBottom,
  headHeight,
  INK,
  MARGIN,
  PADDING,
  type PrintedTable,
  QUIET,
  type TableDocument,
  type TableRow,
  columnWidth,
} from './table-document.ts';
import type { Style, Type } from './type.ts';

/** Above and below the text of dense rows. */
const DENSE_PADDING = 1.5;
const LEADING = 1.28;

/** A thing to draw on the current page, or the start of a new one. Lengths in points from the top left. */
export type Step =
  | { page: true }
  | { text: string; x: number; y: number; width: number; right: boolean; style: Style }
  | { rule: number; x: number; width: number; heavy: boolean }
  | { box: number; x: number; y: number };

/** Top of the next row on its page; `y` is infinite before the first page. */
type Cursor = { y: number; readonly top: number; readonly bottom: number };

/** Yields every step in order, from the first page to the last. */
export function* layout(document: TableDocument, parts: TableParts, type: Type): Generator<Step> {
  const cursor: Cursor = {
    y: Number.POSITIVE_INFINITY,
    top: MARGIN + headHeight(document),
    bottom: pageBottom(document),
  };
  const page = { width: columnWidth(document), type, cursor };
  for (const table of document.tables)
    for (const [index, part] of (parts.get(table) ?? []).entries())
      yield* new PartLayout(table, part, page).steps(index > 0);
  if (cursor.y === Number.POSITIVE_INFINITY) yield { page: true };
}

type Cells = {
  cells: readonly (readonly string[])[];
  style: Style;
  bold: boolean;
  isHeading?: boolean;
  /** Space above the text, in points. */
  top?: number;
};
type HeadingRow = Extract<TableRow, { heading: string }>;
type PlacedRow = ReturnType<PartLayout['placed']>;
type PlacedHeading = Extract<PlacedRow, { heading: string }>;

/** Lays out one part of a table: its columns, at its size. */
class PartLayout {
  readonly #table: PrintedTable;
  readonly #part: Part;
  readonly #width: number;
  readonly #type: Type;
  readonly #cursor: Cursor;
  readonly #style: Style;
  readonly #bold: Style;
  /** Space above and below the text of a row. */
  readonly #padding: number;
  readonly #lineHeight: number;
  readonly #headings: Cells & { height: number };

  constructor(
    table: PrintedTable,
    part: Part,
    { width, type, cursor }: { width: number; type: Type; cursor: Cursor },
  ) {
    this.#table = table;
    this.#part = part;
    this.#width = width;
    this.#type = type;
    this.#cursor = cursor;
    this.#style = { size: part.size, weight: 'regular', color: INK };
    this.#bold = { ...this.#style, weight: 'semibold' };
    this.#padding = table.isDense ? DENSE_PADDING : PADDING;
    this.#lineHeight = part.size * LEADING;
    const labels = part.columns.map((index) => table.columns[index]!.label);
    const quiet: Style = { ...this.#bold, color: QUIET };
    this.#headings = { ...this.#wrappedRow(labels, quiet), bold: false, isHeading: true };
  }

  *steps(isContinued: boolean): Generator<Step> {
    const cursor = this.#cursor;
    const { name, rows, startsPage } = this.#table;
    const nameHeight = name === null ? 0 : 22;
    const needed = nameHeight + this.#headings.height + this.#heightAt(0) + 40;
    if (cursor.y > cursor.top && (startsPage || cursor.y + needed > cursor.bottom))
      yield* this.#newPage();
    if (name !== null) {
      const style: Style = { size: 11, weight: 'semibold', color: INK };
      yield this.#line(isContinued ? `${name}, continued to the right` : name, 4, style);
      cursor.y += nameHeight;
    }
    yield* this.#columnHeadings();
    let group: string | null = null;
    for (const [at, row] of rows.entries()) {
      const placed = this.placed(row);
      // A heading stays with the row after it.
      const kept = placed.height + ('heading' in placed ? this.#heightAt(at + 1) : 0);
      if (cursor.y + kept > cursor.bottom) {
        yield* this.#newPage();
        yield* this.#columnHeadings();
        yield* this.#groupAgain(group, placed);
      }
      if ('heading' in placed) {
        group = placed.heading;
        yield* this.#headingSteps(placed);
      } else yield* this.#cellSteps(placed);
      cursor.y += placed.height;
      if (!('heading' in placed) && !placed.bold) yield this.#rule(false);
    }
    cursor.y += 14;
  }

  /** A row with its text wrapped, and its height. */
  placed(row: TableRow) {
    if ('heading' in row) return this.#placedHeading(row);
    const texts = this.#part.columns.map((index) => row.cells[index] ?? '');
    return {
      ...this.#wrappedRow(texts, row.bold ? this.#bold : this.#style),
      bold: row.bold === true,
    };
  }

  #placedHeading({ heading, sums }: HeadingRow) {
    const { columns, widths } = this.#part;
    const texts = sums && columns.map((index) => sums[index] ?? '');
    const cells = texts && this.#wrappedRow(texts, this.#bold).cells;
    // Its text ends where its sums begin.
    const first = cells ? cells.findIndex((lines) => lines.length > 0) : -1;
    const room = first < 0 ? this.#width : sum(widths.slice(0, first)) - PADDING;
    const lines = sums ? this.#type.wrapped(heading, room, this.#bold) : [heading];
    const { isDense } = this.#table;
    const top = isDense ? 3 : 6;
    const height = lines.length * this.#lineHeight + top + (isDense ? 1 : 2);
    return { heading, lines, sums: cells, top, height };
  }

  #wrappedRow(texts: readonly string[], style: Style) {
    const cells = texts.map((text, at) =>
      this.#kindAt(at) === 'checkbox'
        ? []
        : this.#type.wrapped(text, this.#part.widths[at]! - 2 * PADDING, style),
    );
    const lines = Math.max(1, ...cells.map(({ length }) => length));
    return { cells, style, height: lines * this.#lineHeight + 2 * this.#padding - 1 };
  }

  #kindAt(at: number) {
    return this.#table.columns[this.#part.columns[at]!]!.kind;
  }

  #heightAt(at: number): number {
    const row = this.#table.rows[at];
    return row ? this.placed(row).height : 0;
  }

  *#newPage(): Generator<Step> {
    yield { page: true };
    this.#cursor.y = this.#cursor.top;
  }

  *#columnHeadings(): Generator<Step> {
    yield* this.#cellSteps(this.#headings);
    this.#cursor.y += this.#headings.height;
    yield this.#rule(true);
  }

  /** Repeats the heading of a dense table on a new page: its rows do not say it themselves. */
  *#groupAgain(group: string | null, row: PlacedRow): Generator<Step> {
    if (!this.#table.isDense || group === null || 'heading' in row || row.bold) return;
    const again = this.#placedHeading({ heading: `${group}, continued` });
    yield this.#line(again.heading, again.top, this.#bold);
    this.#cursor.y += again.height;
  }

  *#headingSteps({ lines, sums, top }: PlacedHeading): Generator<Step> {
    for (const [number, text] of lines.entries())
      yield this.#line(text, top + number * this.#lineHeight, this.#bold);
    if (sums) yield* this.#cellSteps({ cells: sums, style: this.#bold, bold: false, top });
  }

  *#cellSteps(row: Cells): Generator<Step> {
    const { cells, style, bold, isHeading = false, top = this.#padding } = row;
    const y = this.#cursor.y + top;
    if (bold) yield this.#rule(true);
    let x = MARGIN;
    for (const [at, lines] of cells.entries()) {
      const kind = this.#kindAt(at);
      const width = this.#part.widths[at]!;
      const inner = { x: x + PADDING, width: width - 2 * PADDING, right: kind === 'number', style };
      if (kind === 'checkbox' && !isHeading && !bold)
        yield { box: this.#part.size, x: x + PADDING, y };
      for (const [number, text] of lines.entries())
        yield { text, y: y + number * this.#lineHeight, ...inner };
      x += width;
    }
  }

  /** A line of text over the whole width, `below` points under the cursor. */
  #line(text: string, below: number, style: Style): Step {
    return { text, x: MARGIN, y: this.#cursor.y + below, width: this.#width, right: false, style };
  }

  #rule(heavy: boolean): Step {
    return { rule: this.#cursor.y - 1, x: MARGIN, width: sum(this.#part.widths), heavy };
  }
}
