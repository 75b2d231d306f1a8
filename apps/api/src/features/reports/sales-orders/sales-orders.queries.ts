import type { SalesOrderRow } from '@pos/contract/reports/sales-orders';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { customerColumns } from '../figures/line-columns.queries.ts';
import { fromRefunded, fromSold, type SalesScope } from '../report-scope.ts';

/** A row of the report. `item` identifies rows of the same title, as in ITEM_SALES. */
export type SalesOrderLine = Omit<SalesOrderRow, 'netCents' | 'totalCents'> & { item: string };

/**
 * Returns every line sold in the scope, and the line amounts of each refund made in it, by time.
 * Titles have the name they were last booked under in the range, as in ITEM_SALES.
 */
export async function salesOrderLines(
  db: Db,
  scope: SalesScope,
  withStudents: boolean,
): Promise<SalesOrderLine[]> {
  const customer = customerColumns(withStudents);
  const ofTitle = sql`
    partition by coalesce(l.title_id::text, lower(l.sku), l.category), l.sku is null
    order by l.id desc`;
  const { rows } = await sql<SalesOrderLine>`
    with moved as (
      select 'sale' as kind, l.id as line_id, o.id as order_id, o.sold_at as at,
        o.business_day as date, l.quantity, l.gross_cents, l.discount_cents,
        0::bigint as refund_net_cents, l.tax_cents
        ${fromSold(scope, sql`join order_lines l on l.order_id = o.id`)}
      union all
      select 'refund', l.id, o.id, r.refunded_at, r.business_day, -sum(x.quantity)::integer, 0, 0,
        sum(x.net_cents)::bigint, -sum(x.tax_cents)::bigint
        ${fromRefunded(
          scope,
          sql`
          join refund_lines x on x.refund_id = r.id join order_lines l on l.id = x.order_line_id`,
        )}
       group by r.id, l.id, o.id)
    select m.kind,
      coalesce(l.title_id::text, lower(l.sku), l.category) || case
        when l.sku is null then ' unnumbered'
        else ''
      end as item,
           first_value(l.sku) over (${ofTitle}) as sku,
           case
             when l.sku is null then 'No barcode: ' || first_value(l.category) over (${ofTitle})
             else first_value(l.title) over (${ofTitle})
           end as title,
           first_value(l.category) over (${ofTitle}) as category,
           o.id as order_id, o.order_number, m.at, m.date, f.identifier as fair_identifier,
             f.name as fair_name, d.device_id, a.first_name || ' ' || a.last_name as cashier_name,
             ${customer.buyer} as customer_name,
           m.quantity, l.unit_price_cents, m.gross_cents, m.discount_cents, m.refund_net_cents,
             m.tax_cents,
           l.refunded_qty as refunded_so_far, o.methods, l.fulfilment, o.tax_exempt, l.last_copy
      from moved m join order_lines l on l.id = m.line_id join orders o on o.id = m.order_id
      join fairs f on f.id = o.fair_id
      join devices d on d.id = o.device_id
      join admins a on a.id = o.cashier_id ${customer.join}
     order by m.at, o.order_number, l.line_no, m.kind desc`.execute(db);
  return rows;
}
