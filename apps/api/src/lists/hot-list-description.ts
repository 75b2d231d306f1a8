import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Db } from '#api/db/db.ts';
import type { ExportedList } from './exported-list.ts';
import type { Filters, ListQuery, SortField } from './list.ts';
import type { ListTable, SearchKinds } from './search-path.ts';

/** Query of a hot list: paging, search, and the filters that its pages and counts depend on. */
export type HotQuery = ListQuery & {
  fairId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  voided?: 'exclude' | 'include' | undefined;
};

/** Sort expression, with a join if it uses another table. */
type HotSort = { by: RawBuilder<unknown>; join?: RawBuilder<unknown> };

/** Part of a hot list's description that decides which rows are on a page. */
export type HotPaging<Query extends HotQuery> = ListTable & {
  /** The sort by `time`, newest first. */
  newestFirst: Query['sort'];
  sorts: Record<SortField<Query>, HotSort>;
  filters: Filters<Query>;
  /** Default values of filters. A filter with its default counts as not given. */
  defaults: Partial<Query>;
  /** Filters that leave so few rows that a search checks them row by row. */
  selectiveFilters: readonly (keyof Query)[];
  /** Filter with an index that orders each of its values newest first; several are then merged. */
  mergedFilter?: keyof Query & string;
  /** Stored row counts. */
  counts: {
    /** Filters for which `total` is exact. */
    by: readonly (keyof Query)[];
    total: (query: Partial<Query>) => RawBuilder<number>;
    /** Filters for which hourly counts find the start of a page. */
    pageStartFilters: readonly (keyof Query)[];
    /** Filters of the most requested pages: their first rows come from one prepared statement. */
    firstRowsFilters: readonly (keyof Query & string)[];
    /**
     * Those of `firstRowsFilters` with few possible values. They are constants of the prepared
     * statement, because row estimates depend on them.
     */
    constantFilters?: readonly (keyof Query & string)[];
    /** Hourly counts to use: `order` is for `order_hours` and `order_total_changes`. */
    hourlyCounts: 'order' | 'payment';
  };
};

/**
 * Description of a hot list: a list that grows with every sale and is requested all day. See
 * docs/hot-lists.md.
 */
export type HotListDescription<
  Query extends HotQuery,
  Terms extends Record<string, unknown>,
  Tables,
  Name extends keyof Tables,
  Row extends object,
> = HotPaging<Query> & {
  /** Rows with all columns; without student names unless `readsStudents` (domain 9.1). */
  rows: (db: Db, readsStudents: boolean) => SelectQueryBuilder<Tables, Name, Row>;
  /** Reads a search text in every possible meaning. */
  terms: (search: string) => Terms;
  search: SearchKinds<Terms>;
  exported: ExportedList<Row>;
};
