import type { WholeList } from '@pos/contract/values';
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { allOf } from '#api/db/all-of.ts';
import { runOnceCompiled, hiddenFromPlanner } from '#api/db/compiled-once.ts';
import { PREPARED, type Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import type { HotListDescription, HotQuery } from './hot-list-description.ts';
import {
  filtersOnlyBy,
  hasStoredStart,
  isFirstRows,
  isSelective,
  isSearchOnly,
  mergedValues,
  refuseDeepPage,
  selectIds,
  selectNewestIds,
} from './hot-pages.ts';
import { splitFilters, toLiterals } from './first-page.ts';
import {
  anyOf,
  type ListToExport,
  type QuerySchema,
  type SortField,
  toConditions,
  toExport,
} from './list.ts';
import type { ExportedList } from './exported-list.ts';
import {
  byIdOrder,
  cappedTotal,
  LAST_ROW,
  MAX_SEARCH_TOTAL,
  pageWithTotal,
  toSort,
  type Total,
} from './paging.ts';
import { MAX_SKIPPED_ROWS, findPageStart, type PageStart } from './page-start.ts';
import {
  chooseSearchPlan,
  countVoided,
  findSearchPage,
  matchingRows,
  type SearchPlan,
} from './search-plan.ts';
import { readablePaths, type SearchPath, toCondition } from './search-path.ts';

/** A hot list (docs/hot-lists.md). `readsStudents`: the reader has the right to read Students. */
export class HotList<
  Query extends HotQuery,
  Terms extends Record<string, unknown>,
  Tables,
  Name extends keyof Tables,
  Row extends object,
> {
  readonly #list: HotListDescription<Query, Terms, Tables, Name, Row>;
  readonly #id: RawBuilder<string>;

  constructor(
    _query: QuerySchema<Query>,
    description: HotListDescription<Query, Terms, Tables, Name, Row>,
  ) {
    this.#list = description;
    this.#id = sql.ref(`${description.table}.id`);
  }

  get exported(): ExportedList<Row> {
    return this.#list.exported;
  }

  /** Returns one page and the number of matching rows. Rows of equal time are ordered by ID. */
  async find(
    db: Db,
    query: Query,
    readsStudents: boolean,
  ): Promise<{ results: Row[]; total: Total }> {
    refuseDeepPage(this.#list, query);
    if (isFirstRows(this.#list, query)) return this.#findFirstRows(db, query, readsStudents);
    const found = isSearchOnly(this.#list, query)
      ? await this.#findSearchPage(db, query, readsStudents)
      : undefined;
    if (typeof found === 'object') return found;
    const plan = found ?? (await this.#choosePlan(db, query, readsStudents));
    const [results, total] = await Promise.all([
      this.#findPage(db, query, readsStudents, plan),
      this.#count(db, query, readsStudents, plan),
    ]);
    return { results, total };
  }

  /** SQL condition: a row matches the filters. */
  condition(
    query: WholeList<Query>,
    readsStudents: boolean,
    plan: SearchPlan = isSelective(this.#list, query) ? 'row-by-row' : 'indexed',
  ): RawBuilder<SqlBool> {
    const conditions = toConditions<Query>(this.#list.filters, {
      ...this.#list.defaults,
      ...query,
    });
    if (query.search) conditions.push(this.#searchCondition(query.search, readsStudents, plan));
    return allOf(conditions);
  }

  /** Returns true if stored counts can answer the number of matching rows. */
  hasStoredCount(query: Partial<Query>): boolean {
    return filtersOnlyBy(this.#list, query, this.#list.counts.by);
  }

  /** Returns the number of matching rows from stored counts, or undefined if a filter has none. */
  async storedCount(db: Db, query: Partial<Query>): Promise<number | undefined> {
    if (!this.hasStoredCount(query)) return undefined;
    const total = this.#list.counts.total(query);
    const { rows } = await sql<{ count: number }>`select ${PREPARED} ${total} as count`.execute(db);
    return rows[0]!.count;
  }

  /** Counts all matching rows, without a limit, for callers that read them all anyway. */
  async countAll(db: Db, query: WholeList<Query>, readsStudents: boolean): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count
      from ${sql.table(this.#list.table)}
      where ${this.condition(query, readsStudents)}`.execute(db);
    return rows[0]!.count;
  }

  /** Returns all matching rows, in the list's order, for an export. */
  async toExport(
    snapshot: Db,
    query: WholeList<Query>,
    readsStudents: boolean,
  ): Promise<ListToExport> {
    const total = await this.countAll(snapshot, query, readsStudents);
    const isMatching = sql`
      in (
        select id
        from ${sql.table(this.#list.table)}
        where ${this.condition(query, readsStudents)})`;
    const rows = this.#sorted(this.#rows(snapshot, readsStudents, isMatching), query.sort);
    return toExport(this.#list.exported, total, streamRows(snapshot, rows) as AsyncIterable<Row>);
  }

  #rows(db: Db, readsStudents: boolean, idCondition: RawBuilder<unknown>) {
    return this.#list.rows(db, readsStudents).where(sql<SqlBool>`${this.#id} ${idCondition}`);
  }

  #sorted(rows: SelectQueryBuilder<Tables, Name, Row>, sort: string) {
    const { field, direction } = toSort(sort);
    const { by } = this.#list.sorts[field as SortField<Query>];
    return rows.orderBy(by, direction).orderBy(this.#id, direction);
  }

  #paths(terms: Terms, readsStudents: boolean): SearchPath[] {
    return readablePaths(this.#list.search, terms, readsStudents);
  }

  #searchCondition(search: string, readsStudents: boolean, plan: SearchPlan): RawBuilder<SqlBool> {
    if (typeof plan === 'object') return sql`${this.#id} = any(${plan.ids}::uuid[])`;
    const paths = this.#paths(this.#list.terms(search), readsStudents);
    return plan === 'row-by-row'
      ? anyOf(paths.map(toCondition))
      : sql`${this.#id} in (select id from ${matchingRows(this.#list, paths)})`;
  }

  /** Returns one of the first pages and its stored total from one prepared statement. */
  async #findFirstRows(db: Db, query: Query, readsStudents: boolean) {
    const { table, counts, newestFirst } = this.#list;
    const { page, limit } = query;
    const { constant, variable } = splitFilters(
      counts.firstRowsFilters.map((name) => [name, query[name]]),
      counts.constantFilters,
    );
    const rows = runOnceCompiled(
      db,
      `${table} ${limit} ${readsStudents} ${JSON.stringify(constant)}`,
      {
        ...Object.fromEntries(variable),
        skip: (page - 1) * limit || undefined,
      } as Partial<Query> & { skip?: number },
      ({ skip, ...values }) => {
        const offset = skip === undefined ? sql`` : sql`offset ${hiddenFromPlanner(skip)}::int`;
        const filters = { ...values, ...Object.fromEntries(constant.map(toLiterals)) };
        const condition = this.condition(filters as unknown as WholeList<Query>, readsStudents);
        const ids = selectIds(this.#list, condition, newestFirst);
        const isOnPage = sql`in (${ids} limit ${sql.lit(limit)} ${offset})`;
        return this.#sorted(this.#rows(db, readsStudents, isOnPage), newestFirst)
          .select(counts.total(filters as Partial<Query>).as('listTotal'))
          .modifyFront(PREPARED);
      },
    );
    const { results, total } = await pageWithTotal(
      rows as unknown as Promise<(Row & { listTotal: number })[]>,
      async () => (await this.storedCount(db, query))!,
    );
    return { results: results as unknown as Row[], total: { total, isCapped: false } };
  }

  #findSearchPage(db: Db, { search, page, limit }: Query, readsStudents: boolean) {
    const { table, time, terms } = this.#list;
    return findSearchPage<Terms, Row>(
      db,
      { table, time, key: `${table} indexed ${readsStudents}` },
      terms(search!),
      (given) => this.#paths(given, readsStudents),
      {
        skip: (page - 1) * limit,
        limit,
        rowsOf: (ids) => this.#rows(db, readsStudents, sql`= any(${ids})`),
      },
    );
  }

  /**
   * Chooses how to answer a search: from indexes, or row by row, which takes time in proportion to
   * the rows of the fair, school or device.
   */
  #choosePlan(db: Db, query: Query, readsStudents: boolean): Promise<SearchPlan> | SearchPlan {
    if (!query.search) return 'indexed';
    if (isSelective(this.#list, query)) return 'row-by-row';
    const { terms, newestFirst } = this.#list;
    const paths = this.#paths(terms(query.search), readsStudents);
    return chooseSearchPlan(db, this.#list, paths, query.sort === newestFirst);
  }

  /**
   * Reads any other page in two statements: the IDs, planned for the requested values, then their
   * columns, with a prepared statement (decision 22).
   */
  async #findPage(db: Db, query: Query, readsStudents: boolean, plan: SearchPlan): Promise<Row[]> {
    const { table, time, counts } = this.#list;
    const skip = (query.page - 1) * query.limit;
    const start: PageStart | undefined =
      skip > MAX_SKIPPED_ROWS && hasStoredStart(this.#list, query)
        ? await findPageStart(db, counts.hourlyCounts, skip, query)
        : { before: null, skip };
    if (!start) return [];
    const mergedConditions = mergedValues(this.#list, query).map((value) =>
      this.condition({ ...query, [this.#list.mergedFilter!]: [value] }, readsStudents, plan),
    );
    const conditions = [this.condition(query, readsStudents, plan)];
    if (start.before !== null)
      conditions.push(sql`${sql.ref(`${table}.${time}`)} < ${start.before}`);
    const ids =
      mergedConditions.length > 0
        ? selectNewestIds(this.#list, mergedConditions, query)
        : sql<{ id: string }>`
          ${selectIds(this.#list, allOf(conditions), query.sort)}
          limit ${query.limit} offset ${start.skip}`;
    const { rows } = await ids.execute(db);
    return this.#readRows(
      db,
      rows.map(({ id }) => id),
      readsStudents,
    );
  }

  /** Returns the rows of a page in the order of their IDs. */
  async #readRows(db: Db, ids: readonly string[], readsStudents: boolean): Promise<Row[]> {
    const key = `${this.#list.table} by id ${readsStudents}`;
    const rows = await runOnceCompiled(db, key, { ids }, (given) =>
      this.#rows(db, readsStudents, sql`= any(${given.ids}::uuid[])`).modifyFront(PREPARED),
    );
    return byIdOrder(ids, rows as unknown as (Row & { id: string })[]);
  }

  /**
   * Counts the matching rows: exactly if stored counts have them, otherwise up to MAX_SEARCH_TOTAL
   * of a search and LAST_ROW of other filters.
   */
  async #count(db: Db, query: Query, readsStudents: boolean, plan: SearchPlan): Promise<Total> {
    const stored = await this.storedCount(db, query);
    if (stored !== undefined) return { total: stored, isCapped: false };
    const max = query.search ? MAX_SEARCH_TOTAL : LAST_ROW;
    const includesVoided = query.voided === 'include';
    if (query.search && filtersOnlyBy(this.#list, query, ['search', 'voided'])) {
      if (!includesVoided && plan === 'row-by-row') return cappedTotal(max + 1, max);
      if (typeof plan === 'object')
        return cappedTotal(
          plan.count - (includesVoided ? 0 : await countVoided(db, this.#list, plan.ids)),
          max,
        );
    }
    const countPlan = isSelective(this.#list, query) || typeof plan === 'object' ? plan : 'indexed';
    const { rows } = await sql<{ matches: number }>`
      select count(*) as matches
      from (
        select
        from ${sql.table(this.#list.table)}
        where ${this.condition(query, readsStudents, countPlan)}
        limit ${max + 1}) matching`.execute(db);
    return cappedTotal(rows[0]!.matches, max);
  }
}
