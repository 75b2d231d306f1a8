import type { CustomerType } from '@pos/contract/sales/order-states';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import type { Split } from '../figures/cached-fair.ts';
import { fromRefunded, fromSold, type SalesScope, preparedFor } from '../report-scope.ts';

export type LineSplitRow = Split & { fairId: string };

/** Returns net sales of each fair split by type of line, after refunds (domain 9.2, "of which"). */
export async function lineSplitRows(db: Db, scope: SalesScope): Promise<LineSplitRow[]> {
  const { rows } = await sql<LineSplitRow>`
    with ${preparedFor(scope)} lines as (
      select o.fair_id, o.tax_exempt, o.exempt_reason, l.taxable, l.fulfilment, l.net_cents as net,
        l.quantity
      ${fromSold(scope, sql`join order_lines l on l.order_id = o.id`)}
      union all
      select r.fair_id, o.tax_exempt, o.exempt_reason, l.taxable, l.fulfilment, -x.net_cents,
        -x.quantity
      ${fromRefunded(
        scope,
        sql`
          join refund_lines x on x.refund_id = r.id
          join order_lines l on l.id = x.order_line_id`,
      )})
    select fair_id,
      coalesce(sum(net) filter (where not tax_exempt and taxable), 0)::bigint as taxable_net_cents,
      coalesce(
        sum(net) filter (where not tax_exempt and not taxable), 0)::bigint as non_taxable_net_cents,
      coalesce(sum(net) filter (where tax_exempt), 0)::bigint as exempt_net_cents,
      coalesce(
        sum(net) filter (where tax_exempt and exempt_reason = 'school_purchase'),
        0)::bigint as school_purchase_cents,
      coalesce(
        sum(net) filter (where tax_exempt and exempt_reason = 'organization'),
        0)::bigint as organization_cents,
      coalesce(
        sum(net) filter (where tax_exempt and exempt_reason = 'other'), 0)::bigint as other_cents,
      coalesce(
        sum(net) filter (where tax_exempt and exempt_reason is null),
        0)::bigint as not_given_cents,
      coalesce(
        sum(net) filter (where fulfilment = 'ship_to_school'),
        0)::bigint as ship_to_school_net_cents,
      coalesce(
        sum(quantity) filter (where fulfilment = 'ship_to_school'),
        0)::bigint as ship_to_school_units
    from lines
    group by fair_id`.execute(db);
  return rows;
}

/** Counts orders of each fair by type of customer. */
export async function customerRows(
  db: Db,
  scope: SalesScope,
): Promise<{ fairId: string; customerType: CustomerType; orders: number }[]> {
  const { rows } = await sql<{ fairId: string; customerType: CustomerType; orders: number }>`
    select ${preparedFor(scope)} o.fair_id, o.customer_type, count(*) as orders ${fromSold(scope)}
    group by o.fair_id, o.customer_type`.execute(db);
  return rows;
}

/** Returns the tax rates used in sales of each fair. Exempt sales have none. */
export async function taxRateRows(
  db: Db,
  scope: SalesScope,
): Promise<{ fairId: string; taxRatePpm: number }[]> {
  const { rows } = await sql<{ fairId: string; taxRatePpm: number }>`
    select ${preparedFor(scope)} distinct o.fair_id, o.tax_rate_ppm
    ${fromSold(scope)} and not o.tax_exempt
    order by o.tax_rate_ppm`.execute(db);
  return rows;
}
