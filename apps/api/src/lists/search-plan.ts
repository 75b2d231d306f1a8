import { type Expression, sql, type RawBuilder } from 'kysely';
import { runOnceCompiled, hiddenFromPlanner } from '#api/db/compiled-once.ts';
import { PREPARED, type Db } from '#api/db/db.ts';
import { cappedTotal, LAST_ROW, MAX_SEARCH_TOTAL, type Total, withoutColumns } from './paging.ts';
import { type ListTable, type SearchPath, selectMatches } from './search-path.ts';

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
/** Maximum matches of driven paths that are counted, likewise. */
const MAX_COUNTED = 3 * MAX_SEARCH_TOTAL;

const unionAll = (queries: readonly RawBuilder<unknown>[]) => sql.join(queries, sql` union all `);

/** Builds the `drivenBy` rows of the paths as common table expressions, each name once. */
function driverTables(paths: readonly SearchPath[]): RawBuilder<unknown> {
  const drivers = new Map(
    paths.flatMap(({ through }) =>
      through?.drivenBy ? [[through.drivenBy.name, through.drivenBy.rows]] : [],
    ),
  );
  return sql.join(
    [...drivers].map(([name, rows]) => sql`${sql.table(name)} as materialized (${rows}), `),
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

type PageFacts = { isAnswered: boolean; different: number; place: number | null };

/**
 * Returns one page of all matches that are not voided, newest first, with the total up to
 * MAX_SEARCH_TOTAL, in one statement. If its limits do not suffice, it returns the plan to use
 * instead. `key` identifies the statement in the cache.
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
  const { isAnswered, different, place } = rows[0]!;
  if (!isAnswered) return different > LAST_ROW ? 'row-by-row' : 'indexed';
  const results = place === null ? [] : withoutColumns(rows, ['isAnswered', 'different', 'place']);
  return {
    results: results as unknown as Row[],
    total: cappedTotal(different, MAX_SEARCH_TOTAL),
  };
}

/**
 * Builds the statement of a page. Of a path with many matches, only as many of the newest are read
 * as the page and a total of MAX_SEARCH_TOTAL need, so ten times as many cost the same (decision 26).
 */
function pageStatement<Row>(
  list: ListTable,
  paths: readonly SearchPath[],
  { limit, start, rowsOf }: Omit<SearchPage<Row>, 'skip'> & { start: RawBuilder<unknown> },
) {
  const many = paths.filter(({ matches }) => matches === 'many');
  const driven = many.filter(({ through }) => through?.drivenBy);
  const ordered = many.filter((path) => !driven.includes(path));
  const few = paths.filter((path) => !many.includes(path));
  const total = sql.lit(MAX_SEARCH_TOTAL);
  const select = (some: readonly SearchPath[], maxRows?: RawBuilder<unknown>) =>
    some.map((path) => sql`(${selectMatches(list, path, { isStanding: true, maxRows })})`);
  const found = [...select(few), ...select(driven, sql`${start} + ${sql.lit(limit)}`)];
  const matches = [
    sql`select id, at from found`,
    sql`select id, at from counted`,
    ...select(ordered, sql`greatest(${start} + ${sql.lit(limit)}, ${total} + 1)`),
  ];
  return sql<Row & PageFacts>`
    with ${PREPARED} ${driverTables(paths)}found as materialized (
      select id, at
      from (${unionAll(found)}) every (id, at)
      limit ${sql.lit(MAX_MATCHES)}
    ),
    counted as materialized (
      select id, at
      from (${unionAll([NO_MATCHES, ...select(driven, sql`${total} + 1`)])}) every (id, at)
      limit ${sql.lit(MAX_COUNTED)}
    ),
    matches as materialized (
      select distinct id, at
      from (${unionAll(matches)}) every (id, at)
    ),
    facts as materialized (
      select count(*)::int as different,
        (select count(*) from found) < ${sql.lit(MAX_MATCHES)}
        and (
          count(*) > ${total}
          or (select count(*) from counted) < ${sql.lit(MAX_COUNTED)}) as is_answered
      from matches
    ),
    page as materialized (
      select array(
        select id
        from matches
        where (select is_answered from facts)
        order by at desc, id desc
        limit ${sql.lit(limit)} offset ${start}) as ids
    )
    select facts.*, array_position((select ids from page), r.id) as place, r.*
    from facts
    left join lateral ${rowsOf(sql`(select ids from page)::uuid[]`)} r on true
    order by place`;
}

const NO_MATCHES = sql`select null::uuid, null::timestamptz where false`;

/** Counts the voided rows among these IDs, from an index of the few voided rows. */
export async function countVoided(db: Db, { table }: ListTable, ids: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from ${sql.table(table)}
    where id = any(${ids}::uuid[]) and voided_by_reset_id is not null`.execute(db);
  return rows[0]!.count;
}
