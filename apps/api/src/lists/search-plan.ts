import { type Expression, sql, type RawBuilder } from 'kysely';
import { runOnceCompiled, unseen } from '#api/db/compiled-once.ts';
import { PREPARED, type Db } from '#api/db/db.ts';
import { LAST_ROW, type Total, withoutColumns } from './paging.ts';
import { type EndOfHits, type ListTable, type SearchWay, toHits } from './search-way.ts';

/**
 * Ways to find the rows of a search. `ids`: the `count` distinct matches are known, as a PostgreSQL
 * array literal that is passed straight back. `indexed`: matches are collected from indexes.
 * `row-by-row`: each row is checked.
 */
export type SearchPlan = 'indexed' | 'row-by-row' | { ids: string; count: number };

/**
 * Maximum rows collected. One row may be found several times, for example an order by each of its
 * lines.
 */
const MAX_HITS = 3 * LAST_ROW;

const inUnion = (queries: readonly RawBuilder<unknown>[]) => sql.join(queries, sql` union all `);

/** Tables that are read once and used by several ways, as common table expressions. */
function commonTables(ways: readonly SearchWay[]): RawBuilder<unknown> {
  const each = ways.flatMap(({ through }) => through?.each ?? []);
  return sql.join(
    each.map(({ name, rows }) => sql`${sql.table(name)} as materialized (${rows}), `),
    sql``,
  );
}

/** All matches of a search, as a subquery `hits (id, at)`. */
export function matchingRows(list: ListTable, ways: readonly SearchWay[]): RawBuilder<unknown> {
  return sql`
    (
      with ${commonTables(ways)}every as (${inUnion(ways.map((way) => toHits(list, way)))})
      select *
      from every) hits (id, at)`;
}

/**
 * Decides how to answer a search over all rows. Up to LAST_ROW matches are collected once. With
 * more matches, scanning newest-first finds a page sooner, if the list is sorted so.
 */
export async function chooseSearchPlan(
  db: Db,
  list: ListTable,
  ways: readonly SearchWay[],
  isNewestFirst: boolean,
): Promise<SearchPlan> {
  const { rows } = await sql<{ ids: string | null; different: number }>`
    with found as materialized (
           select id
           from ${matchingRows(list, ways)}
           limit ${sql.lit(MAX_HITS)}),
         single as materialized (select distinct id from found),
         facts as (
           select (select count(*) from found) as seen, (select count(*) from single) as different)
    select different,
      case
        when seen < ${sql.lit(MAX_HITS)}
          and different <= ${sql.lit(LAST_ROW)} then array(select id from single)::text
      end as ids
    from facts`.execute(db);
  const { ids, different } = rows[0]!;
  if (ids !== null) return { ids, count: different };
  return isNewestFirst && different > LAST_ROW ? 'row-by-row' : 'indexed';
}

/** Requested page of a search, newest first, and the columns to show. */
export type SearchPage<Row> = {
  skip: number;
  limit: number;
  rowsOf: (ids: RawBuilder<unknown>) => Expression<Row>;
};

type PageFacts = {
  isAnswered: boolean;
  different: number;
  listTotal: number;
  place: number | null;
};

/**
 * Returns one page of all matches that are not voided, newest first, with the total, in one
 * statement if there are at most LAST_ROW matches; otherwise the way to find them. `key` names the
 * statement that `waysOf` builds for the given terms. Each step that a match goes through costs as
 * much as finding it, so matches are counted where they are found, and only the newest of each way
 * are sorted.
 */
export async function findSearchPage<Terms extends Record<string, unknown>, Row extends object>(
  db: Db,
  list: ListTable & { key: string },
  terms: Terms,
  waysOf: (terms: Terms) => SearchWay[],
  page: SearchPage<Row>,
): Promise<{ results: Row[]; total: Total } | 'indexed' | 'row-by-row'> {
  const { skip, limit } = page;
  const rows = await runOnceCompiled(db, `${list.key} ${limit}`, { ...terms, skip }, (given) => {
    const hidden = Object.entries(given).map(([name, value]) => [name, unseen(value)]);
    const ways = waysOf(Object.fromEntries(hidden) as Terms);
    return pageStatement(list, ways, { ...page, start: sql`${unseen(given.skip)}::int` });
  });
  const { isAnswered, different, listTotal, place } = rows[0]!;
  if (!isAnswered) return different > LAST_ROW ? 'row-by-row' : 'indexed';
  const results =
    place === null ? [] : withoutColumns(rows, ['isAnswered', 'different', 'listTotal', 'place']);
  return {
    results: results as unknown as Row[],
    total: { total: listTotal, isCapped: false },
  };
}

/** Ways with few matches, those with many, and the one on the list's own columns with many. */
function byMatches(ways: readonly SearchWay[]) {
  const many = ways.filter(({ matches }) => matches === 'many');
  return {
    few: ways.filter((way) => !many.includes(way)),
    many,
    own: many.find(({ through }) => !through),
  };
}

function pageStatement<Row>(
  list: ListTable,
  ways: readonly SearchWay[],
  { limit, start, rowsOf }: Omit<SearchPage<Row>, 'skip'> & { start: RawBuilder<unknown> },
) {
  const { few, many } = byMatches(ways);
  const newest: EndOfHits = (id, time) => sql`
    and ${isNotVoided(list, id)}
    order by ${sql.ref(time)} desc, ${sql.ref(id)} desc
    limit ${start} + ${sql.lit(limit)}`;
  const candidates = [
    sql`select id, at from few where ${isNotVoided(list, 'id')}`,
    ...many.map((way) => sql`(${toHits(list, way, newest)})`),
  ];
  return sql<Row & PageFacts>`with ${PREPARED} ${commonTables(ways)}few as materialized (
      select id, at
      from (${inUnion(few.map((way) => toHits(list, way)))}) found (id, at)
      limit ${sql.lit(MAX_HITS)}
    ),
    facts as materialized (
      select sum(different)::int as different, sum(list_total)::int as list_total,
        sum(seen) < ${sql.lit(MAX_HITS)}
        and sum(different) <= ${sql.lit(LAST_ROW)} as is_answered
      from (${inUnion(countsOf(list, ways))}) counts
    ),
    page as materialized (
      select array(
        select id
        from (select distinct id, at from (${inUnion(candidates)}) newest (id, at)) single
        where (select is_answered from facts)
        order by at desc, id desc
        limit ${sql.lit(limit)} offset ${start}) as ids
    )
    select facts.*, array_position((select ids from page), r.id) as place, r.*
    from facts
    left join lateral ${rowsOf(sql`(select ids from page)::uuid[]`)} r on true
    order by place`;
}

/**
 * Counts of the matches. Those on the list's own columns are counted in their index, once each; all
 * others are counted without them.
 */
function countsOf(list: ListTable, ways: readonly SearchWay[]): RawBuilder<unknown>[] {
  const { many, own } = byMatches(ways);
  const table = sql.table(list.table);
  const withoutOwn = (hits: RawBuilder<unknown>) =>
    own
      ? sql`
        select id, at
        from (${hits}) way (id, at)
        where not exists (
          select from ${table} where ${table}.id = way.id and ${own.where})`
      : hits;
  const hits = [
    withoutOwn(sql`select id, at from few`),
    ...many
      .filter((way) => way !== own)
      .map((way) => (way.isBesidesOwn ? toHits(list, way) : withoutOwn(toHits(list, way)))),
  ];
  const counts = [
    sql`
      select count(*) as different, coalesce(sum(times), 0) as seen,
        count(*) filter (where ${isNotVoided(list, 'id')}) as list_total
      from (
        select id, count(*)::int as times
        from (select id, at from (${inUnion(hits)}) every (id, at) limit ${sql.lit(MAX_HITS)}) found
        group by id) single`,
  ];
  if (own)
    counts.push(
      sql`
        select n, n,
          n - (select count(*) from ${table} where voided_by_reset_id is not null and ${own.where})
        from (
          select count(*) as n
          from (select from ${table} where ${own.where} limit ${sql.lit(MAX_HITS)}) own) counted`,
    );
  return counts;
}

function isNotVoided({ table }: ListTable, id: string): RawBuilder<unknown> {
  return sql`
    (
      ${sql.ref(id)} in (
        select id from ${sql.table(table)} where voided_by_reset_id is not null)) is not true`;
}

/** Counts voided rows among these IDs. Voided rows are few, so it searches among them. */
export async function countVoided(db: Db, { table }: ListTable, ids: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from ${sql.table(table)}
    where id = any(${ids}::uuid[]) and voided_by_reset_id is not null`.execute(db);
  return rows[0]!.count;
}
