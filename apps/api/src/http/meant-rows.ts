import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { LAST_ROW } from './paging.ts';

/**
 * Ways to find the same rows for a search. `ids`: those that the text means are known already. `meant`: they are gathered from indexes.
 * `looked-through`: each row is asked whether it is meant.
 */
export type SearchWay = 'meant' | 'looked-through' | { ids: readonly string[] };

/** One row may be found in several ways, such as an order by each of its lines. */
const MOST = 3 * LAST_ROW;

/**
 * How a search over all rows is answered: `meant` is a subquery of the ids that the text means, some of them twice. Up to LAST_ROW they are
 * gathered once; more are met soon among the newest, where the list is sorted so.
 */
export async function wayToFind(db: Db, meant: RawBuilder<unknown>, isNewestFirst: boolean): Promise<SearchWay> {
  const { rows } = await sql<{ id: string | null; seen: number; different: number }>`
    with found as materialized (select id from ${meant} meant (id) limit ${sql.lit(MOST)}),
         facts as (select count(*) as seen, count(distinct id) as different from found)
    select each.id, facts.seen, facts.different from facts
      left join (select distinct id from found) each on facts.seen < ${sql.lit(MOST)} and facts.different <= ${sql.lit(LAST_ROW)}`.execute(db);
  const [first] = rows;
  if (!first || (first.seen < MOST && first.different <= LAST_ROW)) return { ids: rows.flatMap(({ id }) => id ?? []) };
  return isNewestFirst && first.different > LAST_ROW ? 'looked-through' : 'meant';
}
