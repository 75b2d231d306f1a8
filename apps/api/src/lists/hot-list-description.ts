import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Db } from '#api/db/db.ts';
import type { ExportedList, Filters, ListQuery, SortField } from './list.ts';
import type { ListTable, SearchWay } from './search-way.ts';

/** Ways of one kind to search, and the right that they need. */
export type SearchBy<Terms> = { needs?: 'Students'; ways: (terms: Terms) => SearchWay[] };

/** Query of a hot list: paging, search, and the filters that its pages and counts depend on. */
export type HotQuery = ListQuery & {
  fairId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  voided?: 'exclude' | 'include' | undefined;
};

/** A sort, with the table that it needs besides the list's own. */
type HotSort = { by: RawBuilder<unknown>; join?: RawBuilder<unknown> };

/** The part of a hot list's description that decides which rows are on a page. */
export type HotPaging<Query extends HotQuery> = ListTable & {
  /** Sort by `time`, newest first. */
  newestFirst: Query['sort'];
  sorts: Record<SortField<Query>, HotSort>;
  filters: Filters<Query>;
  /** Values of filters that are the same as not given. */
  usual: Partial<Query>;
  /** Within these filters a search checks row by row. */
  narrowedBy: readonly (keyof Query)[];
  /** A filter with several values, whose matches an index has newest first for each value. */
  mergedBy?: keyof Query & string;
  /** Stored counts of rows: by which filters they count, and find where a page starts. */
  counts: {
    by: readonly (keyof Query)[];
    total: (query: Partial<Query>) => RawBuilder<number>;
    startsBy: readonly (keyof Query)[];
    /** Filters of the pages that are asked for most: their first rows are one prepared statement. */
    firstRowsBy: readonly (keyof Query)[];
    rowsPerHour: 'order' | 'payment';
  };
};

/**
 * Description of a list that grows with every sale and is read all the time. docs/hot-lists.md
 * explains how its pages are found.
 */
export type HotListDescription<
  Query extends HotQuery,
  Terms extends Record<string, unknown>,
  Tables,
  Name extends keyof Tables,
  Row extends object,
> = HotPaging<Query> & {
  /** Rows with all columns. Readers without Students see no name of a student (domain 9.1). */
  rows: (db: Db, readsStudents: boolean) => SelectQueryBuilder<Tables, Name, Row>;
  terms: (search: string) => Terms;
  search: Record<string, SearchBy<Terms>>;
  exported: ExportedList<Row>;
};
