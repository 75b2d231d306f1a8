import type { WholeList } from '@pos/contract/values';
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { runOnceCompiled, unseen } from '#api/db/compiled-once.ts';
import { PREPARED, type Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import type { HotListDescription, HotQuery } from './hot-list-description.ts';
import {
  asksOnly,
  hasStoredStart,
  isFirstRows,
  isNarrow,
  isSearchAlone,
  mergedValues,
  refuseDeepPage,
  selectIds,
  selectNewestIds,
} from './hot-pages.ts';
import {
  allOf,
  anyOf,
  type ListToExport,
  type QueryOf,
  type SortField,
  toConditions,
  toExport,
} from './list.ts';
import { byIdOrder, cappedTotal, LAST_ROW, pageWithTotal, toSort, type Total } from './paging.ts';
import { FEW_ROWS, findPageStart, type PageStart } from './page-start.ts';
import {
  chooseSearchPlan,
  countVoided,
  findSearchPage,
  matchingRows,
  type SearchPlan,
} from './search-plan.ts';
import { type SearchWay, toCondition } from './search-way.ts';

/** A hot list. `readsStudents`: the reader has the right to read Students. */
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
    _query: QueryOf<Query>,
    description: HotListDescription<Query, Terms, Tables, Name, Row>,
  ) {
    this.#list = description;
    this.#id = sql.ref(`${description.table}.id`);
  }

  /** Returns one page and the number of matching rows; equal times keep one order. */
  async find(
    db: Db,
    query: Query,
    readsStudents: boolean,
  ): Promise<{ results: Row[]; total: Total }> {
    refuseDeepPage(this.#list, query);
    if (isFirstRows(this.#list, query)) return this.#findFirstRows(db, query, readsStudents);
    const found = isSearchAlone(this.#list, query)
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

  /** Returns one row by ID. */
  findById(db: Db, id: string, readsStudents: boolean): Promise<Row | undefined> {
    return this.#rows(db, readsStudents, sql`= ${id}`).executeTakeFirst();
  }

  /** SQL condition: a row matches the filters. */
  condition(
    query: WholeList<Query>,
    readsStudents: boolean,
    plan: SearchPlan = isNarrow(this.#list, query) ? 'row-by-row' : 'indexed',
  ): RawBuilder<SqlBool> {
    const conditions = toConditions<Query>(this.#list.filters, { ...this.#list.usual, ...query });
    if (query.search) conditions.push(this.#searched(query.search, readsStudents, plan));
    return allOf(conditions);
  }

  /** Returns true if stored counts know the number of matching rows. */
  hasStoredCount(query: Partial<Query>): boolean {
    return asksOnly(this.#list, query, this.#list.counts.by);
  }

  /** Returns the number of matching rows from stored counts, or undefined if they lack a filter. */
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

  /** Returns all matching rows in the order of the list as an exported sheet. */
  async toExport(
    snapshot: Db,
    query: WholeList<Query>,
    readsStudents: boolean,
  ): Promise<ListToExport> {
    const total = await this.countAll(snapshot, query, readsStudents);
    const matching = sql`
      in (
        select id
        from ${sql.table(this.#list.table)}
        where ${this.condition(query, readsStudents)})`;
    const rows = this.#sorted(this.#rows(snapshot, readsStudents, matching), query.sort);
    return toExport(this.#list.exported, total, streamRows(snapshot, rows) as AsyncIterable<Row>);
  }

  #rows(db: Db, readsStudents: boolean, ofId: RawBuilder<unknown>) {
    return this.#list.rows(db, readsStudents).where(sql<SqlBool>`${this.#id} ${ofId}`);
  }

  #sorted(rows: SelectQueryBuilder<Tables, Name, Row>, sort: string) {
    const { field, direction } = toSort(sort);
    const { by } = this.#list.sorts[field as SortField<Query>];
    return rows.orderBy(by, direction).orderBy(this.#id, direction);
  }

  #ways(terms: Terms, readsStudents: boolean): SearchWay[] {
    return Object.values(this.#list.search)
      .filter(({ needs }) => !needs || readsStudents)
      .flatMap(({ ways }) => ways(terms));
  }

  #searched(search: string, readsStudents: boolean, plan: SearchPlan): RawBuilder<SqlBool> {
    if (typeof plan === 'object') return sql`${this.#id} = any(${plan.ids}::uuid[])`;
    const ways = this.#ways(this.#list.terms(search), readsStudents);
    return plan === 'row-by-row'
      ? anyOf(ways.map(toCondition))
      : sql`${this.#id} in (select id from ${matchingRows(this.#list, ways)})`;
  }

  /** The newest rows and some pages more, with their stored count, in one prepared statement. */
  async #findFirstRows(db: Db, query: Query, readsStudents: boolean) {
    const { table, counts, newestFirst } = this.#list;
    const { page, limit } = query;
    const given = Object.fromEntries(counts.firstRowsBy.map((name) => [name, query[name]]));
    const rows = runOnceCompiled(
      db,
      `${table} ${limit} ${readsStudents}`,
      { ...given, skip: (page - 1) * limit || undefined } as Partial<Query> & { skip?: number },
      ({ skip, ...place }) => {
        const offset = skip === undefined ? sql`` : sql`offset ${unseen(skip)}::int`;
        const asked = this.condition(place as unknown as WholeList<Query>, readsStudents);
        const ids = selectIds(this.#list, asked, newestFirst);
        const chosen = sql`in (${ids} limit ${sql.lit(limit)} ${offset})`;
        return this.#sorted(this.#rows(db, readsStudents, chosen), newestFirst)
          .select(counts.total(place as Partial<Query>).as('listTotal'))
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
      (given) => this.#ways(given, readsStudents),
      {
        skip: (page - 1) * limit,
        limit,
        rowsOf: (ids) => this.#rows(db, readsStudents, sql`= any(${ids})`),
      },
    );
  }

  /**
   * Decides how to answer a search: from indexes of matching rows, or by checking one row after
   * another, which costs as much as the size of the fair or page.
   */
  #choosePlan(db: Db, query: Query, readsStudents: boolean): Promise<SearchPlan> | SearchPlan {
    if (!query.search) return 'indexed';
    if (isNarrow(this.#list, query)) return 'row-by-row';
    const { terms, newestFirst } = this.#list;
    const ways = this.#ways(terms(query.search), readsStudents);
    return chooseSearchPlan(db, this.#list, ways, query.sort === newestFirst);
  }

  /**
   * Reads any other page: first the IDs, with a new plan for each query, then their columns, which
   * are always read the same way.
   */
  async #findPage(db: Db, query: Query, readsStudents: boolean, plan: SearchPlan): Promise<Row[]> {
    const { table, time, counts } = this.#list;
    const skip = (query.page - 1) * query.limit;
    const start: PageStart | undefined =
      skip > FEW_ROWS && hasStoredStart(this.#list, query)
        ? await findPageStart(db, counts.rowsPerHour, skip, query)
        : { before: null, skip };
    if (!start) return [];
    const merged = mergedValues(this.#list, query).map((value) =>
      this.condition({ ...query, [this.#list.mergedBy!]: [value] }, readsStudents, plan),
    );
    const conditions = [this.condition(query, readsStudents, plan)];
    if (start.before !== null)
      conditions.push(sql`${sql.ref(`${table}.${time}`)} < ${start.before}`);
    const ids =
      merged.length > 0
        ? selectNewestIds(this.#list, merged, query)
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

  /** Counts the matching rows: exactly if stored counts can, otherwise up to LAST_ROW. */
  async #count(db: Db, query: Query, readsStudents: boolean, plan: SearchPlan): Promise<Total> {
    const stored = await this.storedCount(db, query);
    if (stored !== undefined) return { total: stored, isCapped: false };
    const isVoidedToo = query.voided === 'include';
    if (query.search && asksOnly(this.#list, query, ['search', 'voided'])) {
      if (!isVoidedToo && plan === 'row-by-row') return cappedTotal(LAST_ROW + 1);
      if (typeof plan === 'object')
        return cappedTotal(
          plan.count - (isVoidedToo ? 0 : await countVoided(db, this.#list, plan.ids)),
        );
    }
    const counting = isNarrow(this.#list, query) || typeof plan === 'object' ? plan : 'indexed';
    const { rows } = await sql<{ counted: number }>`
      select count(*) as counted
      from (
        select
        from ${sql.table(this.#list.table)}
        where ${this.condition(query, readsStudents, counting)}
        limit ${LAST_ROW + 1}) matching`.execute(db);
    return cappedTotal(rows[0]!.counted);
  }
}
