import type { WholeList } from '@pos/contract/values';
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { allOf } from '#api/db/all-of.ts';
import { runOnceCompiled } from '#api/db/compiled-once.ts';
import { PREPARED, type Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import {
  type Searched,
  splitFilters,
  toParameters,
  toSearched,
  toStatementFilters,
} from './first-page.ts';
import { pageWithTotal, toSort } from './paging.ts';
import type { WrittenColumn, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import type { ExportedList } from './exported-list.ts';

/** Paging and search, which every list has (api.md, "Conventions"). */
export type ListQuery = { page: number; limit: number; sort: string; search?: string | undefined };

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

/** Rows of a page, and the reader's right to read Students. */
type Portion = { limit: number; skip?: number; readsStudents?: boolean };

/** A list to export: number of rows, rows in the list's order, and the cells of each row. */
export type ListToExport = {
  name: string;
  columns: readonly WrittenColumn[];
  total: number;
  rows: AsyncIterable<unknown>;
  cells(row: unknown): WrittenValue[];
};

/** Joins conditions with `or`. None is false. */
export function anyOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

/** SQL condition: a column has one of the values. */
export function isIn(column: RawBuilder<unknown>, values: readonly unknown[]): RawBuilder<SqlBool> {
  return values.length === 0 ? sql`false` : sql`${column} in (${sql.join(values)})`;
}

/** Returns the SQL conditions of the filters that a query has values for. */
export function toConditions<Query>(
  filters: Filters<Query>,
  query: WholeList<Query>,
): RawBuilder<unknown>[] {
  return Object.entries(filters).flatMap(([name, condition]) => {
    const value = query[name as keyof typeof query];
    if (value === undefined || value === '') return [];
    return (
      (condition as (value: unknown, query: unknown) => RawBuilder<unknown> | undefined)(
        value,
        query,
      ) ?? []
    );
  });
}

/** Builds the export of a list from its description, its number of rows, and its rows. */
export function toExport<Row>(
  { name, columns }: ExportedList<Row>,
  total: number,
  rows: AsyncIterable<Row>,
): ListToExport {
  return {
    name,
    columns: columns.map(({ value: _value, ...column }) => column),
    total,
    rows,
    cells: (row) => columns.map(({ value }) => value(row as Row)),
  };
}

/** Schema of a list's query in the contract. */
export type QuerySchema<Query> = { shape: object; _zod: { output: Query } };

/** Description of a list, from which its pages, counts and export are made. */
export type ListDescription<Query extends ListQuery, Tables, Name extends keyof Tables, Row> = {
  /** Selects all rows with all columns. */
  rows: (db: Db) => SelectQueryBuilder<Tables, Name, Row>;
  /** ID column, the last sort key. */
  id: string;
  sorts: Record<SortField<Query>, RawBuilder<unknown> | readonly RawBuilder<unknown>[]>;
  /** Sort fields whose nulls come last in both directions. */
  emptyLast?: readonly SortField<Query>[];
  /** SQL condition of rows that come first in both directions. */
  pinned?: RawBuilder<unknown>;
  filters: Filters<Query>;
  /**
   * Conditions of a search text. A row must meet at least one. `readsStudents`: the reader has the
   * right to read Students.
   */
  search?: (
    text: string,
    query: WholeList<Query>,
    readsStudents: boolean,
  ) => readonly RawBuilder<unknown>[];
  /**
   * Condition of a search, instead of `search`, whose text does not depend on that searched for. With
   * `search` among `firstPageFilters`, the first page of a search is a prepared statement.
   */
  preparedSearch?: (searched: Searched) => RawBuilder<unknown>;
  /** Table whose rows `list_sums` counts: the total of the list without conditions. */
  countedTable?: 'fairs' | 'schools' | 'students';
  /** SQL expression of the number of matching rows, if it is stored. */
  storedTotal?: (query: WholeList<Query>) => RawBuilder<number> | undefined;
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
  /** If only these filters have values, the first page is a prepared statement. */
  firstPageFilters?: readonly (keyof WholeList<Query> & string)[];
  /**
   * Those of `firstPageFilters` with few possible values. They are constants of the prepared
   * statement, because partial indexes and row estimates depend on them.
   */
  constantFilters?: readonly (keyof WholeList<Query> & string)[];
  exported?: ExportedList<Row>;
};

/**
 * A list. Orders and payments, which grow with every sale, are a `HotList`. `readsStudents` is only
 * for lists with a search that requires this right; without it, such a search finds nothing.
 */
export class List<Query extends ListQuery, Tables, Name extends keyof Tables, Row> {
  readonly #list: ListDescription<Query, Tables, Name, Row>;

  constructor(_query: QuerySchema<Query>, description: ListDescription<Query, Tables, Name, Row>) {
    this.#list = description;
  }

  /** Exported columns; undefined if the list cannot be exported. */
  get exported(): ExportedList<Row> | undefined {
    return this.#list.exported;
  }

  /** Returns one page and the number of matching rows, in one statement. */
  async find(
    db: Db,
    query: Query,
    readsStudents = false,
  ): Promise<{ results: Row[]; total: number }> {
    const { page, limit, sort: _sort, ...filters } = query;
    const skip = (page - 1) * limit;
    const found =
      skip === 0 && this.#isFirstPage(filters)
        ? this.#findFirstPage(db, query)
        : this.#page(db, query, { limit, skip, readsStudents }).execute();
    const { results, total } = await pageWithTotal(
      found as unknown as Promise<(Row & { listTotal: number })[]>,
      () => this.count(db, query, readsStudents),
    );
    return { results: results as Row[], total };
  }

  /** Returns one row by ID. */
  async findById(db: Db, id: string): Promise<Row | undefined> {
    const row = this.#list.rows(db).where(sql<SqlBool>`${sql.ref(this.#list.id)} = ${id}`);
    return await row.executeTakeFirst();
  }

  /** Counts the matching rows. */
  async count(db: Db, query: WholeList<Query>, readsStudents = false): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select ${this.#total(db, query, readsStudents)} as total`.execute(db);
    return rows[0]!.total;
  }

  /** Returns all matching rows, in the list's order, for an export. */
  async toExport(
    snapshot: Db,
    query: WholeList<Query>,
    readsStudents = false,
  ): Promise<ListToExport> {
    const total = await this.count(snapshot, query, readsStudents);
    const matching = this.#matching(snapshot, query, readsStudents);
    const rows = streamRows(snapshot, this.#ordered(query, matching));
    return toExport(this.#list.exported!, total, rows as AsyncIterable<Row>);
  }

  #conditions(query: WholeList<Query>, readsStudents: boolean): RawBuilder<unknown>[] {
    const { id, filters, search, preparedSearch } = this.#list;
    const conditions = toConditions<Query>(filters, query);
    if (query.ids) conditions.push(sql`${sql.ref(id)} = any(${query.ids}::uuid[])`);
    if (query.search && search) conditions.push(anyOf(search(query.search, query, readsStudents)));
    if (query.search && preparedSearch) conditions.push(preparedSearch(toSearched(query.search)));
    return conditions;
  }

  #condition(query: WholeList<Query>, readsStudents: boolean): RawBuilder<SqlBool> {
    return allOf(this.#conditions(query, readsStudents));
  }

  #matching(db: Db, query: WholeList<Query>, readsStudents: boolean) {
    return this.#list.rows(db).where(this.#condition(query, readsStudents));
  }

  #ordered(query: WholeList<Query>, rows: SelectQueryBuilder<Tables, Name, Row>) {
    const { field, direction } = toSort(query.sort);
    const name = field as SortField<Query>;
    const { pinned, emptyLast } = this.#list;
    const isEmptyLast = emptyLast?.includes(name);
    return [this.#list.sorts[name]]
      .flat()
      .reduce(
        (sorted, by) =>
          sorted.orderBy(by as RawBuilder<unknown>, (order) => {
            const directed = direction === 'asc' ? order.asc() : order.desc();
            return isEmptyLast ? directed.nullsLast() : directed;
          }),
        pinned ? rows.orderBy(pinned, 'desc') : rows,
      )
      .orderBy(sql.ref(this.#list.id), direction);
  }

  #total(db: Db, query: WholeList<Query>, readsStudents: boolean): RawBuilder<number> {
    const { countedTable, storedTotal } = this.#list;
    if (countedTable && this.#conditions(query, readsStudents).length === 0)
      return sql`
        (select sum(row_count)::bigint from list_sums where list = ${sql.lit(countedTable)})`;
    const stored = storedTotal?.(query);
    if (stored) return stored;
    const matching = this.#matching(db, query, readsStudents)
      .clearSelect()
      .select(sql`1`.as('one'));
    return sql`(select count(*) from (${matching}) matching)`;
  }

  #page(db: Db, query: WholeList<Query>, { limit, skip = 0, readsStudents = false }: Portion) {
    // A literal: for an unknown limit, PostgreSQL would estimate a tenth of the table and plan each time.
    const maxRows = sql.lit(skip + limit);
    const condition = this.#condition(query, readsStudents);
    const candidates = this.#list.candidates?.(query, condition, maxRows);
    const rows = candidates
      ? this.#list
          .rows(db)
          .where(sql<SqlBool>`${sql.ref(this.#list.id)} = any(array(${candidates}))`)
      : this.#matching(db, query, readsStudents);
    const total = this.#list.countsWhileSorting?.(query)
      ? sql<number>`count(*) over ()`
      : this.#total(db, query, readsStudents);
    return this.#ordered(query, rows)
      .select(total.as('listTotal'))
      .limit(sql.lit(limit))
      .$if(skip > 0, (some) => some.offset(skip));
  }

  #isFirstPage(filters: object): boolean {
    const { firstPageFilters } = this.#list;
    return (
      firstPageFilters !== undefined &&
      Object.entries(filters).every(
        ([name, value]) => value === undefined || firstPageFilters.some((each) => each === name),
      )
    );
  }

  #findFirstPage(db: Db, query: Query) {
    const { page: _page, limit, sort, ...filters } = query;
    const { id, constantFilters } = this.#list;
    const split = splitFilters(Object.entries(filters), constantFilters);
    return runOnceCompiled(
      db,
      `${id} ${limit} ${sort} ${JSON.stringify(split.constant)}`,
      Object.fromEntries(split.variable.flatMap(toParameters)),
      (values) => {
        const shape = { ...toStatementFilters(split, values), sort } as unknown as WholeList<Query>;
        return this.#page(db, shape, { limit }).modifyFront(PREPARED);
      },
    );
  }
}
