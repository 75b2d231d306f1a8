import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { fromRefunded, fromSold, type ReportScope, type SalesScope } from '../report-scope.ts';

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

/**
 * Returns units sold and refunded of each title at each price, and of each category without a
 * title. Titles have the name they were last booked under in the range, so that a later catalog
 * change does not change a report.
 */
export async function itemRows(db: Db, scope: SalesScope): Promise<ItemRow[]> {
  const columns = sql`l.id, l.title_id, l.sku, l.title, l.category, l.unit_price_cents`;
  const { rows } = await sql<ItemRow>`
    with moved as (
      select ${columns}, l.quantity as sold, 0 as refunded, l.gross_cents as gross,
        l.discount_cents as discount, 0 as refund_net, l.tax_cents as tax
        ${fromSold(scope, sql`join order_lines l on l.order_id = o.id`)}
      union all
      select ${columns}, 0, x.quantity, 0, 0, x.net_cents, -x.tax_cents
        ${fromRefunded(
          scope,
          sql`
          join refund_lines x on x.refund_id = r.id join order_lines l on l.id = x.order_line_id`,
        )}),
    keyed as (select *, coalesce(title_id::text, lower(sku), category) as item from moved),
    names as (
      select distinct on (item, sku is null) item, sku is null as unnumbered, sku, title, category
      from keyed
      order by item, sku is null, id desc),
    sums as (
      select item, sku is null as unnumbered, title_id,
        case when sku is not null then unit_price_cents end as unit_price_cents,
             sum(sold)::bigint as quantity_sold, sum(refunded)::bigint as quantity_refunded,
               sum(gross)::bigint as gross_cents, sum(discount)::bigint as discount_cents,
             sum(refund_net)::bigint as refund_net_cents, sum(tax)::bigint as tax_cents
        from keyed group by 1, 2, 3, 4)
    select names.sku, sums.title_id,
      case when sums.unnumbered then 'No barcode: ' || names.category else names.title end as title,
      names.category,
           unit_price_cents, quantity_sold, quantity_refunded, gross_cents, discount_cents,
             refund_net_cents, tax_cents
      from sums join names using (item, unnumbered)`.execute(db);
  return rows;
}

export type StockRow = { titleId: string; sent: number; onHand: number; gone: number; had: number };

/**
 * Returns the units of each title over the fairs of the scope, as of now. `onHand` is before
 * returns are booked (domain 9.1) and at least 0. Sell-through is `gone` divided by `had` (domain
 * 9.3).
 */
export async function stockRows(db: Db, { fairs }: ReportScope): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select title_id, sum(sent_qty)::bigint as sent,
      sum(greatest(expected_return, 0))::bigint as on_hand,
           sum(sold_qty - restocked_qty)::bigint as gone,
             sum(sent_qty - missing_qty + adjust_qty)::bigint as had
      from fair_lines where fair_id = any(${fairs.map((fair) => fair.id)}::uuid[])
     group by title_id`.execute(db);
  return rows;
}
