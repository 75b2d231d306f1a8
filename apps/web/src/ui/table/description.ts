import type { ListColumn } from '@pos/contract/column';
import type { ListFilter } from '@pos/contract/list-filters';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** One column of a list. */
export type Column<Row> = {
  /** Unique in its table. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Decorative picture before the text; it never makes a row higher. */
  picture?: (row: Row) => ReactNode;
  /** The contract's sort field; without it the column is not sortable. */
  sort?: string;
  /** Right-aligned with tabular figures, for numbers and amounts. */
  align?: 'right';
  /**
   * Minimum width in characters, so that pages with short values keep the same column positions.
   */
  atLeast?: number;
  /**
   * Order in which columns leave a list that is too narrow for all: the lowest rank first. Without
   * a rank the column stays.
   */
  rank?: number;
  /** Width (px) down to which the text wraps; without it, the cell is one line. */
  wraps?: number;
  /**
   * Width (px) with which a column of one line counts while columns leave a narrow list; that of its
   * kind of values if left out.
   */
  room?: number;
  /**
   * Time zone of the cell's time. If the rows of the page have several, all are shown in the
   * reader's; the header names the zone.
   */
  zone?: (row: Row) => string | undefined;
  /** Hidden until the person chooses it. */
  isExtra?: true;
  /** Place of the cell on a phone's card; without it the card leaves the cell out. */
  card?: 'title' | 'value' | 'detail' | 'aside' | 'status';
  /** Always visible, because it holds an action; the user cannot hide it. */
  stays?: true;
  /** Makes the cells editable in their place. Cards on a phone stay as they are. */
  edit?: CellEdit<Row> | undefined;
};

/** Way to edit a column's cells. */
export type CellEdit<Row> = {
  /** Name of the value in labels, lowercase: "price". */
  what: string;
  /** Field over the cell (a `CellField`), shown until it calls `close`. */
  Field: (props: { row: Row; label: string; close: () => void }) => ReactNode;
};

const RIGHT_ALIGNED: readonly ListColumn['kind'][] = ['integer', 'money', 'percent'];

/** Room of one line of values of each kind, with its padding (px); times name their zone. */
const ROOM: Record<ListColumn['kind'], number> = {
  text: 90,
  words: 100,
  integer: 48,
  money: 86,
  percent: 64,
  date: 88,
  datetime: 158,
  utc: 100,
  isbn: 116,
  yesNo: 48,
};

/** Header, alignment and room of a column that the contract describes. */
export function described({
  label,
  kind,
}: ListColumn): Pick<Column<never>, 'header' | 'align' | 'atLeast' | 'room'> {
  return {
    header: label,
    room: ROOM[kind],
    ...(RIGHT_ALIGNED.includes(kind) && { align: 'right' }),
    // The room of $1,234.56 on every page, whatever its amounts are.
    ...(kind === 'money' && { atLeast: 9 }),
  };
}

/** State of a list from the address, which filters read and change. */
export type ListState = {
  query: Readonly<Record<string, unknown>>;
  change: (changes: Record<string, unknown>, options?: { replace?: boolean }) => void;
};

/**
 * Item of a row's menu: navigates (`to`) or acts (`run`). `blocked` gives the reason why it is not
 * available now.
 */
export type RowAction = { label: string; icon?: Icon; danger?: boolean; blocked?: string } & (
  | { to: string }
  | { run: () => void }
);

/** Action on all selected rows: a verb, with three dots if it asks first. */
export type BulkAction = { label: string; icon?: Icon; run: () => void };

/** Content of an expanded row; `label` names it. */
export type Unfold<Row> = { label: (row: Row) => string; content: (row: Row) => ReactNode };

/** Query keys that a filter sets. */
export function filterKeys(filter: ListFilter): string[] {
  return 'to' in filter ? [filter.key, filter.to] : [filter.key];
}

/** True if the filter narrows the list. */
export function isActive(filter: ListFilter, query: ListState['query']): boolean {
  return filterKeys(filter).some((key) => {
    const value = query[key];
    return Array.isArray(value) ? value.length > 0 : value !== filter.byDefault && value !== '';
  });
}

/** Changes that remove this filter. */
export function without(filter: ListFilter): Record<string, undefined> {
  return Object.fromEntries(filterKeys(filter).map((key) => [key, undefined]));
}

/** Values of a choice filter as texts, for one or several values of any type. */
export function chosen(query: ListState['query'], key: string): string[] {
  const value = query[key];
  return value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String);
}
