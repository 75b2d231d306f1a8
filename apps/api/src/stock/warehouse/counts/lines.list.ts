import { type CountLine, CountLinesQuery } from '@pos/contract/stock/warehouse/counts';
import { Id } from '@pos/contract/values';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { titlePicture } from '#api/db/title-picture.ts';
import { isIn, List } from '#api/lists/list.ts';
import { byTitle } from '#api/stock/inventory/article-numbers.queries.ts';
import { AGAIN, DIFFERENCE, MOVED, ON_RECORD, RESULT } from './lines.sql.ts';

/** SQL condition: nothing about the number on record is told yet. */
const isBlind = sql`d.state = 'open'`;
const unlessBlind = <Value>(value: ReturnType<typeof sql<Value | null>>) =>
  sql<Value | null>`case when not ${isBlind} then ${value} end`;

/** Units of the round that goes on, or the result. A first count stays hidden from the second. */
const counted = sql<number | null>`case when ${isBlind} then l.counted_qty else ${RESULT} end`;
const difference = unlessBlind(DIFFERENCE);
const value = unlessBlind(
  sql<number | null>`(${DIFFERENCE} * coalesce(b.price_cents, titles.price_cents))::bigint`,
);
const state = sql<CountLine['state']>`
  case
    when ${isBlind} and l.counted_qty is null and l.round = c.round then 'waiting'
    when ${isBlind} then 'counted'
    when ${RESULT} is null then 'waiting'
    when ${AGAIN} and d.state = 'counted' then 'again'
    when ${DIFFERENCE} <> 0 then 'differs'
    else 'equal'
  end`;

function selectLines(db: Db) {
  return db
    .selectFrom('countLines as l')
    .innerJoin('counts as c', 'c.documentId', 'l.documentId')
    .innerJoin('stockDocuments as d', 'd.id', 'l.documentId')
    .innerJoin('titles', 'titles.id', 'l.titleId')
    .leftJoin('countDifferences as b', (join) =>
      join.onRef('b.documentId', '=', 'l.documentId').onRef('b.titleId', '=', 'l.titleId'),
    )
    .select(['l.id', 'l.titleId', 'titles.sku', 'titles.isbn13', 'titles.title', 'titles.author'])
    .select(['titles.category', 'titles.priceCents'])
    .select(titlePicture('titles.id').as('pictureId'))
    .select(sql<boolean>`titles.status = 'active'`.as('isActive'))
    .select(state.as('state'))
    .select(counted.as('countedQty'))
    .select(
      unlessBlind(
        sql<number | null>`case when l.counted_qty is not null then l.earlier_qty end`,
      ).as('firstQty'),
    )
    .select(unlessBlind(ON_RECORD).as('onRecordQty'))
    .select(difference.as('difference'))
    .select(value.as('valueCents'))
    .select(unlessBlind(MOVED).as('moved'))
    .select(sql<string>`array_to_string(l.counted_by, ', ')`.as('countedBy'))
    .select(['l.countedAt', 'b.reason'])
    .select(sql<string>`coalesce(b.note, '')`.as('reasonNote'));
}

/** The titles of one count. */
export const countLineList = new List(CountLinesQuery.extend({ countId: Id }), {
  rows: selectLines,
  id: 'l.id',
  sorts: {
    title: sql`lower(titles.title)`,
    category: sql`titles.category`,
    countedQty: counted,
    difference,
    size: sql`abs(${difference})`,
    value,
    countedAt: sql`l.counted_at`,
  },
  emptyLast: ['countedQty', 'difference', 'size', 'value', 'countedAt'],
  filters: {
    countId: (id) => sql`l.document_id = ${id}`,
    state: (states) => isIn(state, states),
    category: (categories) => isIn(sql`titles.category`, categories),
  },
  search: byTitle,
});
