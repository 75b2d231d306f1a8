import type { PageCursor, WholeList } from '@pos/contract/values';
import type { RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Db } from '#api/db/db.ts';
import type { ExportedList } from './exported-list.ts';
import type { RowsOfPlaces } from './newest-first.ts';
import type { ListTable, SearchPath } from './search-path.ts';

/** Paging and search, which every list has (api.md, "Conventions"). */
export type ListQuery = {
  page: number;
  limit: number;
  sort: string;
  search?: string | undefined;
  cursor?: PageCursor | undefined;
};

/** Field that a list can be sorted by, such as `name` of the sort `-name`. */
export type SortField<Query extends { sort: string }> = Query['sort'] extends infer Sort
  ? Sort extends `-${string}`
    ? never
    : Sort & string
  : never;

type FilterName<Query> = Exclude<keyof WholeList<Query>, 'sort' | 'search' | 'ids'>;

/**
 * SQL condition of each filter of a list, for the requested value; undefined if that value excludes
 * no row. A filter of the contract without a condition is a type error.
 */
export type Filters<Query> = {
  [Name in FilterName<Query> & string]-?: (
    value: NonNullable<WholeList<Query>[Name & keyof WholeList<Query>]>,
    query: WholeList<Query>,
  ) => RawBuilder<unknown> | undefined;
};

/** Schema of a list's query in the contract. */
export type QuerySchema<Query> = { shape: object; _zod: { output: Query } };

/** Description of a list, from which its pages, counts and export are made. */
export type ListDescription<
  Query extends ListQuery,
  Tables,
  Name extends keyof Tables,
  Row extends object,
> = {
  /** Selects all rows with all columns; without student names unless `readsStudents` (domain 9.1). */
  rows: (db: Db, readsStudents: boolean) => SelectQueryBuilder<Tables, Name, Row>;
  /** ID column, the last sort key. */
  id: string;
  sorts: Record<SortField<Query>, RawBuilder<unknown> | readonly RawBuilder<unknown>[]>;
  /** Sort fields whose nulls come last in both directions. */
  emptyLast?: readonly SortField<Query>[];
  /** SQL condition of rows that come first in both directions. */
  pinned?: RawBuilder<unknown>;
  filters: Filters<Query>;
  /** Values of filters that are not given. A filter with its default counts as not given. */
  defaults?: Partial<WholeList<Query>>;
  /**
   * Conditions of a search text. A row must meet at least one. `readsStudents`: the reader has the
   * right to read Students.
   */
  search?: (
    text: string,
    query: WholeList<Query>,
    readsStudents: boolean,
  ) => readonly RawBuilder<unknown>[];
  /** SQL expression of the stored total, for queries with no other filters than `by`. */
  stored?: {
    by: readonly (keyof WholeList<Query>)[];
    total: (query: WholeList<Query>) => RawBuilder<number>;
  };
  /** True if sorting reads all matching rows anyway, so that the same statement counts them. */
  countsWhileSorting?: (query: WholeList<Query>) => boolean;
  /**
   * Query of IDs that include the first `maxRows` rows in the list's order, if that is cheaper than
   * sorting all rows. `matching` is the condition of the filters.
   */
  candidates?: (
    query: WholeList<Query>,
    matching: RawBuilder<SqlBool>,
    maxRows: RawBuilder<number>,
  ) => RawBuilder<unknown> | undefined;
  /** Only for a list that grows with every sale: how its pages are found before their columns. */
  growing?: Growing<Query>;
  exported?: ExportedList<Row>;
};

/**
 * Table of a list that grows with every sale (docs/reading-fast.md). Its pages are found in the
 * indexes of the table, and its totals are capped unless they are stored.
 */
export type Growing<Query extends ListQuery> = ListTable & {
  /** Sort field of the time. */
  sort: SortField<Query>;
  /** Joins of the sort fields that belong to another table. */
  sortJoins?: Partial<Record<SortField<Query>, RawBuilder<unknown>>>;
  /**
   * Returns the places of a limited reader whose first rows make a page; undefined if the filters leave
   * so few rows that their own index finds them.
   */
  places: (query: WholeList<Query>) => readonly RowsOfPlaces[] | undefined;
  /** Filters that leave so few rows that a search checks them one by one. */
  selective: readonly (keyof WholeList<Query>)[];
  /** Meanings of a search text, instead of `search`. */
  meanings: (text: string, readsStudents: boolean) => readonly SearchPath[];
};

/** Returns true if the filters leave so few rows that a search checks them one by one. */
export function isSelective<Query extends ListQuery>(
  { selective }: Growing<Query>,
  query: WholeList<Query>,
): boolean {
  return selective.some((name) => query[name]);
}

/** Returns true if indexes find the rows of a search newest first. */
export function isSearchedByIndex<Query extends ListQuery>(
  growing: Growing<Query>,
  query: Query,
): boolean {
  return Boolean(query.search) && query.sort === `-${growing.sort}` && !isSelective(growing, query);
}
