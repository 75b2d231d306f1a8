import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import {
  fromRefunded,
  fromSold,
  isCountedSale,
  type SalesScope,
  preparedFor,
} from './report-scope.ts';

/** Maximum number of differing orders listed. */
export const NAMED_ORDERS = 100;

/**
 * Returns the orders of the scope whose parts do not agree, with the difference: an order against
 * its lines, payments and refunds; a refund against its lines and amounts returned. `allCents` is
 * the sum over all of them, listed or not.
 */
export async function differingOrderRows(
  db: Db,
  scope: SalesScope,
): Promise<{ orderNumber: string; differenceCents: number; allCents: number }[]> {
  const { rows } = await sql<{ orderNumber: string; differenceCents: number; allCents: number }>`
    with ${preparedFor(scope)} sold as (select o.* ${fromSold(scope)}),
    sold_differences as (
      select o.order_number,
        greatest(
          abs(o.gross_cents - l.gross), abs(o.discount_cents - l.discount),
          abs(o.subtotal_cents - l.net), abs(o.tax_cents - l.tax),
          abs(o.total_cents - o.uncollected_cents - paid.amount),
          abs(o.refunded_net_cents + o.refunded_tax_cents - back.total)) as difference
      from sold o
      cross join lateral (
        select coalesce(sum(gross_cents), 0) as gross, coalesce(sum(discount_cents), 0) as discount,
          coalesce(sum(net_cents), 0) as net, coalesce(sum(tax_cents), 0) as tax
        from order_lines
        where order_id = o.id) l
      cross join lateral (
        select coalesce(sum(p.amount_cents), 0) as amount
        from payments p
        where p.order_id = o.id and ${isCountedSale()}) paid
      cross join lateral (
        select coalesce(sum(total_cents), 0) as total
        from refunds
        where order_id = o.id) back),
    refund_differences as (
      select o.order_number,
        greatest(
          abs(r.net_cents - l.net), abs(r.tax_cents - l.tax), t.amount - r.total_cents,
          r.total_cents - t.amount - o.uncollected_cents) as difference
      ${fromRefunded(
        scope,
        sql`
          cross join lateral (
            select coalesce(sum(net_cents), 0) as net, coalesce(sum(tax_cents), 0) as tax
            from refund_lines
            where refund_id = r.id) l
          cross join lateral (
            select coalesce(sum(amount_cents), 0) as amount
            from refund_tenders
            where refund_id = r.id) t`,
      )})
    select order_number, sum(difference)::bigint as difference_cents,
      (sum(sum(difference)) over ())::bigint as all_cents
    from (select * from sold_differences union all select * from refund_differences) differences
    where difference > 0
    group by order_number
    order by order_number
    limit ${NAMED_ORDERS}`.execute(db);
  return rows;
}

/** Total of a fair after refunds, computed twice, in cents. */
export type IndependentTotals = { fairId: string; byLinesCents: number; byPaymentsCents: number };

/**
 * Computes the total of each fair after refunds, once from the lines and once from the payments.
 * Neither uses a figure of the orders except the uncollected amount. Fairs without sales have no
 * row.
 */
export async function independentTotalsRows(
  db: Db,
  scope: SalesScope,
): Promise<IndependentTotals[]> {
  const paid = sql`join payments p on p.order_id = o.id and ${isCountedSale()}`;
  const { rows } = await sql<IndependentTotals>`
    select ${preparedFor(scope)} fair_id, sum(by_lines)::bigint as by_lines_cents,
      sum(by_payments)::bigint as by_payments_cents
    from (
      select o.fair_id, sum(l.net_cents + l.tax_cents) as by_lines, 0 as by_payments
      ${fromSold(scope, sql`join order_lines l on l.order_id = o.id`)}
      group by 1
      union all
      select r.fair_id, -sum(x.net_cents + x.tax_cents), 0
      ${fromRefunded(scope, sql`join refund_lines x on x.refund_id = r.id`)}
      group by 1
      union all
      select o.fair_id, 0, sum(p.amount_cents)
      ${fromSold(scope, paid)}
      group by 1
      union all
      select o.fair_id, 0, sum(o.uncollected_cents)
      ${fromSold(scope)}
      group by 1
      union all
      select r.fair_id, 0, -sum(r.total_cents)
      ${fromRefunded(scope)}
      group by 1) moved
    group by fair_id`.execute(db);
  return rows;
}
