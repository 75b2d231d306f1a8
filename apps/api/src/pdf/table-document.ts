import { setImmediate as otherWork } from 'node:timers/promises';

export const LETTER = [612, 792] as const;
export const MARGIN = 36;
export const FOOTER_HEIGHT = 24;
export const PADDING = 3;
export const INK = '#1F1A17';
export const QUIET = '#5C534D';

/** Head of every page: `status` is at the right of the title, red if not final. */
export type PaperHead = {
  title: string;
  status: { text: string; isFinal: boolean };
  lines: readonly string[];
};
/**
 * `text` wraps if necessary, `number` never wraps and is right-aligned, `checkbox` is an empty box to
 * check.
 */
export type TableColumn = { label: string; kind: 'text' | 'number' | 'checkbox' };
/**
 * A row's cells by column, or a heading above the rows that follow. `sums` are printed on the line of
 * the heading, each in its column. A `bold` row has totals.
 */
export type TableRow =
  | { heading: string; sums?: readonly string[] }
  | { cells: readonly string[]; bold?: boolean };
/**
 * `keyColumns`: number of leading columns that identify a row; a table wider than the page is split
 * into parts that repeat them. `startsPage`: starts on a new page. `isDense`: less space between
 * rows.
 */
export type PrintedTable = {
  name: string | null;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  keyColumns: number;
  startsPage?: boolean;
  isDense?: boolean;
};
export type TableDocument = {
  title: string;
  author: string;
  createdAt: Date;
  head: PaperHead;
  footer: string;
  isLandscape: boolean;
  tables: readonly PrintedTable[];
};

/** Maximum time in ms that a page layout blocks other work of the process. */
const SLICE_MS = 5;

/** Time for which a layout may run before it lets other work of the process run. */
export class TimeSlice {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began > SLICE_MS;
  }

  async next(): Promise<void> {
    await otherWork();
    this.#began = performance.now();
  }
}

export const columnWidth = ({ isLandscape }: TableDocument) =>
  (isLandscape ? LETTER[1] : LETTER[0]) - 2 * MARGIN;
export const pageBottom = ({ isLandscape }: TableDocument) =>
  (isLandscape ? LETTER[0] : LETTER[1]) - MARGIN - FOOTER_HEIGHT / 2;
export const headHeight = ({ head }: TableDocument) => 34 + head.lines.length * 10.5;
