import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import {
  fromRefunded,
  fromSold,
  isCountedSale,
  type SalesScope,
  preparedFor,
} from '../report-scope.ts';

/** Maximum number of differing orders listed. */
export const NAMED_ORDERS = 100;

/** Total of a fair after refunds, computed twice, in cents. */
export type IndependentTotals = { fairId: string; byLinesCents: number; byPaymentsCents: number };

/** Orders and fairs of a scope, checked against their parts. */
export type CheckedSales = {
  /** Sum of all differences within orders and refunds, in cents. */
  inOrdersCents: number;
  /** Numbers of the first orders that differ. */
  orderNumbers: string[];
  /** Fairs without sales have no row. */
  fairs: IndependentTotals[];
};

/**
 * Checks each order of the scope against its lines, payments and refunds, and each refund against
 * its lines and amounts returned. Also computes the total of each fair after refunds, once from the
 * lines and once from the payments; neither uses a figure of the orders except the uncollected
 * amount. One statement does both, because it reads the same rows.
 */
export async function checkedSalesRow(db: Db, scope: SalesScope): Promise<CheckedSales> {
  const { rows } = await sql<CheckedSales>`
    with ${preparedFor(scope)} moved as materialized (
      ${checkedOrders(scope)} union all ${checkedRefunds(scope)}),
    differing as (
      select order_number, sum(difference) as difference
      from moved
      where difference > 0
      group by order_number)
    select (select coalesce(sum(difference), 0)::bigint from differing) as in_orders_cents,
      (
        select coalesce(json_agg(order_number order by order_number), '[]')
        from (
          select order_number from differing order by order_number limit ${NAMED_ORDERS}) named
      ) as order_numbers,
      (
        select coalesce(json_agg(json_build_object(
          'fairId', fair_id, 'byLinesCents', by_lines, 'byPaymentsCents', by_payments)), '[]')
        from (
          select fair_id, sum(by_lines) as by_lines, sum(by_payments) as by_payments
          from moved
          group by fair_id) each
      ) as fairs`.execute(db);
  return rows[0]!;
}

/** SQL: each order of the scope with its amounts by lines and payments, and its difference. */
function checkedOrders(scope: SalesScope): RawBuilder<unknown> {
  return sql`
    select o.order_number, o.fair_id, l.net + l.tax as by_lines,
      paid.amount + o.uncollected_cents as by_payments,
      greatest(
        abs(o.gross_cents - l.gross), abs(o.discount_cents - l.discount),
        abs(o.subtotal_cents - l.net), abs(o.tax_cents - l.tax),
        abs(o.total_cents - o.uncollected_cents - paid.amount),
        abs(o.refunded_net_cents + o.refunded_tax_cents - back.total)) as difference
    ${fromSold(
      scope,
      sql`
        cross join lateral (
          select coalesce(sum(gross_cents), 0) as gross,
            coalesce(sum(discount_cents), 0) as discount, coalesce(sum(net_cents), 0) as net,
            coalesce(sum(tax_cents), 0) as tax
          from order_lines
          where order_id = o.id) l
        cross join lateral (
          select coalesce(sum(p.amount_cents), 0) as amount
          from payments p
          where p.order_id = o.id and ${isCountedSale()}) paid
        cross join lateral (
          select coalesce(sum(total_cents), 0) as total
          from refunds
          where order_id = o.id) back`,
    )}`;
}

/** SQL: the same of each refund, whose amounts are negative. */
function checkedRefunds(scope: SalesScope): RawBuilder<unknown> {
  return sql`
    select o.order_number, r.fair_id, -(l.net + l.tax), -r.total_cents,
      greatest(
        abs(r.net_cents - l.net), abs(r.tax_cents - l.tax), t.amount - r.total_cents,
        r.total_cents - t.amount - o.uncollected_cents)
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
    )}`;
}
