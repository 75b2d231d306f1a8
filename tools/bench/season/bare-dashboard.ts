import { COUNTED, ORDER_SUMS, PAYMENT_SUMS, REPORTED } from './bare-conditions.ts';
import { selectRows } from './bare-sql.ts';

const TODAY = '(now() at time zone f.time_zone)::date';
const IS_LIVE = `f.status = 'active' and ${TODAY} between f.start_date and f.end_date`;
const IS_OVERDUE = `
  f.status = 'active' and f.close_out_state = 'open' and f.end_date < ${TODAY}`;
const IS_STALE = `
  coalesce(
    d.last_sync_at < now() - make_interval(hours => (select device_stale_hours from settings)),
      true)`;

const AS_OF = 'select now() as "asOf", default_time_zone as "timeZone" from settings';

const ORDERS_BY_DAY = `
  select business_day as day, ${ORDER_SUMS}
  from (
    select *
    from season_order_totals
    where status is not null
    union all
    select business_day, status, methods, orders, units, gross_cents, discount_cents, tax_cents,
      uncollected_cents, overpaid_cents
    from order_total_changes) o
  where business_day between $1 and $2
    and status in ('completed', 'partially_refunded', 'refunded')
  group by 1`;

const PAYMENTS_BY_DAY = `
  select business_day as day, p.method, ${PAYMENT_SUMS}
  from (
    select business_day, purpose, method, status, is_reported, payments, amount_cents,
      change_cents
    from season_payment_totals
    where status is not null
    union all
    select business_day, purpose, method, status, is_reported, payments, amount_cents,
      change_cents
    from payment_total_changes) p
  where business_day between $1 and $2 and is_reported and ${COUNTED}
  group by 1, 2`;

const REFUNDS_BY_DAY = `
  select r.business_day as day, count(distinct r.order_id) as orders,
    sum(r.units)::bigint as units, sum(r.net_cents)::bigint as net,
    sum(r.tax_cents)::bigint as tax
  from refunds r
  join orders o on o.id = r.order_id
  where r.business_day between $1 and $2 and ${REPORTED}
  group by 1`;

const REFUND_TENDERS_BY_DAY = `
  select r.business_day as day, t.method, t.paid_out_as, sum(t.amount_cents)::bigint as amount
  from refunds r
  join orders o on o.id = r.order_id
  join refund_tenders t on t.refund_id = r.id
  where r.business_day between $1 and $2 and ${REPORTED}
  group by 1, 2, 3`;

const PAYMENTS_TO_REVIEW = `
  select status, count(*), coalesce(sum(amount_cents), 0)::bigint as cents
  from payments
  where status in ('under_review', 'failed')
    and voided_by_reset_id is null
    and (status = 'under_review' or business_day >= $1::date - 6)
  group by status`;

const HELD_ORDERS = `select count(*) from held_orders where state = 'waiting'`;

const STALE_DEVICES = `
  select d.id, d.device_id, f.id as fair_id, f.name, d.last_sync_at, d.unsent_orders
  from devices d
  join fairs f on f.id = d.current_fair_id
  where d.deleted_at is null and d.status = 'active' and ${IS_LIVE} and ${IS_STALE}
  order by d.last_sync_at nulls first`;

const WARRANTIES_ENDING = `
  select count(*)
  from devices
  where deleted_at is null
    and warranty_date between current_date
      and current_date + (select warranty_warn_days from settings)`;

const LAST_COPIES = `
  select f.id, f.name,
    count(*) filter (
      where l.on_hand between 1 and (select last_copy_threshold from settings)) as last,
    count(*) filter (where l.on_hand = 0) as sold_out
  from fairs f
  join fair_lines l on l.fair_id = f.id
  where ${IS_LIVE} and l.status = 'active'
  group by f.id`;

const MISSING_CARTONS = `
  select f.id, f.name, count(*)
  from cartons c
  join fairs f on f.id = c.fair_id
  where c.status in ('missing_at_delivery', 'missing_at_return')
    and f.close_out_state = 'open'
  group by f.id`;

const UNITS_TO_SHIP = `
  select coalesce(sum(l.quantity - l.refunded_qty), 0)::bigint as units,
    count(distinct o.id) as orders
  from order_lines l
  join orders o on o.id = l.order_id
  where l.fulfilment_status = 'to_ship'
    and o.status <> 'cancelled'
    and o.voided_by_reset_id is null`;

const STORED_VALUE = `
  select (select coalesce(sum(balance_cents), 0)::bigint from wallets) as wallets,
    (select coalesce(sum(ave_dollar_balance_cents), 0)::bigint from schools) as ave_dollars`;

const TOP_TITLES = `
  with moved as (
    select l.title_id, l.quantity as units, l.net_cents
    from orders o
    join order_lines l on l.order_id = o.id
    where l.title_id is not null
      and o.business_day between $1 and $2
      and o.sold_at >= $1::date - interval '14 hours'
      and o.sold_at < $2::date + interval '36 hours'
      and ${REPORTED}
    union all
    select l.title_id, -x.quantity, -x.net_cents
    from refunds r
    join orders o on o.id = r.order_id
    join refund_lines x on x.refund_id = r.id
    join order_lines l on l.id = x.order_line_id
    where l.title_id is not null and r.business_day between $1 and $2 and ${REPORTED})
  select t.sku, t.title, sum(units)::bigint as units, sum(net_cents)::bigint as net
  from moved m
  join titles t on t.id = m.title_id
  group by t.id
  order by 3 desc, 4 desc
  limit 10`;

const FAIR_COUNTS = `
  select count(*) filter (where ${IS_LIVE}) as live,
    count(*) filter (
      where f.status = 'active'
        and f.start_date > ${TODAY}
        and f.start_date <= ${TODAY} + 14) as starting,
    count(*) filter (where ${IS_OVERDUE}) as overdue
  from fairs f`;

const OVERDUE_FAIRS = `
  select f.id, f.name, s.name as school, f.end_date, ${TODAY} - f.end_date as overdue
  from fairs f
  join schools s on s.id = f.school_id
  where ${IS_OVERDUE}
  order by f.end_date, f.id
  limit 20`;

const STARTING_FAIRS = `
  select f.id, f.name, f.start_date
  from fairs f
  where f.status = 'active' and f.start_date > ${TODAY} and f.start_date <= ${TODAY} + 7
  order by f.start_date, f.id
  limit 20`;

const LIVE_FAIRS = `
  select f.id, f.name, s.name as school, s.city, s.state, f.start_date, f.end_date, f.time_zone,
    f.order_count, f.net_cents,
    (
      select count(*)
      from devices d
      where d.current_fair_id = f.id
        and d.deleted_at is null
        and d.status = 'active') as registers
  from fairs f
  join schools s on s.id = f.school_id
  where ${IS_LIVE}
  order by f.end_date, f.id
  limit 20`;

/** Sales of the fairs on the days, and of the fair before at the same school on its same days. */
const LAST_TIME = `
  with pair as (
    select f.id, before.id as previous_id, before.start_date - f.start_date as shift
    from fairs f
    join lateral (
      select id, start_date
      from fairs
      where school_id = f.school_id and end_date < f.start_date and order_count > 0
      order by end_date desc
      limit 1) before on true
    where f.status = 'active' and f.start_date <= $2::date and f.end_date >= $1::date)
  select false as previous, o.business_day as day, ${ORDER_SUMS}
  from pair
  join order_sums o on o.fair_id = pair.id
  where o.business_day between $1::date and $2::date
    and o.status in ('completed', 'partially_refunded', 'refunded')
  group by 2
  union all
  select true, o.business_day - shift, ${ORDER_SUMS}
  from pair
  join order_sums o on o.fair_id = pair.previous_id
  where o.business_day between $1::date + shift and $2::date + shift
    and o.status in ('completed', 'partially_refunded', 'refunded')
  group by 2`;

/** Returns the figures of the dashboard from `from` to `to`. */
export async function dashboard(given: URLSearchParams): Promise<unknown> {
  const days = [given.get('from'), given.get('to')];
  const data = await Promise.all([
    selectRows(AS_OF),
    selectRows(ORDERS_BY_DAY, days),
    selectRows(PAYMENTS_BY_DAY, days),
    selectRows(REFUNDS_BY_DAY, days),
    selectRows(REFUND_TENDERS_BY_DAY, days),
    selectRows(PAYMENTS_TO_REVIEW, days.slice(1)),
    selectRows(HELD_ORDERS),
    selectRows(STALE_DEVICES),
    selectRows(WARRANTIES_ENDING),
    selectRows(LAST_COPIES),
    selectRows(MISSING_CARTONS),
    selectRows(UNITS_TO_SHIP),
    selectRows(STORED_VALUE),
    selectRows(TOP_TITLES, days),
    selectRows(FAIR_COUNTS),
    selectRows(OVERDUE_FAIRS),
    selectRows(STARTING_FAIRS),
    selectRows(LIVE_FAIRS),
    selectRows(LAST_TIME, days),
  ]);
  return { data };
}
