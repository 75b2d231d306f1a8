import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import {
  fromRefunded,
  fromSold,
  withoutCached,
  type ReportScope,
  type SalesScope,
  preparedFor,
  isOneOf,
} from '../report-scope.ts';

export type ItemRow = {
  /** Null for items sold by category only. */
  sku: string | null;
  titleId: string | null;
  title: string;
  category: string;
  unitPriceCents: number | null;
  quantitySold: number;
  quantityRefunded: number;
  grossCents: number;
  discountCents: number;
  refundNetCents: number;
  taxCents: number;
};

const ITEM_SUMS = [
  'quantity_sold',
  'quantity_refunded',
  'gross_cents',
  'discount_cents',
  'refund_net_cents',
  'tax_cents',
] as const;
const KEY = sql`item, unnumbered, title_id, unit_price_cents`;
const CACHED_COLUMNS = sql.raw(`last_line_id, ${ITEM_SUMS.join(', ')}`);
const SUMS = sql.raw(ITEM_SUMS.map((name) => `sum(${name})::bigint as ${name}`).join(', '));
/** UUIDs have no max(). */
const LAST_LINE = sql`max(last_line_id::text collate "C")::uuid as last_line_id`;

/** SQL condition: the row is of one of the fairs, for tables read as a whole for many of them. */
const ofFairs = (ids: readonly string[]) =>
  ids.length === 1
    ? isOneOf('fair_id', ids)
    : sql`fair_id in (select id from fairs where id = any(${ids}::uuid[]))`;

/** SQL query: sums of each fair by item, title and price, with the last line that names the item. */
function itemSums(scope: SalesScope): RawBuilder<unknown> {
  const columns = sql`
    coalesce(l.title_id::text, lower(l.sku), l.category) as item, l.sku is null as unnumbered,
      l.title_id, case when l.sku is not null then l.unit_price_cents end as unit_price_cents,
      l.id as last_line_id`;
  return sql`
    select fair_id, ${KEY}, ${LAST_LINE}, ${SUMS}
    from (
      select o.fair_id, ${columns}, l.quantity as quantity_sold, 0 as quantity_refunded,
        l.gross_cents, l.discount_cents, 0 as refund_net_cents, l.tax_cents
        ${fromSold(scope, sql`join order_lines l on l.order_id = o.id`)}
      union all
      select r.fair_id, ${columns}, 0, x.quantity, 0, 0, x.net_cents, -x.tax_cents
        ${fromRefunded(
          scope,
          sql`
            join refund_lines x on x.refund_id = r.id
            join order_lines l on l.id = x.order_line_id`,
        )}) moved
    group by fair_id, ${KEY}`;
}

/**
 * Returns units sold and refunded of each title at each price, and of each category without a
 * title. Titles have the name they were last booked under in the range, so that a later catalog
 * change does not change a report.
 */
export async function itemRows(db: Db, scope: SalesScope): Promise<ItemRow[]> {
  const cached = scope.fairs.flatMap(({ id }) => (scope.cached?.has(id) ? [id] : []));
  const { rows } = await sql<ItemRow>`
    with ${preparedFor(scope)} cached as (
      select item_id, ${LAST_LINE}, ${SUMS}
      from fair_item_figures
      where ${ofFairs(cached)}
      group by item_id),
    sums as materialized (
      select ${KEY}, ${LAST_LINE}, ${SUMS}
      from (
        select ${KEY}, ${CACHED_COLUMNS}
        from (${itemSums(withoutCached(scope))}) computed
        union all
        select ${KEY}, ${CACHED_COLUMNS}
        from cached
        join report_items i on i.id = cached.item_id) moved
      group by ${KEY}),
    names as (
      select distinct on (item, unnumbered) item, unnumbered, l.sku, l.title, l.category
      from sums
      join order_lines l on l.id = sums.last_line_id
      order by item, unnumbered, l.id desc)
    select names.sku, sums.title_id,
      case when sums.unnumbered then 'No barcode: ' || names.category else names.title end as title,
      names.category, unit_price_cents, quantity_sold, quantity_refunded, gross_cents,
      discount_cents, refund_net_cents, tax_cents
    from sums
    join names using (item, unnumbered)`.execute(db);
  return rows;
}

/** Stores the sums of the fairs, of which none are stored. */
export async function keepItems(tx: Tx, scope: SalesScope): Promise<void> {
  await sql`
    with made as materialized (${itemSums(scope)}),
    added as (
      insert into report_items (${KEY})
      select distinct ${KEY}
      from made
      on conflict on constraint report_items_key do nothing
      returning id, ${KEY}),
    items as (select id, ${KEY} from report_items union all select id, ${KEY} from added)
    insert into fair_item_figures (fair_id, item_id, ${CACHED_COLUMNS})
    select made.fair_id, items.id, ${CACHED_COLUMNS}
    from made
    join items on items.item = made.item and items.unnumbered = made.unnumbered
      and items.title_id is not distinct from made.title_id
      and items.unit_price_cents is not distinct from made.unit_price_cents`.execute(tx);
}

export type StockRow = { titleId: string; sent: number; onHand: number; gone: number; had: number };

/**
 * Returns the units of each title over the fairs of the scope, as of now. `onHand` is before
 * returns are booked (domain 9.1) and at least 0. Sell-through is `gone` divided by `had` (domain
 * 9.3).
 */
export async function stockRows(db: Db, { fairs }: ReportScope): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select ${preparedFor({ fairs })} title_id, sum(sent_qty)::bigint as sent,
      sum(greatest(expected_return, 0))::bigint as on_hand,
      sum(sold_qty - restocked_qty)::bigint as gone,
      sum(sent_qty - missing_qty + adjust_qty)::bigint as had
    from fair_lines
    where ${ofFairs(fairs.map((fair) => fair.id))}
    group by title_id`.execute(db);
  return rows;
}
