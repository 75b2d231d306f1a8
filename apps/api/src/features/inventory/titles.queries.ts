import {
  TitleStock,
  type AllInventoryQuery,
  type InventoryTitle,
  type TitleAtFair,
} from '@pos/contract/inventory';
import type { RecordStatus, WholeList } from '@pos/contract/values';
import { sql, type RawBuilder } from 'kysely';
import { named, runOnceCompiled } from '#api/db/compiled-once.ts';
import { PREPARED, type Db, type Tx } from '#api/db/db.ts';
import { containing, isPlain, pageWithTotal, toSort } from '#api/lists/paging.ts';

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
/** Number of fairs not closed out that have a title. Read from the index alone. */
const openFairs = sql<number>`
  (
    select count(*)
    from fair_lines l
    where l.title_id = titles.id
      and l.fair_id = any(array(select id from fairs where close_out_state = 'open')))`;
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

type Sort = ReturnType<
  typeof toSort<
    | 'title'
    | 'sku'
    | 'author'
    | 'category'
    | 'priceCents'
    | 'warehouseQty'
    | 'allocatedQty'
    | 'availableQty'
    | 'atFairsQty'
    | 'status'
  >
>['field'];
const ORDERINGS: Record<Sort, RawBuilder<unknown>> = {
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
};

function withColumns(db: Db) {
  return db
    .selectFrom('titles')
    .select([
      'titles.id',
      'titles.sku',
      'titles.isbn13',
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
      openFairs.as('fairs'),
      stock.as('stock'),
    ])
    .select(
      sql<string[]>`
        array(
          select o.sku
          from titles o
          where o.isbn13 = titles.isbn13 and o.id <> titles.id
          order by o.sku
          limit 5)`.as('sameIsbn'),
    );
}

type Filters = WholeList<AllInventoryQuery>;

/** Returns one page of the catalog and the total count. */
export async function findTitles(
  db: Db,
  query: AllInventoryQuery,
): Promise<{ results: InventoryTitle[]; total: number }> {
  const { page, limit, sort } = query;
  const skip = (page - 1) * limit;
  const { category, ...others } = query;
  // An index has the titles of a category in order. Any other filter scans every title, so matches
  // are counted on the way.
  const total = (filters: Filters) =>
    isPlain(others) ? sql<number>`(${counted(db, filters)})` : sql<number>`count(*) over ()`;
  const rows = (filters: Filters) =>
    orderedTitles(db, filters)
      .select(total(filters).as('listTotal'))
      .limit(sql.lit(limit))
      .modifyFront(PREPARED);
  const isUsual = isPlain(others) && skip === 0;
  const asked = isUsual
    ? runOnceCompiled(db, `titles ${limit} ${sort}`, named('category', category), (categories) =>
        rows({ sort, category: category && Object.values(categories) }),
      )
    : rows(query).offset(skip).execute();
  return pageWithTotal(asked, () => countTitles(db, query));
}

/** Returns all matching titles in list order, to page or stream. */
export function orderedTitles(db: Db, query: Filters) {
  const { field, direction } = toSort(query.sort);
  return withColumns(db)
    .where(matching(query))
    .orderBy(ORDERINGS[field], direction)
    .orderBy('titles.id');
}

/** Counts the matching titles. */
export async function countTitles(db: Db, query: Filters): Promise<number> {
  return (await counted(db, query).executeTakeFirstOrThrow()).total;
}

function counted(db: Db, query: Filters) {
  return db
    .selectFrom('titles')
    .where(matching(query))
    .select((eb) => eb.fn.countAll<number>().as('total'));
}

function matching({ category, status, stock: states, search, ids }: Filters): RawBuilder<boolean> {
  const filters: RawBuilder<boolean>[] = [];
  if (ids) filters.push(sql`titles.id = any(${ids}::uuid[])`);
  if (category) filters.push(sql`titles.category in (${sql.join(category)})`);
  if (status) filters.push(sql`titles.status = any(${status})`);
  if (states)
    filters.push(
      sql`(${sql.join(
        states.map((state) => TITLE_STOCK[state]),
        sql` or `,
      )})`,
    );
  if (search) filters.push(found(search));
  return filters.length > 0 ? sql<boolean>`${sql.join(filters, sql` and `)}` : sql<boolean>`true`;
}

/** Matches any part of title and author, and SKU or ISBN also when typed with dashes or spaces. */
function found(search: string): RawBuilder<boolean> {
  const text = containing(search);
  const number = search.replace(/[\s\p{Pd}]/gu, '');
  const byNumber =
    number === ''
      ? sql`false`
      : sql`
        replace(titles.sku, '-', '') ilike ${containing(number)}
          or titles.isbn13 ilike ${containing(number)}`;
  return sql`(titles.title ilike ${text} or titles.author ilike ${text} or ${byNumber})`;
}

export function findTitle(db: Db, id: string): Promise<InventoryTitle | undefined> {
  return withColumns(db).where('titles.id', '=', id).executeTakeFirst();
}

/** Returns the fairs that have a title, those not closed out first, then newest first. */
export function findTitleAtFairs(db: Db, titleId: string): Promise<TitleAtFair[]> {
  return db
    .selectFrom('fairLines')
    .innerJoin('fairs', 'fairs.id', 'fairLines.fairId')
    .select([
      'fairLines.id as lineId',
      'fairs.id as fairId',
      'fairs.name as fairName',
      'fairs.identifier as fairIdentifier',
      'fairs.startDate',
      'fairs.endDate',
      'fairs.closeOutState',
      'fairLines.priceCents',
      'fairLines.sentQty',
      'fairLines.soldQty',
      'fairLines.status',
    ])
    .select(sql<number>`greatest(fair_lines.on_hand, 0)`.as('onHand'))
    .select(sql<number>`greatest(-fair_lines.on_hand, 0)`.as('oversoldQty'))
    .where('fairLines.titleId', '=', titleId)
    .orderBy('fairs.closeOutState', 'desc')
    .orderBy('fairs.startDate', 'desc')
    .orderBy('fairs.id')
    .limit(100)
    .execute();
}

export async function updateTitleStatusRow(
  tx: Tx,
  id: string,
  status: RecordStatus,
): Promise<void> {
  await tx
    .updateTable('titles')
    .set({ status, version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}
