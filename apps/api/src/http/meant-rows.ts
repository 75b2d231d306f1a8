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

/**
 * How a search over all rows is answered: `meant` is a subquery of the ids that the text means, some of them twice. Up to LAST_ROW they are
 * gathered once; more are met soon among the newest, where the list is sorted so.
 */
export async function wayToFind(db: Db, meant: RawBuilder<unknown>, isNewestFirst: boolean): Promise<SearchWay> {
  const { rows } = await sql<{ ids: string | null; different: number }>`
    with found as materialized (select id from ${meant} meant (id) limit ${sql.lit(MOST)}),
         single as materialized (select distinct id from found),
         facts as (select (select count(*) from found) as seen, (select count(*) from single) as different)
    select different, case when seen < ${sql.lit(MOST)} and different <= ${sql.lit(LAST_ROW)} then array(select id from single)::text end as ids from facts`.execute(db);
  const { ids, different } = rows[0]!;
  if (ids !== null) return { ids, count: different };
  return isNewestFirst && different > LAST_ROW ? 'looked-through' : 'meant';
}

/** More than so many are met soon among the newest. */
const FEW_MEANT = 1_500;
/** So many of the newest are asked whether they are meant. */
const NEWEST = 20_000;

/** Which page of a newest-first list: its table with the instant that its rows are in order of, and what rows of these ids show. */
export type NewestPage<Row> = { of: 'orders' | 'payments'; at: 'sold_at' | 'paid_at'; skip: number; limit: number; rowsOf: (ids: RawBuilder<unknown>) => Expression<Row> };

/**
 * One page of all that a search means but what is voided, newest first, with the total, in one statement where LAST_ROW are meant at most;
 * else the way to find them. `key` names the text that `meant` builds of the terms that are given. Few are looked up; of many the newest orders are
 * asked whether they are among them, and only where these do not fill the page each is looked up.
 */
export async function pageOfMeant<Terms extends Record<string, unknown>, Row extends object>(
  db: Db, key: string, terms: Terms, meant: (terms: Terms) => RawBuilder<unknown>, { of, at, skip, limit, rowsOf }: NewestPage<Row>,
): Promise<{ results: Row[]; total: Total } | 'meant' | 'looked-through'> {
  const [table, instant] = [sql.table(of), sql.ref(at)];
  const rows = await runOnceCompiled(db, `${key} ${limit}`, { ...terms, skip }, (given) => {
    const start = sql`${unseen(given.skip)}::int`;
    const end = sql`${start} + ${sql.lit(limit)}`;
    const isWalked = sql`(select count(*) from walked) = ${end}`;
    return sql<Row & { isAnswered: boolean; different: number; listTotal: number; listed: boolean }>`with ${PREPARED} found as materialized (select id from ${meant(Object.fromEntries(Object.entries(given).map(([name, value]) => [name, unseen(value)])) as Terms)} meant (id) limit ${sql.lit(MOST)}),
         single as materialized (select distinct id from found),
         facts as materialized (select different, (select count(*) from found) < ${sql.lit(MOST)} and different <= ${sql.lit(LAST_ROW)} as is_answered from (select count(*) as different from single) counted),
         voided as (select id from ${table} where voided_by_reset_id is not null),
         walked as materialized (select id, at from (select id, ${instant} as at from ${table} order by ${instant} desc, id desc limit ${sql.lit(NEWEST)}) newest
                                  where (select is_answered and different > ${sql.lit(FEW_MEANT)} from facts) and (id in (select id from single)) is true and (id in (select id from voided)) is not true
                                  order by at desc, id desc limit ${end}),
         looked_up as materialized (select id, ${instant} as at from ${table}
                                     where (select is_answered from facts) and not (${isWalked}) and id = any(array(select id from single)) and voided_by_reset_id is null),
         total as materialized (select is_answered, different, different - (select count(*) from single where is_answered and id in (select id from voided)) as list_total from facts),
         page as materialized (select array(select id from (select * from walked where ${isWalked} union all select * from looked_up) shown order by at desc, id desc limit ${sql.lit(limit)} offset ${start}) as ids)
    select is_answered, different, list_total, r.id is not null as listed, r.*
      from total left join lateral ${rowsOf(sql`(select ids from page)::uuid[]`)} r on true order by r.${instant} desc, r.id desc`;
  });
  const { isAnswered, different, listTotal, listed } = rows[0]!;
  if (!isAnswered) return different > LAST_ROW ? 'looked-through' : 'meant';
  return { results: listed ? (withoutColumns(rows, ['isAnswered', 'different', 'listTotal', 'listed']) as unknown as Row[]) : [], total: { total: listTotal, isCapped: false } };
}

/** How many of the rows of these ids are voided: few ever are, so they are looked up among all voided ones. */
export async function countVoided(db: Db, table: 'orders' | 'payments', ids: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where id = any(${ids}::uuid[]) and voided_by_reset_id is not null`.execute(db);
  return rows[0]!.count;
}

/** Which orders `o` have the number, in two ways of which one finds something: a whole number is that order's, at once; any other text is looked for within all numbers. */
export function numbered({ whole, upper, pattern }: SearchTerms): RawBuilder<unknown>[] {
  const anywhere = sql`o.order_number ilike ${pattern}`;
  if (!whole) return [anywhere];
  const numbers = sql`(${whole}, ${upper})`;
  return [sql`o.order_number in ${numbers}`, sql`not exists (select from orders n where n.order_number in ${numbers}) and ${anywhere}`];
}

/** Number and name of a student `s`, as an index has them. */
export const studentText = sql`(s.student_number || ' ' || s.first_name || ' ' || s.last_name)`;

/** Which students `s` are meant, in the same two ways: by a whole number, any other text by any part of number and name. */
export function studentsMeant({ studentNumber, pattern }: SearchTerms): RawBuilder<unknown>[] {
  const anywhere = sql`${studentText} ilike ${pattern}`;
  if (!studentNumber) return [anywhere];
  return [sql`s.student_number = ${studentNumber}`, sql`not exists (select from students n where n.student_number = ${studentNumber}) and ${anywhere}`];
}
