import type { WholeList } from '@pos/contract/values';
import {
  type CompiledQuery,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely';
import { allOf } from '#api/db/all-of.ts';
import type { Db } from '#api/db/db.ts';
import { getLimitedPerson } from '#api/db/places/places.ts';
import { streamRows } from '#api/db/row-stream.ts';
import { invalid } from '#api/http/failure.ts';
import {
  countUpTo,
  findNewestMatches,
  findPage,
  type FoundPage,
  type RowsOfPlaces,
  selectFound,
} from './newest-first.ts';
import {
  byIdOrder,
  cappedTotal,
  LAST_ROW,
  MAX_SEARCH_TOTAL,
  pageWithTotal,
  toSort,
  type Total,
} from './paging.ts';
import {
  type Filters,
  type Growing,
  isSearchedByIndex,
  isSelective,
  type ListDescription,
  type ListQuery,
  type QuerySchema,
  type SortField,
} from './list-description.ts';
import { toCondition } from './search-path.ts';
import type { WrittenColumn, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import type { ExportedList } from './exported-list.ts';

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

/**
 * A list. `readsStudents` is only for lists with names of students or a search for them; without it,
 * such a search finds nothing.
 */
export class List<Query extends ListQuery, Tables, Name extends keyof Tables, Row extends object> {
  readonly #list: ListDescription<Query, Tables, Name, Row>;
  /** Compiled once, because that costs more than looking the rows of a page up. */
  readonly #rowsById = new Map<boolean, CompiledQuery<Row>>();

  constructor(_query: QuerySchema<Query>, description: ListDescription<Query, Tables, Name, Row>) {
    this.#list = description;
  }

  /** Exported columns; undefined if the list cannot be exported. */
  get exported(): ExportedList<Row> | undefined {
    return this.#list.exported;
  }

  /** Returns one page and the number of matching rows. */
  async find(
    db: Db,
    query: Query,
    readsStudents = false,
  ): Promise<{ results: Row[]; total: Total }> {
    const { growing } = this.#list;
    if (growing) return this.#findGrowing(db, query, readsStudents, growing);
    const { results, total } = await pageWithTotal(
      this.#page(db, query, readsStudents).execute() as unknown as Promise<
        (Row & { listTotal: number })[]
      >,
      () => this.count(db, query, readsStudents),
    );
    return { results: results as unknown as Row[], total: { total, isCapped: false } };
  }

  /** Returns one row by ID. */
  async findById(db: Db, id: string): Promise<Row | undefined> {
    const row = this.#list.rows(db, true).where(sql<SqlBool>`${sql.ref(this.#list.id)} = ${id}`);
    return await row.executeTakeFirst();
  }

  /** Counts the matching rows. */
  async count(db: Db, query: WholeList<Query>, readsStudents = false): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select ${this.#total(db, query, readsStudents)} as total`.execute(db);
    return rows[0]!.total;
  }

  /** Returns true if the total is stored, so that counting takes no longer with more rows. */
  hasStoredCount(query: WholeList<Query>): boolean {
    const { stored } = this.#list;
    return stored !== undefined && this.#hasOnly(query, stored.by);
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

  /** SQL condition: a row matches the query. A search of one page `isPaged`. */
  condition(query: WholeList<Query>, readsStudents: boolean, isPaged = false): RawBuilder<SqlBool> {
    return allOf(this.#conditions(query, readsStudents, isPaged));
  }

  #conditions(
    query: WholeList<Query>,
    readsStudents: boolean,
    isPaged = false,
  ): RawBuilder<unknown>[] {
    const { id, filters, defaults, search, growing } = this.#list;
    const conditions = toConditions<Query>(filters, { ...defaults, ...query });
    if (query.ids) conditions.push(sql`${sql.ref(id)} = any(${query.ids}::uuid[])`);
    if (query.search && search) conditions.push(anyOf(search(query.search, query, readsStudents)));
    if (query.search && growing) {
      const paths = growing.meanings(query.search, readsStudents);
      conditions.push(
        // Newest first, a text that matches much soon fills a page.
        isSelective(growing, query) || (isPaged && query.sort === `-${growing.sort}`)
          ? anyOf(paths.map(toCondition))
          : sql`${sql.ref(id)} in (${selectFound(growing, paths)})`,
      );
    }
    return conditions;
  }

  #matching(db: Db, query: WholeList<Query>, readsStudents: boolean) {
    return this.#list.rows(db, readsStudents).where(this.condition(query, readsStudents));
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

  /** Returns true if the query gives no filters but these, apart from defaults. */
  #hasOnly(query: WholeList<Query>, names: readonly (keyof WholeList<Query>)[]): boolean {
    const { defaults } = this.#list;
    return Object.entries(query).every(([key, value]) => {
      const name = key as keyof WholeList<Query>;
      const isGiven = value !== undefined && value !== '' && value !== defaults?.[name];
      return !isGiven || NO_FILTERS.includes(key) || names.includes(name);
    });
  }

  #total(db: Db, query: WholeList<Query>, readsStudents: boolean): RawBuilder<number> {
    if (this.hasStoredCount(query)) return this.#list.stored!.total(query);
    const matching = this.#matching(db, query, readsStudents)
      .clearSelect()
      .select(sql`1`.as('one'));
    return sql`(select count(*) from (${matching}) matching)`;
  }

  #page(db: Db, query: Query, readsStudents: boolean) {
    const { page, limit } = query;
    const skip = (page - 1) * limit;
    const condition = this.condition(query, readsStudents);
    const candidates = this.#list.candidates?.(query, condition, sql.lit(skip + limit));
    const rows = candidates
      ? this.#list
          .rows(db, readsStudents)
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

  /** Finds the IDs of a page, planned for its filters, and then looks their columns up. */
  async #findGrowing(
    db: Db,
    query: Query,
    readsStudents: boolean,
    growing: Growing<Query>,
  ): Promise<{ results: Row[]; total: Total }> {
    const isByTime = toSort(query.sort).field === growing.sort;
    if (!isByTime && (query.page - 1) * query.limit >= LAST_ROW) throw tooDeep();
    const matches = isSearchedByIndex(growing, query)
      ? await this.#findNewestMatches(db, query, readsStudents, growing)
      : undefined;
    const { ids, total } = matches ?? (await this.#findIds(db, query, readsStudents, growing));
    return {
      results: await this.#lookUp(db, ids, readsStudents),
      total: this.hasStoredCount(query)
        ? { total, isCapped: false }
        : cappedTotal(total, query.search ? MAX_SEARCH_TOTAL : LAST_ROW),
    };
  }

  #findNewestMatches(
    db: Db,
    { search, page, limit, ...filters }: Query,
    readsStudents: boolean,
    growing: Growing<Query>,
  ): Promise<FoundPage | undefined> {
    const query = filters as unknown as WholeList<Query>;
    const findable = this.#hasOnly(query, [])
      ? 'standing'
      : this.#hasOnly(query, [VOIDED as keyof WholeList<Query>])
        ? 'all'
        : this.condition(query, readsStudents);
    const paths = growing.meanings(search!, readsStudents);
    return findNewestMatches(db, growing, paths, { skip: (page - 1) * limit, limit, findable });
  }

  async #findIds(
    db: Db,
    query: Query,
    readsStudents: boolean,
    growing: Growing<Query>,
  ): Promise<FoundPage> {
    const { page, limit, cursor, sort, search } = query;
    const { field, direction } = toSort(sort as Query['sort'] & string);
    const name = field as SortField<Query>;
    const [by] = [this.#list.sorts[name]].flat() as RawBuilder<unknown>[];
    const where = this.condition(query, readsStudents, true);
    const position = { skip: (page - 1) * limit, limit };
    const isOfPlaces = getLimitedPerson() !== undefined && name === growing.sort;
    const places = isOfPlaces ? growing.places(query) : undefined;
    const given = {
      from: sql`${sql.table(growing.table)} ${growing.sortJoins?.[name] ?? sql``}`,
      where,
      by: by!,
      direction,
      total: this.#growingTotal(query, where, growing, places),
      places,
      hasOnePlan: places !== undefined && !search,
    };
    if (cursor && name === growing.sort && !search) {
      const found = await findPage(db, growing, { ...given, ...position, cursor });
      // Otherwise its row was voided, or none follows any more.
      if (found.ids.length > 0) return found;
    }
    return findPage(db, growing, { ...given, ...position });
  }

  /** Stored total, or else a count up to one more than the maximum. */
  #growingTotal(
    query: Query,
    where: RawBuilder<unknown>,
    growing: Growing<Query>,
    places: readonly RowsOfPlaces[] | undefined,
  ): RawBuilder<number> {
    if (this.hasStoredCount(query)) return this.#list.stored!.total(query);
    const max = query.search ? MAX_SEARCH_TOTAL : LAST_ROW;
    // The indexes have found more already.
    const isMore =
      isSearchedByIndex(growing, query) &&
      this.#hasOnly(query, ['search', VOIDED] as (keyof WholeList<Query>)[]);
    return isMore ? sql.lit(max + 1) : countUpTo(max, growing, where, places);
  }

  /** Returns the rows of a page in the order of their IDs. */
  async #lookUp(db: Db, ids: readonly string[], readsStudents: boolean): Promise<Row[]> {
    let compiled = this.#rowsById.get(readsStudents);
    if (!compiled) {
      const isOnPage = sql<SqlBool>`${sql.ref(this.#list.id)} = any(${IDS}::uuid[])`;
      compiled = this.#list.rows(db, readsStudents).where(isOnPage).compile();
      this.#rowsById.set(readsStudents, compiled);
    }
    const parameters = compiled.parameters.map((value) => (value === IDS ? ids : value));
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return byIdOrder(ids, rows as (Row & { id: string })[]);
  }
}

/** Stands for the IDs of a page in a compiled statement. */
const IDS = Symbol('ids');
const VOIDED = 'voided';
/** Keys of a query that exclude no row. */
const NO_FILTERS: readonly string[] = ['page', 'limit', 'sort', 'cursor'];

const tooDeep = () =>
  invalid({
    page: 'Beyond 10,000 rows, only the order by time is available. Narrow the list by fair or dates, or search.',
  });
