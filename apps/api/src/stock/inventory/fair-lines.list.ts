import { FAIR_LINE_LIST } from '@pos/contract/stock/fair-inventory.columns';
import { FairInventoryQuery, StockState, type FairLine } from '@pos/contract/stock/inventory';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { titlePicture } from '#api/db/title-picture.ts';
import { exportedList } from '#api/lists/exported-list.ts';
import { anyOf, isIn, List } from '#api/lists/list.ts';
import { containing } from '#api/lists/search-text.ts';
import { byTitle } from './article-numbers.queries.ts';

/** Units that a close-out took: they came back or were lost, not sold. */
const isClosedOut = sql<boolean>`(fair_lines.returned_qty <> 0 or fair_lines.lost_qty <> 0)`;

/** Stock state of each line. The threshold of "last copy" is a setting (domain 2). */
const STOCK_STATES: Record<StockState, RawBuilder<boolean>> = {
  oversold: sql`fair_lines.on_hand < 0`,
  'sold-out': sql`fair_lines.on_hand = 0 and not ${isClosedOut}`,
  'closed-out': sql`fair_lines.on_hand = 0 and ${isClosedOut}`,
  'last-copy': sql`fair_lines.on_hand between 1 and (select last_copy_threshold from settings)`,
  in: sql`fair_lines.on_hand > greatest((select last_copy_threshold from settings), 0)`,
};
const stock = sql<StockState>`case ${sql.join(
  StockState.options.map((state) => sql`when ${STOCK_STATES[state]} then ${sql.lit(state)}`),
  sql` `,
)} end`;

const cartons = sql<string[]>`array(
  select cartons.code
  from cartons
  join carton_contents on carton_contents.carton_id = cartons.id
  where cartons.fair_id = fair_lines.fair_id and carton_contents.title_id = fair_lines.title_id
  order by cartons.code)`;

/** Units that came after the packing list: deliveries, and transfers from other fairs. */
const receivedLater = sql<number>`coalesce(
  (select sum(a.delta)
   from stock_adjustments a
   where a.fair_line_id = fair_lines.id and a.reason in ('received', 'transfer_in')), 0)::bigint`;
export const receivedQty = sql<number>`(fair_lines.sent_qty + ${receivedLater})`;
/** Changes that are neither received nor sold. */
export const otherQty = sql<number>`
  (fair_lines.adjust_qty - ${receivedLater} - fair_lines.missing_qty + fair_lines.restocked_qty
    - fair_lines.returned_qty - fair_lines.lost_qty)`;

/** Lines of fairs with their titles. */
function selectFairLines(db: Db) {
  return db
    .selectFrom('fairLines')
    .innerJoin('titles', 'titles.id', 'fairLines.titleId')
    .select([
      'fairLines.id',
      'fairLines.titleId',
      'titles.sku',
      'titles.isbn13',
      'titles.upc',
      'titles.title',
      'titles.author',
      'titles.category',
      'fairLines.priceCents',
      'titles.taxable',
      'fairLines.sentQty',
      'fairLines.missingQty',
      'fairLines.adjustQty',
      'fairLines.soldQty',
      'fairLines.restockedQty',
      'fairLines.expectedReturn',
      'fairLines.countedReturnQty',
      'fairLines.damagedQty',
      'fairLines.status',
    ])
    .select([receivedQty.as('receivedQty'), otherQty.as('otherQty')])
    .select(sql<number>`greatest(fair_lines.on_hand, 0)`.as('onHand'))
    .select(sql<number>`greatest(-fair_lines.on_hand, 0)`.as('oversoldQty'))
    .select([stock.as('stock'), cartons.as('cartons'), titlePicture('titles.id').as('pictureId')]);
}

/** The inventory list of one fair, in units. */
export const fairLineList = new List(FairInventoryQuery, {
  rows: selectFairLines,
  id: 'fairLines.id',
  sorts: {
    title: sql`lower(titles.title)`,
    sku: sql`lower(titles.sku)`,
    category: sql`titles.category`,
    priceCents: sql`fair_lines.price_cents`,
    sentQty: sql`fair_lines.sent_qty`,
    receivedQty,
    soldQty: sql`fair_lines.sold_qty`,
    onHand: sql`fair_lines.on_hand`,
    status: sql`fair_lines.status`,
  },
  filters: {
    fairId: (id) => sql`fair_lines.fair_id = ${id}`,
    category: (categories) => isIn(sql`titles.category`, categories),
    status: (statuses) => isIn(sql`fair_lines.status`, statuses),
    stock: (states) => anyOf(states.map((state) => STOCK_STATES[state])),
  },
  search: (text) => [
    ...byTitle(text),
    sql`
      exists (
        select
        from cartons
        join carton_contents on carton_contents.carton_id = cartons.id
        where cartons.fair_id = fair_lines.fair_id
          and carton_contents.title_id = fair_lines.title_id
          and cartons.code ilike ${containing(text)})`,
  ],
  countsWhileSorting: () => true,
  exported: exportedList<FairLine, typeof FAIR_LINE_LIST>('Fair inventory', FAIR_LINE_LIST, {
    stock: (row) => row.stock.replace('-', ' '),
    cartons: (row) => row.cartons.join(', '),
  }),
});
