import { sql, type RawBuilder } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';
import { containing, LAST_ROW, type Total } from './paging.ts';

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

/** So many rows are looked up one by one. */
const FEW_MEANT = 500;

/** Which page of a newest-first list: its rows with the instant that they are in order of. */
export type NewestPage = { of: 'orders' | 'payments'; at: 'sold_at' | 'paid_at'; skip: number; limit: number };

/**
 * One page of all that a search text means but what is voided, newest first, with the total, in one statement where FEW_MEANT are meant at
 * most. Else it is the way to find them, as `wayToFind` gives it.
 */
export async function pageOfMeant(db: Db, meant: RawBuilder<unknown>, { of, at, skip, limit }: NewestPage): Promise<{ page: string[]; total: Total } | SearchWay> {
  const isFew = sql`(select seen < ${sql.lit(MOST)} and different <= ${sql.lit(FEW_MEANT)} from facts)`;
  // The way by each id's own key is said outright: how many ids there are is not known when the statement is planned.
  const { rows } = await sql<{ isFew: boolean; different: number; total: number; page: string[]; ids: string | null }>`select ${PREPARED} * from (
    with found as materialized (select id from ${meant} meant (id) limit ${sql.lit(MOST)}),
         single as materialized (select distinct id from found),
         facts as materialized (select (select count(*) from found) as seen, (select count(*) from single) as different),
         shown as materialized (select r.id, r.at from (select id from single where ${isFew}) s
                                 cross join lateral (select id, ${sql.ref(at)} as at from ${sql.table(of)} where id = s.id and voided_by_reset_id is null offset 0) r)
    select ${isFew} as is_few, different, (select count(*) from shown) as total, array(select id from shown order by at desc, id desc limit ${sql.lit(limit)} offset ${skip}) as page,
           case when not ${isFew} and seen < ${sql.lit(MOST)} and different <= ${sql.lit(LAST_ROW)} then array(select id from single)::text end as ids from facts) answer`.execute(db);
  const { isFew: isAnswered, different, total, page, ids } = rows[0]!;
  if (isAnswered) return { page, total: { total, isCapped: false } };
  if (ids !== null) return { ids, count: different };
  return different > LAST_ROW ? 'looked-through' : 'meant';
}

/** How many of the rows of these ids are voided: few ever are, so they are looked up among all voided ones. */
export async function countVoided(db: Db, table: 'orders' | 'payments', ids: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where id = any(${ids}::uuid[]) and voided_by_reset_id is not null`.execute(db);
  return rows[0]!.count;
}

/** Which orders `o` have the number, in two ways of which one finds something: a whole number is that order's, at once; any other text is looked for within all numbers. */
export function numbered(search: string): [RawBuilder<unknown>, RawBuilder<unknown>] {
  const whole = sql`(${search}, ${search.toUpperCase()})`;
  return [sql`o.order_number in ${whole}`, sql`not exists (select from orders n where n.order_number in ${whole}) and o.order_number ilike ${containing(search)}`];
}
