import { TITLE_LIST } from '@pos/contract/stock/all-inventory.columns';
import { AllInventoryQuery, TitleStock, type InventoryTitle } from '@pos/contract/stock/inventory';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { titlePicture } from '#api/db/title-picture.ts';
import { exportedList } from '#api/lists/exported-list.ts';
import { anyOf, isIn, List } from '#api/lists/list.ts';
import { byTitle } from './article-numbers.queries.ts';

const available = sql<number>`titles.warehouse_qty - titles.allocated_qty`;
/**
 * Units at fairs. Oversold units of one fair do not reduce another's. Read from the index of lines
 * with units, which are few among those of closed-out fairs.
 */
const atFairs = sql<number>`
  (
    select coalesce(sum(l.on_hand), 0)::bigint
    from fair_lines l
    where l.title_id = titles.id and l.on_hand > 0)`;
const openFairs = sql`array(select id from fairs where close_out_state = 'open')`;
/**
 * Number of fairs that have a title: those not closed out, and those where units still are. Both
 * are read from an index alone.
 */
const fairs = sql<number>`
  (
    (
      select count(*)
      from fair_lines l
      where l.title_id = titles.id and l.fair_id = any(${openFairs}))
    + (
      select count(*)
      from fair_lines l
      where l.title_id = titles.id and l.on_hand > 0 and l.fair_id <> all(${openFairs})))`;
const lowThreshold = sql`(select low_stock_threshold from settings)`;

/** Warehouse state of a title by its unallocated units. The threshold of "low" is a setting. */
const TITLE_STOCK: Record<TitleStock, RawBuilder<boolean>> = {
  negative: sql`${available} < 0`,
  out: sql`${available} = 0`,
  low: sql`${available} between 1 and ${lowThreshold}`,
  in: sql`${available} > greatest(${lowThreshold}, 0)`,
};
const stock = sql<TitleStock>`case ${sql.join(
  TitleStock.options.map((state) => sql`when ${TITLE_STOCK[state]} then ${sql.lit(state)}`),
  sql` `,
)} end`;

/** Selects titles with their stock, without those that share an ISBN. */
export function selectTitles(db: Db) {
  return db
    .selectFrom('titles')
    .select([
      'titles.id',
      'titles.sku',
      'titles.isbn13',
      'titles.upc',
      'titles.title',
      'titles.author',
      'titles.category',
      'titles.format',
      'titles.priceCents',
      'titles.taxable',
      'titles.warehouseQty',
      'titles.allocatedQty',
      'titles.status',
    ])
    .select([
      available.as('availableQty'),
      atFairs.as('atFairsQty'),
      fairs.as('fairs'),
      stock.as('stock'),
      titlePicture('titles.id').as('pictureId'),
    ]);
}

function selectListedTitles(db: Db) {
  return selectTitles(db).select(
    sql<string[]>`
      array(
        select o.sku
        from titles o
        where o.isbn13 = titles.isbn13 and o.id <> titles.id
        order by o.sku
        limit 5)`.as('sameIsbn'),
  );
}

/** True if a filter scans every title. An index has the titles of a category in order. */
function scansTitles({ status, stock: states, search }: Partial<AllInventoryQuery>): boolean {
  return Boolean(status ?? states ?? search);
}

/** The catalog, in units. */
export const titleList = new List(AllInventoryQuery, {
  rows: selectListedTitles,
  id: 'titles.id',
  sorts: {
    title: sql`lower(titles.title)`,
    sku: sql`lower(titles.sku)`,
    author: sql`lower(titles.author)`,
    category: sql`titles.category`,
    priceCents: sql`titles.price_cents`,
    warehouseQty: sql`titles.warehouse_qty`,
    allocatedQty: sql`titles.allocated_qty`,
    availableQty: available,
    atFairsQty: atFairs,
    status: sql`titles.status`,
  },
  filters: {
    category: (categories) => isIn(sql`titles.category`, categories),
    status: (statuses) => isIn(sql`titles.status`, statuses),
    stock: (states) => anyOf(states.map((state) => TITLE_STOCK[state])),
  },
  search: byTitle,
  countsWhileSorting: (query) => scansTitles(query),
  // Chosen first, so that only the titles of the page are looked up at fairs and among pictures.
  candidates: ({ sort, ...query }, matching, maxRows) =>
    sort === 'title' && !scansTitles(query)
      ? sql`
        select titles.id
        from titles
        where ${matching}
        order by lower(titles.title), titles.id
        limit ${maxRows}`
      : undefined,
  exported: exportedList<InventoryTitle, typeof TITLE_LIST>('All inventory', TITLE_LIST, {
    sameIsbn: (row) => row.sameIsbn.join(', '),
  }),
});
