import { setImmediate as otherWork } from 'node:timers/promises';

export const LETTER = [612, 792] as const;
export const MARGIN = 36;
export const FOOT = 24;
export const PADDING = 3;
export const INK = '#1F1A17';
export const QUIET = '#5C534D';

/** Head of every page. */
export type PaperHead = {
  title: string;
  standing: { text: string; isFinal: boolean };
  lines: readonly string[];
};
/** `text` wraps if necessary, `number` never wraps and is right-aligned, `tick` is a checkbox. */
export type TableColumn = { label: string; kind: 'text' | 'number' | 'tick' };
/**
 * A row's cells by column, or a heading over the rows after it; `sums` stand beside the heading, in the columns right of it.
 * `strong` rows are sums.
 */
export type TableRow =
  | { heading: string; sums?: readonly string[] }
  | { cells: readonly string[]; strong?: boolean };
/**
 * `keys` of the first columns, repeated if the table is printed in parts. `ownPage`: starts a new
 * page. `isDense`: smaller row spacing.
 */
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

/** Maximum time in ms that a page layout blocks other work of the process. */
const TURN_MS = 5;

export class Turns {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began > TURN_MS;
  }

  async next(): Promise<void> {
    await otherWork();
    this.#began = performance.now();
  }
}

export const columnWidth = ({ isWide }: TableDocument) =>
  (isWide ? LETTER[1] : LETTER[0]) - 2 * MARGIN;
export const pageBottom = ({ isWide }: TableDocument) =>
  (isWide ? LETTER[0] : LETTER[1]) - MARGIN - FOOT / 2;
export const headHeight = ({ head }: TableDocument) => 34 + head.lines.length * 10.5;
