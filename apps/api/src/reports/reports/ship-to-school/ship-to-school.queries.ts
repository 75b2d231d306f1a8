import type { ShippingStatus, ShipToSchoolRow } from '@pos/contract/reports/ship-to-school';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { customerColumns } from '../figures/line-columns.queries.ts';
import { fromSold, isCountedSale, type ReportScope, preparedFor } from '../report-scope.ts';

/**
 * A row of the report with the data that the pick list needs. `titleId` is null for an item without
 * a title.
 */
export type ShipToSchoolLine = Omit<ShipToSchoolRow, 'totalCents'> & { titleId: string | null };

/**
 * Returns the current ship-to-school lines sold in the scope that are not fully refunded, by order
 * date.
 */
export async function shipToSchoolLines(
  db: Db,
  scope: ReportScope,
  status: ShippingStatus | null,
  withStudents: boolean,
): Promise<ShipToSchoolLine[]> {
  const customer = customerColumns(withStudents);
  const joins = sql`
    ${joinLines(status)}
    join fairs f on f.id = o.fair_id
    left join titles t on t.id = l.title_id ${customer.join}`;
  const { rows } = await sql<ShipToSchoolLine>`
    select ${preparedFor(scope)} f.identifier as fair_identifier, f.name as fair_name,
      o.id as order_id, o.order_number, o.business_day as date, ${customer.buyer} as customer_name,
      ${customer.grade} as grade, ${customer.teacher} as teacher, l.title_id, l.sku, l.title,
      l.quantity - l.refunded_qty as quantity, l.unit_price_cents,
      l.net_cents - l.refunded_net_cents as line_net_cents,
      l.tax_cents - l.refunded_tax_cents as tax_cents, o.methods,
      case
        when exists (
          select
          from payments p
          where p.order_id = o.id and ${isCountedSale()} and p.status = 'under_review')
          then 'under_review'
        when o.uncollected_cents > 0 then 'no'
        else 'yes'
      end as paid,
      l.fulfilment_status, l.shipped_at,
      (t.warehouse_qty - t.allocated_qty)::bigint as warehouse_available
    ${fromSold(scope, joins)}
    order by o.business_day, o.sold_at, o.order_number, l.line_no`.execute(db);
  return rows;
}

/** SQL: joins the ship-to-school lines `l` with the status that are not fully refunded. */
const joinLines = (status: ShippingStatus | null) => sql`
  join order_lines l on l.order_id = o.id
    and l.fulfilment = 'ship_to_school'
    and l.refunded_qty < l.quantity
    and (${status}::text is null or l.fulfilment_status = ${status})`;

/** Counts the same lines of each fair. Fairs without any have no row. */
export async function shipToSchoolCounts(
  db: Db,
  scope: ReportScope,
  status: ShippingStatus | null,
): Promise<{ fairId: string; lines: number }[]> {
  const { rows } = await sql<{ fairId: string; lines: number }>`
    select ${preparedFor(scope)} o.fair_id, count(*) as lines
    ${fromSold(scope, joinLines(status))}
    group by o.fair_id`.execute(db);
  return rows;
}
