import { FairInventoryQuery, StockState } from '@pos/contract/inventory';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { anyOf, isIn, List } from '#api/lists/list.ts';
import { containing } from '#api/lists/paging.ts';
import { byArticleNumber } from './article-numbers.queries.ts';

/** Stock state of each line. The threshold of "last copy" is a setting (domain 2). */
const STOCK_STATES: Record<StockState, RawBuilder<boolean>> = {
  oversold: sql`fair_lines.on_hand < 0`,
  'sold-out': sql`fair_lines.on_hand = 0`,
  'last-copy': sql`fair_lines.on_hand between 1 and (select last_copy_threshold from settings)`,
  in: sql`fair_lines.on_hand > greatest((select last_copy_threshold from settings), 0)`,
};
const stock = sql<StockState>`case ${sql.join(
  StockState.options.map((state) => sql`when ${STOCK_STATES[state]} then ${sql.lit(state)}`),
  sql` `,
)} end`;

const cartons = sql<string[]>`array(
  select cartons.code from cartons join carton_contents on carton_contents.carton_id = cartons.id
  where cartons.fair_id = fair_lines.fair_id and carton_contents.title_id = fair_lines.title_id
  order by cartons.code)`;

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
    .select(sql<number>`greatest(fair_lines.on_hand, 0)`.as('onHand'))
    .select(sql<number>`greatest(-fair_lines.on_hand, 0)`.as('oversoldQty'))
    .select([stock.as('stock'), cartons.as('cartons')]);
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
    sql`titles.title ilike ${containing(text)}`,
    sql`titles.author ilike ${containing(text)}`,
    ...byArticleNumber(text),
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
  firstPageFilters: ['fairId', 'category'],
  exported: {
    name: 'Fair inventory',
    columns: [
      { header: 'SKU', kind: 'isbn', value: (row) => row.sku },
      { header: 'ISBN', kind: 'isbn', value: (row) => row.isbn13 },
      { header: 'Title', kind: 'text', width: 40, value: (row) => row.title },
      { header: 'Author', kind: 'text', value: (row) => row.author },
      { header: 'Category', kind: 'text', width: 16, value: (row) => row.category },
      { header: 'Price', kind: 'money', value: (row) => row.priceCents },
      { header: 'Taxable', kind: 'text', width: 8, value: (row) => (row.taxable ? 'Y' : 'N') },
      { header: 'Sent', kind: 'integer', value: (row) => row.sentQty },
      { header: 'Missing', kind: 'integer', value: (row) => row.missingQty },
      { header: 'Adjusted', kind: 'integer', value: (row) => row.adjustQty },
      { header: 'Sold', kind: 'integer', value: (row) => row.soldQty },
      { header: 'Restocked', kind: 'integer', value: (row) => row.restockedQty },
      { header: 'On hand', kind: 'integer', value: (row) => row.onHand },
      { header: 'Oversold', kind: 'integer', value: (row) => row.oversoldQty },
      { header: 'Expected return', kind: 'integer', value: (row) => row.expectedReturn },
      { header: 'Counted return', kind: 'integer', value: (row) => row.countedReturnQty },
      { header: 'Damaged', kind: 'integer', value: (row) => row.damagedQty },
      { header: 'Stock', kind: 'text', width: 12, value: (row) => row.stock.replace('-', ' ') },
      { header: 'Cartons', kind: 'text', value: (row) => row.cartons.join(', ') },
      { header: 'Status', kind: 'text', width: 10, value: (row) => row.status },
    ],
  },
});
