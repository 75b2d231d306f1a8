import { type Expression, sql, type RawBuilder } from 'kysely';
import { runOnceCompiled, unseen } from '#api/db/compiled-once.ts';
import { PREPARED, type Db } from '#api/db/db.ts';
import { LAST_ROW, type Total, withoutColumns } from './paging.ts';
import type { SearchTerms } from './search-text.ts';

/**
 * Ways to find the same rows for a search. `ids`: the `count` different ones that the text means are known already, as PostgreSQL writes an
 * array, for they go straight back to it. `meant`: they are gathered from indexes. `looked-through`: each row is asked whether it is meant.
 */
export type SearchWay = 'meant' | 'looked-through' | { ids: string; count: number };

/** One row may be found in several ways, such as an order by each of its lines. */
const MOST = 3 * LAST_ROW;

/** A query of hits by an index alone. It ends with what `newest` makes of the columns of id and instant: nothing where all are asked for. */
export type ManyMeant = (
  newest: (id: string, at: string) => RawBuilder<unknown>,
) => RawBuilder<unknown>;

/**
 * What a search means: queries of two columns, the id of a row and when it was, some of them twice. `few` find little and are asked once; each of
 * `many` is asked twice, for the newest and for how many. `own` is a condition on columns of the list's own table, whose index has what meets it newest
 * first; `besides` are as `many`, of rows that do not meet it. `before` is what queries read of by name (common table expressions).
 */
export type Meant = {
  before?: RawBuilder<unknown>;
  few: RawBuilder<unknown>[];
  many?: ManyMeant[];
  own?: RawBuilder<unknown> | undefined;
  besides?: ManyMeant[];
};

/** The tables of such lists, with the instant that their rows are in order of. */
const LISTED = { orders: 'sold_at', payments: 'paid_at' } as const;
type Listed = keyof typeof LISTED;

const inUnion = (queries: readonly RawBuilder<unknown>[]) => sql.join(queries, sql` union all `);

const allOf = (many: readonly ManyMeant[]) => many.map((way) => way(() => sql``));

const ownOf = (of: Listed, own: RawBuilder<unknown> | undefined): ManyMeant[] =>
  own
    ? [
        (newest) =>
          sql`select id, ${sql.ref(LISTED[of])} from ${sql.table(of)} where ${own} ${newest('id', LISTED[of])}`,
      ]
    : [];

/** All that a search means, as a subquery `meant (id, at)`. */
export function allMeant(
  of: Listed,
  { before = sql``, few, many = [], own, besides = [] }: Meant,
): RawBuilder<unknown> {
  return sql`(with ${before}every as (${inUnion([...few, ...allOf([...many, ...ownOf(of, own), ...besides])])}) select * from every) meant (id, at)`;
}

/** How a search over all rows is answered: up to LAST_ROW that are meant are gathered once; more are met soon among the newest, where the list is sorted so. */
export async function wayToFind(
  db: Db,
  of: Listed,
  meant: Meant,
  isNewestFirst: boolean,
): Promise<SearchWay> {
  const { rows } = await sql<{ ids: string | null; different: number }>`
    with found as materialized (select id from ${allMeant(of, meant)} limit ${sql.lit(MOST)}),
         single as materialized (select distinct id from found),
         facts as (select (select count(*) from found) as seen, (select count(*) from single) as different)
    select different, case when seen < ${sql.lit(MOST)} and different <= ${sql.lit(LAST_ROW)} then array(select id from single)::text end as ids from facts`.execute(
    db,
  );
  const { ids, different } = rows[0]!;
  if (ids !== null) return { ids, count: different };
  return isNewestFirst && different > LAST_ROW ? 'looked-through' : 'meant';
}

/** Which page of a newest-first list: its table, and what rows of these ids show. */
export type NewestPage<Row> = {
  of: Listed;
  skip: number;
  limit: number;
  rowsOf: (ids: RawBuilder<unknown>) => Expression<Row>;
};

/**
 * One page of all that a search means but what is voided, newest first, with the total, in one statement where LAST_ROW are meant at most;
 * else the way to find them. `key` names the text that `meant` builds of the terms that are given. Each step that a hit goes through costs as
 * much as finding it: hits are counted where they are found, and only the newest of each way are put in order.
 */
export async function pageOfMeant<Terms extends Record<string, unknown>, Row extends object>(
  db: Db,
  key: string,
  terms: Terms,
  meant: (terms: Terms) => Meant,
  { of, skip, limit, rowsOf }: NewestPage<Row>,
): Promise<{ results: Row[]; total: Total } | 'meant' | 'looked-through'> {
  const rows = await runOnceCompiled(db, `${key} ${limit}`, { ...terms, skip }, (given) => {
    const {
      before = sql``,
      few,
      many = [],
      own,
      besides = [],
    } = meant(
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, unseen(value)]),
      ) as Terms,
    );
    const table = sql.table(of);
    const start = sql`${unseen(given.skip)}::int`;
    const isStanding = (id: string) =>
      sql`(${sql.ref(id)} in (select id from ${table} where voided_by_reset_id is not null)) is not true`;
    const newestOf = (id: string, at: string) =>
      sql`and ${isStanding(id)} order by ${sql.ref(at)} desc, ${sql.ref(id)} desc limit ${start} + ${sql.lit(limit)}`;
    const newest = inUnion([
      sql`select id, at from few where ${isStanding('id')}`,
      ...[...many, ...ownOf(of, own), ...besides].map((way) => sql`(${way(newestOf)})`),
    ]);
    // What meets the condition is counted in its index, where each is once; everything else is counted without those.
    const besidesOwn = (way: RawBuilder<unknown>) =>
      own
        ? sql`select id, at from (${way}) way (id, at) where not exists (select from ${table} where ${table}.id = way.id and ${own})`
        : way;
    const every = inUnion([
      ...[sql`select id, at from few`, ...allOf(many)].map(besidesOwn),
      ...allOf(besides),
    ]);
    const counts = [
      sql`select count(*) as different, coalesce(sum(times), 0) as seen, count(*) filter (where ${isStanding('id')}) as list_total
      from (select id, count(*)::int as times from (select id, at from (${every}) every (id, at) limit ${sql.lit(MOST)}) found group by id) single`,
    ];
    if (own)
      counts.push(
        sql`select n, n, n - (select count(*) from ${table} where voided_by_reset_id is not null and ${own}) from (select count(*) as n from (select from ${table} where ${own} limit ${sql.lit(MOST)}) own) counted`,
      );
    return sql<
      Row & { isAnswered: boolean; different: number; listTotal: number; place: number | null }
    >`with ${PREPARED} ${before}few as materialized (
      select id, at from (${inUnion(few)}) found (id, at) limit ${sql.lit(MOST)}
    ),
    facts as materialized (
      select sum(different)::int as different, sum(list_total)::int as list_total, sum(seen) < ${sql.lit(MOST)} and sum(different) <= ${sql.lit(LAST_ROW)} as is_answered from (${inUnion(counts)}) counts
    ),
    page as materialized (
      select array(select id from (select distinct id, at from (${newest}) newest (id, at)) single where (select is_answered from facts)
                    order by at desc, id desc limit ${sql.lit(limit)} offset ${start}) as ids
    )
    select facts.*, array_position((select ids from page), r.id) as place, r.*
      from facts left join lateral ${rowsOf(sql`(select ids from page)::uuid[]`)} r on true order by place`;
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

/** How many of the rows of these ids are voided: few ever are, so they are looked up among all voided ones. */
export async function countVoided(db: Db, table: Listed, ids: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(table)} where id = any(${ids}::uuid[]) and voided_by_reset_id is not null`.execute(
    db,
  );
  return rows[0]!.count;
}

/** Which orders `o` have the number, in two ways of which one finds something: a whole number is that order's, at once; any other text is looked for within all numbers. */
export function numbered({ whole, upper, pattern }: SearchTerms): RawBuilder<unknown>[] {
  const anywhere = sql`o.order_number ilike ${pattern}`;
  if (!whole) return [anywhere];
  const numbers = sql`(${whole}, ${upper})`;
  return [
    sql`o.order_number in ${numbers}`,
    sql`not exists (select from orders n where n.order_number in ${numbers}) and ${anywhere}`,
  ];
}

/** Number and name of a student `s`, as an index has them. */
export const studentText = sql`(s.student_number || ' ' || s.first_name || ' ' || s.last_name)`;

/** Which students `s` are meant, in the same two ways: by a whole number, any other text by any part of number and name. */
export function studentsMeant({ studentNumber, pattern }: SearchTerms): RawBuilder<unknown>[] {
  const anywhere = sql`${studentText} ilike ${pattern}`;
  if (!studentNumber) return [anywhere];
  return [
    sql`s.student_number = ${studentNumber}`,
    sql`not exists (select from students n where n.student_number = ${studentNumber}) and ${anywhere}`,
  ];
}
