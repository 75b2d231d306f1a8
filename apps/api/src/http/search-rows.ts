import { type Expression, sql, type RawBuilder } from 'kysely';
import { runOnceCompiled, unseen } from '#api/db/compiled-once.ts';
import { PREPARED, type Db } from '#api/db/db.ts';
import { LAST_ROW, type Total, withoutColumns } from './paging.ts';
import type { SearchTerms } from './search-text.ts';

/**
 * Ways to find the rows of a search. `ids`: the `count` distinct matches are known, as a PostgreSQL
 * array literal that is passed straight back. `meant`: matches are collected from indexes.
 * `looked-through`: each row is checked.
 */
export type SearchPlan = 'meant' | 'looked-through' | { ids: string; count: number };

/**
 * Maximum rows collected. One row may be found several times, for example an order by each of its
 * lines.
 */
const MAX_HITS = 3 * LAST_ROW;

/**
 * Query of matches by an index alone. It ends with the result of `newest` for the columns of ID and
 * time, which is empty if all matches are requested.
 */
export type HitQuery = (
  newest: (id: string, at: string) => RawBuilder<unknown>,
) => RawBuilder<unknown>;

/**
 * Queries that find the matches of a search, with two columns: the ID of a row and its time;
 * duplicates are possible. Each of `few` has few matches and runs once; each of `many` runs twice,
 * for the newest and for the count. `own` is a condition on columns of the list's own table, with
 * an index that has its matches newest first; `besides` is like `many`, for rows that do not meet
 * it. `before` holds common table expressions that the queries refer to.
 */
export type SearchQueries = {
  before?: RawBuilder<unknown>;
  few: RawBuilder<unknown>[];
  many?: HitQuery[];
  own?: RawBuilder<unknown> | undefined;
  besides?: HitQuery[];
};

/** Tables of such lists, with the time that they are sorted by. */
const LISTED = { orders: 'sold_at', payments: 'paid_at' } as const;
type Listed = keyof typeof LISTED;

const inUnion = (queries: readonly RawBuilder<unknown>[]) => sql.join(queries, sql` union all `);

const allOf = (many: readonly HitQuery[]) => many.map((way) => way(() => sql``));

const ownOf = (of: Listed, own: RawBuilder<unknown> | undefined): HitQuery[] =>
  own
    ? [
        (newest) =>
          sql`
            select id, ${sql.ref(LISTED[of])}
            from ${sql.table(of)}
            where ${own} ${newest('id', LISTED[of])}`,
      ]
    : [];

/** All matches of a search, as a subquery `meant (id, at)`. */
export function matchingRows(
  of: Listed,
  { before = sql``, few, many = [], own, besides = [] }: SearchQueries,
): RawBuilder<unknown> {
  return sql`
    (
      with ${before}every as (
        ${inUnion([...few, ...allOf([...many, ...ownOf(of, own), ...besides])])})
      select *
      from every) meant (id, at)`;
}

/**
 * Decides how to answer a search over all rows. Up to LAST_ROW matches are collected once. With
 * more matches, scanning newest-first finds a page sooner, if the list is sorted so.
 */
export async function chooseSearchPlan(
  db: Db,
  of: Listed,
  queries: SearchQueries,
  isNewestFirst: boolean,
): Promise<SearchPlan> {
  const { rows } = await sql<{ ids: string | null; different: number }>`
    with found as materialized (select id from ${matchingRows(of, queries)} limit ${sql.lit(MAX_HITS)}),
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
  return isNewestFirst && different > LAST_ROW ? 'looked-through' : 'meant';
}

/** Requested page of a newest-first list: its table, and the columns to show. */
export type NewestPage<Row> = {
  of: Listed;
  skip: number;
  limit: number;
  rowsOf: (ids: RawBuilder<unknown>) => Expression<Row>;
};

/**
 * Returns one page of all matches that are not voided, newest first, with the total, in one
 * statement if there are at most LAST_ROW matches; otherwise the way to find them. `key` names the
 * statement that `meant` builds for the given terms. Each step that a match goes through costs as
 * much as finding it, so matches are counted where they are found, and only the newest of each
 * query are sorted.
 */
export async function findSearchPage<Terms extends Record<string, unknown>, Row extends object>(
  db: Db,
  key: string,
  terms: Terms,
  queries: (terms: Terms) => SearchQueries,
  { of, skip, limit, rowsOf }: NewestPage<Row>,
): Promise<{ results: Row[]; total: Total } | 'meant' | 'looked-through'> {
  const rows = await runOnceCompiled(db, `${key} ${limit}`, { ...terms, skip }, (given) => {
    const {
      before = sql``,
      few,
      many = [],
      own,
      besides = [],
    } = queries(
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, unseen(value)]),
      ) as Terms,
    );
    const table = sql.table(of);
    const start = sql`${unseen(given.skip)}::int`;
    const isStanding = (id: string) =>
      sql`
        (
          ${sql.ref(id)} in (
            select id from ${table} where voided_by_reset_id is not null)) is not true`;
    const newestOf = (id: string, at: string) =>
      sql`
        and ${isStanding(id)}
        order by ${sql.ref(at)} desc, ${sql.ref(id)} desc
        limit ${start} + ${sql.lit(limit)}`;
    const newest = inUnion([
      sql`select id, at from few where ${isStanding('id')}`,
      ...[...many, ...ownOf(of, own), ...besides].map((way) => sql`(${way(newestOf)})`),
    ]);
    // Matches of `own` are counted in its index, once each; all others are counted without those.
    const besidesOwn = (way: RawBuilder<unknown>) =>
      own
        ? sql`
          select id, at
          from (${way}) way (id, at)
          where not exists (select from ${table} where ${table}.id = way.id and ${own})`
        : way;
    const every = inUnion([
      ...[sql`select id, at from few`, ...allOf(many)].map(besidesOwn),
      ...allOf(besides),
    ]);
    const counts = [
      sql`
        select count(*) as different, coalesce(sum(times), 0) as seen,
          count(*) filter (where ${isStanding('id')}) as list_total
      from (
        select id, count(*)::int as times
        from (select id, at from (${every}) every (id, at) limit ${sql.lit(MAX_HITS)}) found
        group by id) single`,
    ];
    if (own)
      counts.push(
        sql`
          select n, n,
            n - (select count(*) from ${table} where voided_by_reset_id is not null and ${own})
          from (
            select count(*) as n
            from (select from ${table} where ${own} limit ${sql.lit(MAX_HITS)}) own) counted`,
      );
    return sql<
      Row & { isAnswered: boolean; different: number; listTotal: number; place: number | null }
    >`with ${PREPARED} ${before}few as materialized (
      select id, at from (${inUnion(few)}) found (id, at) limit ${sql.lit(MAX_HITS)}
    ),
    facts as materialized (
      select sum(different)::int as different, sum(list_total)::int as list_total,
        sum(seen) < ${sql.lit(MAX_HITS)}
        and sum(different) <= ${sql.lit(LAST_ROW)} as is_answered
      from (${inUnion(counts)}) counts
    ),
    page as materialized (
      select array(select id from (select distinct id, at from (${newest}) newest (id, at)) single where (select is_answered from facts)
                    order by at desc, id desc limit ${sql.lit(limit)} offset ${start}) as ids
    )
    select facts.*, array_position((select ids from page), r.id) as place, r.*
      from facts
      left join lateral ${rowsOf(sql`(select ids from page)::uuid[]`)} r on true
      order by place`;
  });
  const { isAnswered, different, listTotal, place } = rows[0]!;
  if (!isAnswered) return different > LAST_ROW ? 'looked-through' : 'meant';
  return {
    results:
      place === null
        ? []
        : (withoutColumns(rows, [
            'isAnswered',
            'different',
            'listTotal',
            'place',
          ]) as unknown as Row[]),
    total: { total: listTotal, isCapped: false },
  };
}

/** Counts voided rows among these IDs. Voided rows are few, so it searches among them. */
export async function countVoided(db: Db, table: Listed, ids: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select count(*) as count
    from ${sql.table(table)}
    where id = any(${ids}::uuid[]) and voided_by_reset_id is not null`.execute(db);
  return rows[0]!.count;
}

/**
 * Finds orders `o` by number. A whole number is found at once; any other text is searched for
 * within all numbers.
 */
export function numbered({ whole, upper, pattern }: SearchTerms): RawBuilder<unknown>[] {
  const anywhere = sql`o.order_number ilike ${pattern}`;
  if (!whole) return [anywhere];
  const numbers = sql`(${whole}, ${upper})`;
  return [
    sql`o.order_number in ${numbers}`,
    sql`not exists (select from orders n where n.order_number in ${numbers}) and ${anywhere}`,
  ];
}

/** Number and name of a student `s`, as indexed. */
export const studentText = sql`(s.student_number || ' ' || s.first_name || ' ' || s.last_name)`;

/**
 * Finds students `s` in the same way: by a whole number, or any other text by part of number and
 * name.
 */
export function matchingStudents({ studentNumber, pattern }: SearchTerms): RawBuilder<unknown>[] {
  const anywhere = sql`${studentText} ilike ${pattern}`;
  if (!studentNumber) return [anywhere];
  return [
    sql`s.student_number = ${studentNumber}`,
    sql`
      not exists (select from students n where n.student_number = ${studentNumber})
        and ${anywhere}`,
  ];
}
