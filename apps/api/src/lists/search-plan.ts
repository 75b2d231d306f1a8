import { type Expression, sql, type RawBuilder } from 'kysely';
import { runOnceCompiled, hiddenFromPlanner } from '#api/db/compiled-once.ts';
import { PREPARED, type Db } from '#api/db/db.ts';
import { LAST_ROW, type Total, withoutColumns } from './paging.ts';
import {
  type NewestMatches,
  type ListTable,
  type SearchPath,
  selectMatches,
} from './search-path.ts';

/**
 * Method of finding the rows of a search. `indexed`: in the indexes of the search paths.
 * `row-by-row`: by checking each row. An object: the `count` matches are already known, and `ids` is
 * a PostgreSQL array literal of their IDs for the next statement.
 */
export type SearchPlan = 'indexed' | 'row-by-row' | { ids: string; count: number };

/**
 * Maximum matches read from indexes, duplicates included. A row may match several times, for example
 * an order by each of its lines.
 */
const MAX_MATCHES = 3 * LAST_ROW;

const unionAll = (queries: readonly RawBuilder<unknown>[]) => sql.join(queries, sql` union all `);

/** Builds the `drivenBy` rows of the paths as common table expressions. */
function driverTables(paths: readonly SearchPath[]): RawBuilder<unknown> {
  const drivers = paths.flatMap(({ through }) => through?.drivenBy ?? []);
  return sql.join(
    drivers.map(({ name, rows }) => sql`${sql.table(name)} as materialized (${rows}), `),
    sql``,
  );
}

/** All matches of a search, as a subquery `hits (id, at)`. */
export function matchingRows(list: ListTable, paths: readonly SearchPath[]): RawBuilder<unknown> {
  return sql`
    (
      with ${driverTables(paths)}every as (
        ${unionAll(paths.map((path) => selectMatches(list, path)))})
      select *
      from every) hits (id, at)`;
}

/**
 * Chooses how to answer a search of a whole list. Up to LAST_ROW matches are read at once. With more
 * matches, a newest-first list is checked row by row, because that soon fills a page.
 */
export async function chooseSearchPlan(
  db: Db,
  list: ListTable,
  paths: readonly SearchPath[],
  isNewestFirst: boolean,
): Promise<SearchPlan> {
  const { rows } = await sql<{ ids: string | null; different: number }>`
    with found as materialized (
      select id
      from ${matchingRows(list, paths)}
      limit ${sql.lit(MAX_MATCHES)}),
    single as materialized (select distinct id from found),
    facts as (
      select (select count(*) from found) as seen, (select count(*) from single) as different)
    select different,
      case
        when seen < ${sql.lit(MAX_MATCHES)}
          and different <= ${sql.lit(LAST_ROW)} then array(select id from single)::text
      end as ids
    from facts`.execute(db);
  const { ids, different: distinctCount } = rows[0]!;
  if (ids !== null) return { ids, count: distinctCount };
  return isNewestFirst && distinctCount > LAST_ROW ? 'row-by-row' : 'indexed';
}

/** Requested page of a search, newest first. `rowsOf` selects the shown columns of these IDs. */
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
 * statement. With more than LAST_ROW matches it returns the plan to use instead. `key` identifies
 * the statement in the cache. Sorting or joining a match costs as much as finding it (decision 26),
 * so matches are counted in their index, and only the newest of each path are sorted.
 */
export async function findSearchPage<Terms extends Record<string, unknown>, Row extends object>(
  db: Db,
  list: ListTable & { key: string },
  terms: Terms,
  pathsOf: (terms: Terms) => SearchPath[],
  page: SearchPage<Row>,
): Promise<{ results: Row[]; total: Total } | 'indexed' | 'row-by-row'> {
  const { skip, limit } = page;
  const rows = await runOnceCompiled(db, `${list.key} ${limit}`, { ...terms, skip }, (given) => {
    const hidden = Object.entries(given).map(([name, value]) => [name, hiddenFromPlanner(value)]);
    const paths = pathsOf(Object.fromEntries(hidden) as Terms);
    return pageStatement(list, paths, {
      ...page,
      start: sql`${hiddenFromPlanner(given.skip)}::int`,
    });
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

/** Groups paths by `matches`. `own` is the path with many matches on the list's own columns. */
function groupPaths(paths: readonly SearchPath[]) {
  const many = paths.filter(({ matches }) => matches === 'many');
  return {
    few: paths.filter((path) => !many.includes(path)),
    many,
    own: many.find(({ through }) => !through),
  };
}

function pageStatement<Row>(
  list: ListTable,
  paths: readonly SearchPath[],
  { limit, start, rowsOf }: Omit<SearchPage<Row>, 'skip'> & { start: RawBuilder<unknown> },
) {
  const { few, many } = groupPaths(paths);
  const newest: NewestMatches = (id, time) => sql`
    and ${isNotVoided(list, id)}
    order by ${sql.ref(time)} desc, ${sql.ref(id)} desc
    limit ${start} + ${sql.lit(limit)}`;
  const candidates = [
    sql`select id, at from few where ${isNotVoided(list, 'id')}`,
    ...many.map((path) => sql`(${selectMatches(list, path, newest)})`),
  ];
  return sql<Row & PageFacts>`
    with ${PREPARED} ${driverTables(paths)}few as materialized (
      select id, at
      from (${unionAll(few.map((path) => selectMatches(list, path)))}) found (id, at)
      limit ${sql.lit(MAX_MATCHES)}
    ),
    facts as materialized (
      select sum(different)::int as different, sum(list_total)::int as list_total,
        sum(seen) < ${sql.lit(MAX_MATCHES)}
        and sum(different) <= ${sql.lit(LAST_ROW)} as is_answered
      from (${unionAll(countsOf(list, paths))}) counts
    ),
    page as materialized (
      select array(
        select id
        from (select distinct id, at from (${unionAll(candidates)}) newest (id, at)) single
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
 * Queries that count the matches. Those of the `own` path have no duplicates and are counted in
 * their index; rows that it matches are left out of the other counts.
 */
function countsOf(list: ListTable, paths: readonly SearchPath[]): RawBuilder<unknown>[] {
  const { many, own } = groupPaths(paths);
  const table = sql.table(list.table);
  const withoutOwn = (matches: RawBuilder<unknown>) =>
    own
      ? sql`
        select id, at
        from (${matches}) way (id, at)
        where not exists (
          select from ${table} where ${table}.id = way.id and ${own.where})`
      : matches;
  const otherMatches = [
    withoutOwn(sql`select id, at from few`),
    ...many
      .filter((path) => path !== own)
      .map((path) =>
        path.excludesOwnMatches ? selectMatches(list, path) : withoutOwn(selectMatches(list, path)),
      ),
  ];
  const counts = [
    sql`
      select count(*) as different, coalesce(sum(times), 0) as seen,
        count(*) filter (where ${isNotVoided(list, 'id')}) as list_total
      from (
        select id, count(*)::int as times
        from (
          select id, at
          from (${unionAll(otherMatches)}) every (id, at)
          limit ${sql.lit(MAX_MATCHES)}) found
        group by id) single`,
  ];
  if (own)
    counts.push(
      sql`
        select n, n,
          n - (select count(*) from ${table} where voided_by_reset_id is not null and ${own.where})
        from (
          select count(*) as n
          from (
            select
            from ${table}
            where ${own.where}
            limit ${sql.lit(MAX_MATCHES)}) own) counted`,
    );
  return counts;
}

function isNotVoided({ table }: ListTable, id: string): RawBuilder<unknown> {
  return sql`
    (
      ${sql.ref(id)} in (
        select id from ${sql.table(table)} where voided_by_reset_id is not null)) is not true`;
}

/** Counts the voided rows among these IDs, from an index of the few voided rows. */
export async function countVoided(db: Db, { table }: ListTable, ids: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from ${sql.table(table)}
    where id = any(${ids}::uuid[]) and voided_by_reset_id is not null`.execute(db);
  return rows[0]!.count;
}
