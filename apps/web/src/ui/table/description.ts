import type { Icon } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Choice } from '../fields/choice-fields.tsx';
import type { OptionsQuery } from '../options.ts';

/** One column of a list. */
export type Column<Row> = {
  /** Unique in its table. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The contract's sort field; without it the header is no button. */
  sort?: string;
  /** Numbers and amounts stand to the right, in tabular figures. */
  align?: 'right';
  /** So many characters wide at least: the columns of a page with short values stand where those of the next one do. */
  atLeast?: number;
  /** Where the cell goes on a phone's card; without it the card leaves the cell out. */
  card?: 'title' | 'value' | 'detail' | 'aside' | 'status';
  /** It is something to do, which nobody takes away. */
  stays?: true;
};

type FilterBase = {
  label: string;
  /** Stands beside the search (three at most); the others are under "More filters". */
  promoted?: boolean;
  icon?: Icon;
};

/** A filter of a list; its keys are those of the contract's query schema. */
export type Filter =
  | (FilterBase & {
      kind: 'choice';
      key: string;
      choices: readonly Choice[];
      many?: boolean;
      /** What the query has when nothing is chosen: it does not count as a filter. */
      byDefault?: string;
    })
  | (FilterBase & {
      kind: 'record';
      key: string;
      options: OptionsQuery;
      /** Finds the label of a value that came with the address. */
      labelOf?: (value: string) => {
        queryKey: QueryKey;
        queryFn: (context: { signal: AbortSignal }) => Promise<string>;
      };
    })
  | (FilterBase & {
      kind: 'days';
      from: string;
      to: string;
      presets?: readonly { label: string; from: string; to: string }[];
    })
  /** From and to an amount; the query has both in cents. */
  | (FilterBase & { kind: 'amounts'; min: string; max: string });

/** Everything that the address says of a list: what filters read and change. */
export type ListState = {
  query: Readonly<Record<string, unknown>>;
  change: (changes: Record<string, unknown>, options?: { replace?: boolean }) => void;
};

/** One entry of a row's menu: it goes somewhere (`to`) or does something (`run`). `blocked` says why it cannot now. */
export type RowAction = { label: string; icon?: Icon; danger?: boolean; blocked?: string } & (
  | { to: string }
  | { run: () => void }
);

/** What can be done with all chosen rows at once: a verb, with three dots where it asks first. */
export type BulkAction = { label: string; icon?: Icon; run: () => void };

/** What a row shows below itself when it is unfolded; `label` says what that is. */
export type Unfold<Row> = { label: (row: Row) => string; content: (row: Row) => ReactNode };

/** The query keys that a filter sets. */
export function keysOf(filter: Filter): string[] {
  switch (filter.kind) {
    case 'days':
      return [filter.from, filter.to];
    case 'amounts':
      return [filter.min, filter.max];
    default:
      return [filter.key];
  }
}

/** True when the filter narrows the list. */
export function isActive(filter: Filter, query: ListState['query']): boolean {
  return keysOf(filter).some((key) => {
    const value = query[key];
    if (filter.kind === 'choice' && filter.byDefault !== undefined && value === filter.byDefault)
      return false;
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '';
  });
}

/** The state of a list without this filter. */
export function without(filter: Filter): Record<string, undefined> {
  return Object.fromEntries(keysOf(filter).map((key) => [key, undefined]));
}

/** The chosen values of a choice filter as texts, whether it takes one or several, of whatever type. */
export function chosen(query: ListState['query'], key: string): string[] {
  const value = query[key];
  return value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String);
}
