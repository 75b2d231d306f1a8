import { StockState, type FairInventoryQuery, type FairLine } from '@pos/contract/inventory';
import type { WholeList } from '@pos/contract/values';
import { sql, type RawBuilder } from 'kysely';
import { named, runOnceCompiled, unseen } from '#api/db/compiled-once.ts';
import { PREPARED, type Db } from '#api/db/db.ts';
import { containing, pageWithTotal, toSort } from '#api/lists/paging.ts';

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

type Sort = ReturnType<
  typeof toSort<
    'title' | 'sku' | 'category' | 'priceCents' | 'sentQty' | 'soldQty' | 'onHand' | 'status'
  >
>['field'];
const ORDERINGS: Record<Sort, RawBuilder<unknown>> = {
  title: sql`lower(titles.title)`,
  sku: sql`lower(titles.sku)`,
  category: sql`titles.category`,
  priceCents: sql`fair_lines.price_cents`,
  sentQty: sql`fair_lines.sent_qty`,
  soldQty: sql`fair_lines.sold_qty`,
  onHand: sql`fair_lines.on_hand`,
  status: sql`fair_lines.status`,
};

function joined(db: Db) {
  return db.selectFrom('fairLines').innerJoin('titles', 'titles.id', 'fairLines.titleId');
}

function withColumns(lines: ReturnType<typeof joined>) {
  return lines
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

type Filters = WholeList<FairInventoryQuery>;

/** Returns one page of a fair's lines and the total count. */
export async function findFairLines(
  db: Db,
  query: FairInventoryQuery,
): Promise<{ results: FairLine[]; total: number }> {
  const { fairId, category, limit, page, sort, ...others } = query;
  const skip = (page - 1) * limit;
  const isUsual = Object.values(others).every((value) => value === undefined);
  // All lines of the fair are sorted, so they are counted on the way.
  const rows = (filters: Filters, offset: number) =>
    orderedFairLines(db, filters)
      .select(sql<number>`count(*) over ()`.as('listTotal'))
      .limit(sql.lit(limit))
      .offset(sql<number>`${unseen(offset)}::int`)
      .modifyFront(PREPARED);
  const asked = isUsual
    ? runOnceCompiled(
        db,
        `fair lines ${limit} ${sort}`,
        { fairId, skip, ...named('category', category) },
        ({ fairId: place, skip: offset, ...categories }) =>
          rows({ sort, fairId: place, category: category && Object.values(categories) }, offset),
      )
    : rows(query, skip).execute();
  return pageWithTotal(asked, () => countFairLines(db, query));
}

/** Returns all matching lines in list order, to page or stream. */
export function orderedFairLines(db: Db, query: Filters) {
  const { field, direction } = toSort(query.sort);
  return withColumns(filtered(db, query))
    .orderBy(ORDERINGS[field], direction)
    .orderBy('fairLines.id');
}

/** Counts the matching lines. */
export async function countFairLines(db: Db, query: Filters): Promise<number> {
  return (await counted(db, query).executeTakeFirstOrThrow()).total;
}

function counted(db: Db, query: Filters) {
  return filtered(db, query).select((eb) => eb.fn.countAll<number>().as('total'));
}

function filtered(
  db: Db,
  { fairId, category, status, stock: states, search, ids }: Filters,
): ReturnType<typeof joined> {
  let matching = joined(db).where('fairLines.fairId', '=', fairId);
  if (ids) matching = matching.where(sql<boolean>`fair_lines.id = any(${ids}::uuid[])`);
  if (category) matching = matching.where(sql<boolean>`titles.category in (${sql.join(category)})`);
  if (status) matching = matching.where('fairLines.status', 'in', status);
  if (states) matching = matching.where((eb) => eb.or(states.map((state) => STOCK_STATES[state])));
  if (search) matching = matching.where(found(search));
  return matching;
}

/** Returns one line by ID. */
export function findFairLine(db: Db, id: string): Promise<FairLine | undefined> {
  return withColumns(joined(db)).where('fairLines.id', '=', id).executeTakeFirst();
}

/**
 * Matches any part of title, author or carton code, and SKU or ISBN also when typed with dashes or
 * spaces.
 */
function found(search: string): RawBuilder<boolean> {
  const text = containing(search);
  const number = search.replace(/[\s\p{Pd}]/gu, '');
  const byNumber =
    number === ''
      ? sql`false`
      : sql`
        replace(titles.sku, '-', '') ilike ${containing(number)}
          or titles.isbn13 ilike ${containing(number)}`;
  return sql`(titles.title ilike ${text} or titles.author ilike ${text} or ${byNumber} or exists (
    select from cartons join carton_contents on carton_contents.carton_id = cartons.id
    where cartons.fair_id = fair_lines.fair_id
      and carton_contents.title_id = fair_lines.title_id
      and cartons.code ilike ${text}))`;
}

export async function fairExists(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('fairs').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined
  );
}
