import { setImmediate as otherWork } from 'node:timers/promises';
import PdfKit from 'pdfkit';
import { Type, type Style } from './type.ts';

const LETTER = [612, 792] as const;
const MARGIN = 36;
const FOOT = 24;
const PADDING = 3;
/** Above and below the text of dense rows. */
const DENSE_PADDING = 1.5;
/** Tables are set as large as they fit. One that is too wide for the smallest is printed in parts, each with the table's first columns. */
const SIZES = [8.5, 8, 7.5, 7, 6.5];
const LEADING = 1.28;
/** No column of text is made narrower than this many times its size. */
const NARROWEST_TEXT = 6;
const INK = '#1F1A17';
const QUIET = '#5C534D';
const RULE = '#CFC8C2';
const BRAND = '#FF6445';
const WARNING = '#A30F37';

/** What stands at the head of every page. */
export type PaperHead = {
  title: string;
  standing: { text: string; isFinal: boolean };
  lines: readonly string[];
};
/** `text` is wrapped where it must be, `number` never is and stands at the right, `tick` is a box to be ticked. */
export type TableColumn = { label: string; kind: 'text' | 'number' | 'tick' };
/**
 * A row's cells by column, or a heading over the rows after it; `sums` stand beside the heading, in the columns right of it.
 * `strong` rows are sums.
 */
export type TableRow =
  | { heading: string; sums?: readonly string[] }
  | { cells: readonly string[]; strong?: boolean };
/** `keys` of the first columns are repeated where the table is printed in parts. `ownPage`: it begins a page of its own. `isDense`: rows stand closer. */
export type PrintedTable = {
  name: string | null;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  keys: number;
  ownPage?: boolean;
  isDense?: boolean;
};
export type TableDocument = {
  title: string;
  author: string;
  createdAt: Date;
  head: PaperHead;
  foot: string;
  isWide: boolean;
  tables: readonly PrintedTable[];
};

/**
 * Tables on US Letter, as a PDF in pieces, a page at a time: the head and the headings of the columns stand on every page,
 * no row is parted, and every page says how many there are. The same tables give the same bytes.
 */
export async function* tablePaperChunks(document: TableDocument): AsyncGenerator<Buffer> {
  const pdf = new PdfKit({
    autoFirstPage: false,
    margin: 0,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: document.title, Author: document.author, CreationDate: document.createdAt },
  });
  const type = new Type(pdf, { letterwise: true });
  const parts = await partsOfTables(document, type);
  const total = await pagesOf(document, parts, type);
  const turns = new Turns();
  let page = 0;
  for (const step of layout(document, parts, type)) {
    if (turns.isOver) await turns.next();
    if ('page' in step) {
      yield* written(pdf);
      const [short, long] = LETTER;
      pdf.addPage({ size: document.isWide ? [long, short] : [short, long], margin: 0 });
      drawHead(type, document, ++page, total);
    } else draw(type, step);
  }
  pdf.end();
  for await (const chunk of pdf) yield chunk as Buffer;
}

/** What has been written so far: pages that are done do not stay in memory. */
function* written(pdf: InstanceType<typeof PdfKit>): Generator<Buffer> {
  for (let chunk: unknown; (chunk = pdf.read()) !== null;) yield chunk as Buffer;
}

async function pagesOf(document: TableDocument, parts: TableParts, type: Type): Promise<number> {
  const turns = new Turns();
  let pages = 0;
  for (const step of layout(document, parts, type)) {
    if ('page' in step) pages++;
    if (turns.isOver) await turns.next();
  }
  return pages;
}

/** Nobody else of the process waits longer than this for a page that is being set. */
const TURN_MS = 5;

class Turns {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began > TURN_MS;
  }

  async next(): Promise<void> {
    await otherWork();
    this.#began = performance.now();
  }
}

type Step =
  | { page: true }
  | { text: string; x: number; y: number; width: number; right: boolean; style: Style }
  | { rule: number; x: number; width: number; heavy: boolean }
  | { box: number; x: number; y: number };

const widthOf = ({ isWide }: TableDocument) => (isWide ? LETTER[1] : LETTER[0]) - 2 * MARGIN;
const bottomOf = ({ isWide }: TableDocument) =>
  (isWide ? LETTER[0] : LETTER[1]) - MARGIN - FOOT / 2;
const headHeight = ({ head }: TableDocument) => 34 + head.lines.length * 10.5;

/** Where everything stands, from the first page to the last. */
function* layout(document: TableDocument, parts: TableParts, type: Type): Generator<Step> {
  const top = MARGIN + headHeight(document);
  const bottom = bottomOf(document);
  let y = Number.POSITIVE_INFINITY;
  for (const table of document.tables) {
    for (const [part, { columns, widths, size }] of (parts.get(table) ?? []).entries()) {
      const style: Style = { size, weight: 'regular', colour: INK };
      const above = table.isDense ? DENSE_PADDING : PADDING;
      const line = size * LEADING;
      const name =
        table.name === null
          ? null
          : part === 0
            ? table.name
            : `${table.name}, continued to the right`;
      const headings = rowOf(
        columns.map((index) => table.columns[index]!.label),
        { ...style, weight: 'semibold', colour: QUIET },
      );
      const nameHeight = name === null ? 0 : 22;
      const strong: Style = { ...style, weight: 'semibold' };
      const first = heightAt(0);
      if (y > top && (table.ownPage || y + nameHeight + headings.height + first + 40 > bottom)) {
        yield { page: true };
        y = top;
      }
      if (name !== null) {
        yield {
          text: name,
          x: MARGIN,
          y: y + 4,
          width: widthOf(document),
          right: false,
          style: { size: 11, weight: 'semibold', colour: INK },
        };
        y += nameHeight;
      }
      yield* headed();
      let group: string | null = null;
      for (const [at, written] of table.rows.entries()) {
        const row = placed(written);
        // A heading stays with the row after it.
        if (y + row.height + ('heading' in row ? heightAt(at + 1) : 0) > bottom) {
          yield { page: true };
          y = top;
          yield* headed();
          // The rows of a dense table do not repeat what their heading says.
          if (table.isDense && group !== null && !('heading' in row) && !row.strong) {
            const again = headingOf({ heading: `${group}, continued` });
            yield {
              text: again.heading,
              x: MARGIN,
              y: y + again.top,
              width: widthOf(document),
              right: false,
              style: strong,
            };
            y += again.height;
          }
        }
        if ('heading' in row) {
          group = row.heading;
          for (const [number, text] of row.lines.entries())
            yield {
              text,
              x: MARGIN,
              y: y + row.top + number * line,
              width: widthOf(document),
              right: false,
              style: strong,
            };
          if (row.sums)
            yield* drawn({ cells: row.sums, style: strong, strong: false, top: row.top });
        } else yield* drawn(row);
        y += row.height;
        if (!('heading' in row) && !row.strong)
          yield { rule: y - 1, x: MARGIN, width: sum(widths), heavy: false };
      }
      y += 14;

      function placed(row: TableRow) {
        if ('heading' in row) return headingOf(row);
        return {
          ...rowOf(
            columns.map((index) => row.cells[index] ?? ''),
            row.strong ? strong : style,
          ),
          strong: row.strong === true,
        };
      }
      function headingOf({ heading, sums }: Extract<TableRow, { heading: string }>) {
        const cells =
          sums &&
          rowOf(
            columns.map((index) => sums[index] ?? ''),
            strong,
          ).cells;
        // Its text ends where its sums begin.
        const first = cells ? cells.findIndex((lines) => lines.length > 0) : -1;
        const room = first < 0 ? widthOf(document) : sum(widths.slice(0, first)) - PADDING;
        const lines = sums ? type.wrapped(heading, room, strong) : [heading];
        const top = table.isDense ? 3 : 6;
        return {
          heading,
          lines,
          sums: cells,
          top,
          height: lines.length * line + top + (table.isDense ? 1 : 2),
        };
      }
      function heightAt(at: number): number {
        const row = table.rows[at];
        return row ? placed(row).height : 0;
      }
      function rowOf(texts: readonly string[], cellStyle: Style) {
        const cells = texts.map((text, at) =>
          kindAt(at) === 'tick' ? [] : type.wrapped(text, widths[at]! - 2 * PADDING, cellStyle),
        );
        return {
          cells,
          style: cellStyle,
          height: Math.max(1, ...cells.map(({ length }) => length)) * line + 2 * above - 1,
        };
      }
      function kindAt(at: number) {
        return table.columns[columns[at]!]!.kind;
      }
      function* headed(): Generator<Step> {
        yield* drawn({ ...headings, strong: false, isHeading: true });
        y += headings.height;
        yield { rule: y - 1, x: MARGIN, width: sum(widths), heavy: true };
      }
      function* drawn({
        cells,
        style: cellStyle,
        strong,
        isHeading = false,
        top = above,
      }: {
        cells: readonly (readonly string[])[];
        style: Style;
        strong: boolean;
        isHeading?: boolean;
        top?: number;
      }): Generator<Step> {
        if (strong) yield { rule: y - 1, x: MARGIN, width: sum(widths), heavy: true };
        let x = MARGIN;
        for (const [at, lines] of cells.entries()) {
          if (kindAt(at) === 'tick' && !isHeading && !strong)
            yield { box: size, x: x + PADDING, y: y + top };
          for (const [number, text] of lines.entries())
            yield {
              text,
              x: x + PADDING,
              y: y + top + number * line,
              width: widths[at]! - 2 * PADDING,
              right: kindAt(at) === 'number',
              style: cellStyle,
            };
          x += widths[at]!;
        }
      }
    }
  }
  if (y === Number.POSITIVE_INFINITY) yield { page: true };
}

/** One part of a table: which of its columns, how wide each, and in what size. */
type Part = { columns: number[]; widths: number[]; size: number };

type TableParts = ReadonlyMap<PrintedTable, readonly Part[]>;

/** The parts of every table; to measure a long one takes its time, in which others have theirs. */
async function partsOfTables(document: TableDocument, type: Type): Promise<TableParts> {
  const parts = new Map<PrintedTable, Part[]>();
  for (const table of document.tables)
    parts.set(table, partsOf(table, widthOf(document), await measured(table, type)));
  return parts;
}

/** The whole table in the largest size that it fits in, or in the smallest in as few parts as possible. */
function partsOf(table: PrintedTable, width: number, widths: readonly Widest[]): Part[] {
  const all = table.columns.map((_, index) => index);
  for (const size of SIZES) {
    const needs = needsOf(table, size, widths);
    // Dense tables would rather be small than have rows of several lines.
    const isLast = size === SIZES.at(-1);
    const room = sum(needs.map(({ least, most }) => (table.isDense && !isLast ? most : least)));
    if (room <= width) return [fitted(all, needs, width, size)];
  }
  const size = SIZES[1]!;
  const needs = needsOf(table, size, widths);
  const keys = all.slice(0, table.keys);
  const keyWidth = sum(keys.map((index) => needs[index]!.least));
  const parts: number[][] = [];
  let left = 0;
  for (const index of all.slice(table.keys)) {
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

/** How narrow a column may be, and how wide it would like to be. */
type Need = { least: number; most: number };

/** The widest word of a column's heading, its widest cell, and its widest code (`isCode`), at a size of 1. */
type Widest = { heading: number; cell: number; code: number };

async function measured({ columns, rows }: PrintedTable, type: Type): Promise<Widest[]> {
  const regular: Style = { size: 1, weight: 'regular', colour: INK };
  const strong: Style = { ...regular, weight: 'semibold' };
  const widest = columns.map(({ label }) => ({
    heading: Math.max(...label.split(' ').map((word) => type.width(word, strong))),
    cell: 0,
    code: 0,
  }));
  const turns = new Turns();
  for (const row of rows) {
    if (turns.isOver) await turns.next();
    const [cells, style] =
      'heading' in row ? [row.sums, strong] : [row.cells, row.strong ? strong : regular];
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

function needsOf({ columns }: PrintedTable, size: number, widths: readonly Widest[]): Need[] {
  return columns.map(({ kind }, index) => {
    if (kind === 'tick') return { least: size + 2 * PADDING, most: size + 2 * PADDING };
    const { heading, cell, code } = widths[index]!;
    const least = kind === 'number' ? cell : Math.max(code, Math.min(cell, NARROWEST_TEXT));
    return {
      least: Math.max(least, heading) * size + 2 * PADDING + 1,
      most: Math.max(cell, heading) * size + 2 * PADDING + 1,
    };
  });
}

/** What is left of the width goes to the columns that want more, in proportion; a table is not wider than it wants to be. */
function fitted(columns: number[], needs: readonly Need[], width: number, size: number): Part {
  const wants = sum(needs.map(({ least, most }) => most - least));
  const share =
    wants === 0 ? 0 : Math.min(1, (width - sum(needs.map(({ least }) => least))) / wants);
  return { columns, widths: needs.map(({ least, most }) => least + (most - least) * share), size };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function draw(type: Type, step: Exclude<Step, { page: true }>): void {
  const { pdf } = type;
  if ('rule' in step)
    pdf
      .moveTo(step.x, step.rule)
      .lineTo(step.x + step.width, step.rule)
      .lineWidth(step.heavy ? 0.75 : 0.25)
      .strokeColor(step.heavy ? QUIET : RULE)
      .stroke();
  else if ('box' in step)
    pdf.rect(step.x, step.y, step.box, step.box).lineWidth(0.75).strokeColor(INK).stroke();
  else {
    const { text, x, y, width, right, style } = step;
    const left = right ? x + Math.max(0, width - type.width(text, style)) : x;
    type.put(text, left, y, style);
  }
}

function drawHead(type: Type, document: TableDocument, page: number, total: number): void {
  const { head, foot } = document;
  const width = widthOf(document);
  const quiet: Style = { size: 8, weight: 'regular', colour: QUIET };
  const put = (text: string, y: number, style: Style, right = false) =>
    draw(type, {
      text: right ? text : type.shortened(text, width, style),
      x: MARGIN,
      y,
      width,
      right,
      style,
    });
  type.pdf.rect(MARGIN, MARGIN, 24, 2.5).fill(BRAND);
  put(head.title, MARGIN + 9, { size: 14, weight: 'semibold', colour: INK });
  put(
    head.standing.text,
    MARGIN + 12,
    { size: 9, weight: 'semibold', colour: head.standing.isFinal ? INK : WARNING },
    true,
  );
  for (const [at, line] of head.lines.entries()) put(line, MARGIN + 28 + at * 10.5, quiet);
  const low = bottomOf(document) + FOOT / 2;
  put(foot, low, { ...quiet, size: 7.5 });
  put(`Page ${page} of ${total}`, low, { ...quiet, size: 7.5 }, true);
}
