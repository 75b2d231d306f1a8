import type { DailyDeviceRow } from '@pos/contract/reports/daily-sales';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { fromTopUpPayouts, fromTopUps } from '../figures/fair-days.queries.ts';
import {
  fromRefunded,
  fromSold,
  isCountedSale,
  type SalesScope,
  preparedFor,
} from '../report-scope.ts';

/**
 * Returns the figures of each register on each day of the scope, then those of the office, ordered
 * by fair and day (domain 9.4).
 */
export async function dailyDeviceRows(db: Db, scope: SalesScope): Promise<DailyDeviceRow[]> {
  const inDrawer = sql`
    case p.method when 3 then p.amount_cents + p.rounding_cents when 2 then -p.change_cents else 0 end`;
  const { rows } = await sql<DailyDeviceRow>`
    with ${preparedFor(scope)} moved as (
      select o.fair_id, o.business_day as date, o.device_id, o.cashier_id, o.fair_cashier_id,
        o.sold_at, 1 as orders,
        o.gross_cents - o.discount_cents as net,
        coalesce(
          (
            select sum(${inDrawer})
            from payments p
            where p.order_id = o.id and ${isCountedSale()}),
          0) as cash
      ${fromSold(scope)}
      union all
      select r.fair_id, r.business_day, r.device_id, null, null, null, 0, -r.net_cents,
        -coalesce(
          (
            select sum(t.amount_cents)
            from refund_tenders t
            where t.refund_id = r.id and t.paid_out_as = 3),
          0) - r.rounding_cents
      ${fromRefunded(scope)}
      union all
      select p.fair_id, p.business_day, p.device_id, null, null, null, 0, 0, ${inDrawer}
      ${fromTopUps(scope)}
        and ${scope.method === null}
      union all
      select p.fair_id, e.business_day, null, null, null, null, 0, 0, e.amount_cents
      ${fromTopUpPayouts(scope)}
        and ${scope.method === null})
    select m.date, f.identifier as fair_identifier, f.name as fair_name, d.device_id,
      coalesce(
        array_agg(distinct coalesce(c.name, a.first_name || ' ' || a.last_name))
          filter (where a.id is not null),
        '{}') as cashier_names,
      min(m.sold_at) as first_sale_at, max(m.sold_at) as last_sale_at,
      sum(m.orders)::bigint as orders, sum(m.net)::bigint as net_cents,
      case when ${scope.method === null} then sum(m.cash)::bigint end as expected_cash_cents
    from moved m
    join fairs f on f.id = m.fair_id
    left join devices d on d.id = m.device_id
    left join admins a on a.id = m.cashier_id
    left join cashiers c on c.id = m.fair_cashier_id
    group by m.date, f.id, d.id
    order by m.date, f.start_date, lower(f.identifier), d.device_id nulls last`.execute(db);
  return rows;
}
