import {
  type StockDifference,
  StockDifferencesQuery,
} from '@pos/contract/stock/warehouse/count-booking';
import { COUNT_REASONS } from '@pos/contract/stock/warehouse/count-reasons';
import { DIFFERENCE_LIST } from '@pos/contract/stock/warehouse/differences.columns';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { titlePicture } from '#api/db/title-picture.ts';
import { exportedList } from '#api/lists/exported-list.ts';
import { isIn, List } from '#api/lists/list.ts';
import { containing, hasName } from '#api/lists/search-text.ts';
import { byTitle } from '#api/stock/inventory/article-numbers.queries.ts';
import { numberText } from '../documents/document-number.sql.ts';

const number = numberText('count', 'd');
const value = sql<number>`(b.difference * b.price_cents)::bigint`;

function selectDifferences(db: Db) {
  return db
    .selectFrom('countDifferences as b')
    .innerJoin('stockDocuments as d', 'd.id', 'b.documentId')
    .innerJoin('titles', 'titles.id', 'b.titleId')
    .innerJoin('countLines as l', (join) =>
      join.onRef('l.documentId', '=', 'b.documentId').onRef('l.titleId', '=', 'b.titleId'),
    )
    .select([
      'b.id',
      'b.documentId as countId',
      'b.titleId',
      'b.countedQty',
      'b.onRecordQty',
      'b.difference',
    ])
    .select(['b.reason', 'b.note', 'titles.sku', 'titles.title', 'titles.author'])
    .select('titles.category')
    .select(titlePicture('titles.id').as('pictureId'))
    .select(number.as('number'))
    .select(sql<string>`d.closed_at`.as('bookedAt'))
    .select(sql<string>`d.closed_by`.as('bookedBy'))
    .select(sql<string>`array_to_string(l.counted_by, ', ')`.as('countedBy'))
    .select(value.as('valueCents'));
}

/** Stock differences that counts have booked: count, people, title, reason and value. */
export const stockDifferenceList = new List(StockDifferencesQuery, {
  rows: selectDifferences,
  id: 'b.id',
  sorts: {
    bookedAt: sql`d.closed_at`,
    title: sql`lower(titles.title)`,
    difference: sql`b.difference`,
    value,
  },
  filters: {
    reason: (reasons) => isIn(sql`b.reason`, reasons),
    side: (side) => (side === 'few' ? sql`b.difference < 0` : sql`b.difference > 0`),
    category: (categories) => isIn(sql`titles.category`, categories),
    countId: (id) => sql`b.document_id = ${id}`,
  },
  search: (text) => [
    sql`${number} ilike ${containing(text)}`,
    hasName(sql`d.closed_by`, text),
    ...byTitle(text),
  ],
  exported: exportedList<StockDifference, typeof DIFFERENCE_LIST>(
    'Stock differences',
    DIFFERENCE_LIST,
    { reason: ({ reason }) => COUNT_REASONS[reason] },
  ),
});
