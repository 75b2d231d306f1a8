import { rowsOf, type Answer } from './bare-sql.ts';

/**
 * Dashboard and fair reports of the bare handler: the same figures, but each statement separate on
 * the pool, without a common snapshot.
 */

const REPORTED = `o.status in ('completed', 'partially_refunded', 'refunded') and o.voided_by_reset_id is null`;
const COUNTED = `p.purpose = 'sale' and p.status in ('completed', 'under_review', 'refunded')`;
const ORDER_SUMS =
  'sum(orders)::bigint as orders, sum(units)::bigint as units, sum(gross_cents)::bigint as gross, sum(discount_cents)::bigint as discount, sum(tax_cents)::bigint as tax, sum(uncollected_cents)::bigint as uncollected, sum(overpaid_cents)::bigint as overpaid';
const PAYMENT_SUMS = `sum(payments)::bigint as count, sum(amount_cents)::bigint as amount, coalesce(sum(amount_cents) filter (where p.status = 'under_review'), 0)::bigint as under_review, sum(change_cents)::bigint as change`;
const TODAY = '(now() at time zone f.time_zone)::date';
const IS_LIVE = `f.status = 'active' and ${TODAY} between f.start_date and f.end_date`;
const IS_STALE = `coalesce(d.last_sync_at < now() - make_interval(hours => (select device_stale_hours from settings)), true)`;

/** $1 and $2: the days, $3: the first day of the previous period. */
async function dashboard(given: URLSearchParams): Promise<unknown> {
  const [from, to, before] = [given.get('from'), given.get('to'), given.get('before')];
  const days = [before, to];
  const SOLD = `o.business_day between $1 and $2 and o.sold_at >= $1::date - interval '14 hours' and o.sold_at < $2::date + interval '36 hours' and ${REPORTED}`;
  const statements: [string, unknown[]][] = [
    ['select now() as "asOf", default_time_zone as "timeZone" from settings', []],
    [
      `select business_day as day, ${ORDER_SUMS} from (select * from season_order_totals where status is not null union all select business_day, status, methods, orders, units, gross_cents, discount_cents, tax_cents, uncollected_cents, overpaid_cents from order_total_changes) o
       where business_day between $1 and $2 and status in ('completed', 'partially_refunded', 'refunded') group by 1`,
      days,
    ],
    [
      `select business_day as day, p.method, ${PAYMENT_SUMS} from (select business_day, purpose, method, status, is_reported, payments, amount_cents, change_cents from season_payment_totals where status is not null
       union all select business_day, purpose, method, status, is_reported, payments, amount_cents, change_cents from payment_total_changes) p where business_day between $1 and $2 and is_reported and ${COUNTED} group by 1, 2`,
      days,
    ],
    [
      `select r.business_day as day, count(distinct r.order_id) as orders, sum(r.units)::bigint as units, sum(r.net_cents)::bigint as net, sum(r.tax_cents)::bigint as tax from refunds r join orders o on o.id = r.order_id where r.business_day between $1 and $2 and ${REPORTED} group by 1`,
      days,
    ],
    [
      `select r.business_day as day, t.method, t.paid_out_as, sum(t.amount_cents)::bigint as amount from refunds r join orders o on o.id = r.order_id join refund_tenders t on t.refund_id = r.id where r.business_day between $1 and $2 and ${REPORTED} group by 1, 2, 3`,
      days,
    ],
    [
      `select status, count(*), coalesce(sum(amount_cents), 0)::bigint as cents from payments where status in ('under_review', 'failed') and voided_by_reset_id is null and (status = 'under_review' or business_day >= $1::date - 6) group by status`,
      [to],
    ],
    [`select count(*) from held_orders where state = 'waiting'`, []],
    [
      `select d.id, d.device_id, f.id as fair_id, f.name, d.last_sync_at, d.unsent_orders from devices d join fairs f on f.id = d.current_fair_id where d.deleted_at is null and d.status = 'active' and ${IS_LIVE} and ${IS_STALE} order by d.last_sync_at nulls first`,
      [],
    ],
    [
      'select count(*) from devices where deleted_at is null and warranty_date between current_date and current_date + (select warranty_warn_days from settings)',
      [],
    ],
    [
      `select f.id, f.name, count(*) filter (where l.on_hand between 1 and (select last_copy_threshold from settings)) as last, count(*) filter (where l.on_hand = 0) as sold_out
        from fairs f join fair_lines l on l.fair_id = f.id where ${IS_LIVE} and l.status = 'active' group by f.id`,
      [],
    ],
    [
      `select f.id, f.name, count(*) from cartons c join fairs f on f.id = c.fair_id where c.status in ('missing_at_delivery', 'missing_at_return') and f.close_out_state = 'open' group by f.id`,
      [],
    ],
    [
      `select coalesce(sum(l.quantity - l.refunded_qty), 0)::bigint as units, count(distinct o.id) as orders from order_lines l join orders o on o.id = l.order_id where l.fulfilment_status = 'to_ship' and o.status <> 'cancelled' and o.voided_by_reset_id is null`,
      [],
    ],
    [
      'select (select coalesce(sum(balance_cents), 0)::bigint from wallets) as wallets, (select coalesce(sum(ave_dollar_balance_cents), 0)::bigint from schools) as ave_dollars',
      [],
    ],
    [
      `with moved as (
        select l.title_id, l.quantity as units, l.net_cents from orders o join order_lines l on l.order_id = o.id where l.title_id is not null and ${SOLD}
        union all select l.title_id, -x.quantity, -x.net_cents from refunds r join orders o on o.id = r.order_id join refund_lines x on x.refund_id = r.id join order_lines l on l.id = x.order_line_id
         where l.title_id is not null and r.business_day between $1 and $2 and ${REPORTED})
      select t.sku, t.title, sum(units)::bigint as units, sum(net_cents)::bigint as net from moved m join titles t on t.id = m.title_id group by t.id order by 3 desc, 4 desc limit 10`,
      [from, to],
    ],
    [
      `select count(*) filter (where ${IS_LIVE}) as live, count(*) filter (where f.status = 'active' and f.start_date > ${TODAY} and f.start_date <= ${TODAY} + 14) as starting, count(*) filter (where f.status = 'active' and f.close_out_state = 'open' and f.end_date < ${TODAY}) as overdue from fairs f`,
      [],
    ],
    [
      `select f.id, f.name, s.name as school, f.end_date, ${TODAY} - f.end_date as overdue from fairs f join schools s on s.id = f.school_id where f.status = 'active' and f.close_out_state = 'open' and f.end_date < ${TODAY} order by f.end_date, f.id limit 20`,
      [],
    ],
    [
      `select f.id, f.name, f.start_date from fairs f where f.status = 'active' and f.start_date > ${TODAY} and f.start_date <= ${TODAY} + 7 order by f.start_date, f.id limit 20`,
      [],
    ],
    [
      `select f.id, f.name, s.name as school, s.city, s.state, f.start_date, f.end_date, f.time_zone, f.close_out_state, f.order_count, f.net_cents,
             (select count(*) from devices d where d.current_fair_id = f.id and d.deleted_at is null and d.status = 'active') as registers
        from fairs f join schools s on s.id = f.school_id where f.status = 'active' and f.start_date <= ${TODAY} and f.end_date >= ${TODAY} - 14 order by f.end_date desc, f.id limit 20`,
      [],
    ],
  ];
  return { data: await Promise.all(statements.map(([text, values]) => rowsOf(text, values))) };
}

/** Of a fair ($1) and its days ($2 and $3). */
const SOLD = `o.fair_id = $1 and o.business_day between $2 and $3 and ${REPORTED}`;
const REFUNDED = `r.fair_id = $1 and r.business_day between $2 and $3 and ${REPORTED}`;
const SOLD_LINES = `from orders o join order_lines l on l.order_id = o.id where ${SOLD}`;
const REFUNDED_LINES = `from refunds r join orders o on o.id = r.order_id join refund_lines x on x.refund_id = r.id join order_lines l on l.id = x.order_line_id where ${REFUNDED}`;

/** Header of every report, and its tie-out. */
const HEAD = [
  `select (select count(*) from orders o where o.fair_id = $1 and o.business_day between $2 and $3 and o.status = 'open' and o.voided_by_reset_id is null) as open,
          (select count(*) from held_orders h where h.fair_id = $1 and h.business_day between $2 and $3 and h.state = 'waiting') as held,
          (select json_agg(p) from (select p.status, count(*) from payments p left join orders o on o.id = p.order_id where p.fair_id = $1 and p.business_day between $2 and $3 and p.status in ('pending', 'failed') and o.voided_by_reset_id is null group by p.status) p) as payments`,
];
const REGISTERS = `select d.device_id, d.unsent_orders, d.last_sync_at from devices d where d.id in (select device_id from fair_device_counters where fair_id = $1) or d.current_fair_id = $1 order by d.device_id`;
const AGREEMENT = [
  `select o.order_number, abs(o.subtotal_cents - l.net) as net, abs(o.tax_cents - l.tax) as tax, abs(o.total_cents - o.uncollected_cents - paid.amount) as paid, abs(o.refunded_net_cents + o.refunded_tax_cents - coalesce(back.total, 0)) as back
     from orders o
     join (select l.order_id, sum(l.net_cents) as net, sum(l.tax_cents) as tax ${SOLD_LINES} group by l.order_id) l on l.order_id = o.id
     join (select p.order_id, sum(p.amount_cents) as amount from orders o join payments p on p.order_id = o.id and ${COUNTED} where ${SOLD} group by p.order_id) paid on paid.order_id = o.id
     left join (select r.order_id, sum(r.total_cents) as total from orders o join refunds r on r.order_id = o.id where ${SOLD} group by r.order_id) back on back.order_id = o.id
    where o.subtotal_cents <> l.net or o.tax_cents <> l.tax or o.total_cents - o.uncollected_cents <> paid.amount or o.refunded_net_cents + o.refunded_tax_cents <> coalesce(back.total, 0) limit 100`,
];
const DAYS = [
  `select business_day as day, ${ORDER_SUMS} from order_sums o where fair_id = $1 and business_day between $2 and $3 and status in ('completed', 'partially_refunded', 'refunded') group by 1`,
  `select business_day as day, p.method, ${PAYMENT_SUMS} from payment_sums p where fair_id = $1 and business_day between $2 and $3 and is_reported and ${COUNTED} group by 1, 2`,
  `select r.business_day as day, sum(r.units)::bigint as units, sum(r.net_cents)::bigint as net, sum(r.tax_cents)::bigint as tax from refunds r join orders o on o.id = r.order_id where ${REFUNDED} group by 1`,
  `select r.business_day as day, t.method, t.paid_out_as, sum(t.amount_cents)::bigint as amount from refunds r join orders o on o.id = r.order_id join refund_tenders t on t.refund_id = r.id where ${REFUNDED} group by 1, 2, 3`,
  `select p.business_day as day, p.method, sum(p.amount_cents)::bigint as amount, sum(p.change_cents)::bigint as change from payments p where p.fair_id = $1 and p.business_day between $2 and $3 and p.purpose = 'wallet_top_up' and p.method in (2, 3) and p.status in ('completed', 'under_review', 'refunded') group by 1, 2`,
];
const MOVED = `select l.id, l.title_id, l.sku, l.title, l.category, l.unit_price_cents, l.quantity as sold, 0 as refunded, l.gross_cents as gross, l.discount_cents as discount, 0 as refund_net, l.tax_cents as tax ${SOLD_LINES}
  union all select l.id, l.title_id, l.sku, l.title, l.category, l.unit_price_cents, 0, x.quantity, 0, 0, x.net_cents, -x.tax_cents ${REFUNDED_LINES}`;

const REPORTS: Record<string, string[]> = {
  SALES_SUMMARY: [
    ...HEAD,
    ...AGREEMENT,
    ...DAYS,
    `select sum(net) filter (where not tax_exempt and taxable)::bigint as taxable, sum(net) filter (where not tax_exempt and not taxable)::bigint as not_taxable, sum(net) filter (where tax_exempt)::bigint as exempt,
            sum(net) filter (where fulfilment = 'ship_to_school')::bigint as shipped, sum(quantity) filter (where fulfilment = 'ship_to_school')::bigint as shipped_units
       from (select o.tax_exempt, l.taxable, l.fulfilment, l.net_cents as net, l.quantity ${SOLD_LINES} union all select o.tax_exempt, l.taxable, l.fulfilment, -x.net_cents, -x.quantity ${REFUNDED_LINES}) lines`,
    `select o.customer_type, o.tax_rate_ppm, o.tax_exempt, count(*) from orders o where ${SOLD} group by 1, 2, 3`,
    `select e.type, e.business_day < $2 as before, sum(e.amount_cents)::bigint as cents from fairs f join students s on s.school_id = f.school_id join wallets w on w.student_id = s.id join wallet_entries e on e.wallet_id = w.id where f.id = $1 and e.business_day <= $3 group by 1, 2`,
    `select e.type, e.business_day < $2 as before, sum(e.amount_cents)::bigint as cents from fairs f join ave_dollar_entries e on e.school_id = f.school_id where f.id = $1 and e.business_day <= $3 group by 1, 2`,
    `select sum(o.subtotal_cents - o.refunded_net_cents - o.uncollected_cents)::bigint as eligible, sum(a.cents)::bigint as ave_dollars from orders o
       left join lateral (select sum(p.amount_cents) as cents from payments p where p.order_id = o.id and p.method = 6 and ${COUNTED}) a on true where ${SOLD}`,
    `select business_day, cash_cents, check_cents from standing_cash_counts where fair_id = $1 and business_day between $2 and $3`,
  ],
  DAILY_SALES: [
    ...HEAD,
    ...AGREEMENT,
    ...DAYS,
    'select business_day, cash_cents, check_cents from standing_cash_counts where fair_id = $1 and business_day between $2 and $3',
  ],
  ITEM_SALES: [
    ...HEAD,
    ...AGREEMENT,
    `with moved as (${MOVED}), named as (select distinct on (title_id, lower(sku)) title_id, lower(sku) as sku_key, sku, title, category from moved order by title_id, lower(sku), id desc),
          sums as (select title_id, lower(sku) as sku_key, unit_price_cents, sum(sold)::bigint as sold, sum(refunded)::bigint as refunded, sum(gross)::bigint as gross, sum(discount)::bigint as discount, sum(refund_net)::bigint as refund_net, sum(tax)::bigint as tax from moved group by 1, 2, 3)
     select n.sku, n.title, n.category, s.* , l.sent_qty, l.on_hand, l.sold_qty - l.restocked_qty as gone
       from sums s join named n on n.title_id is not distinct from s.title_id and n.sku_key is not distinct from s.sku_key left join fair_lines l on l.fair_id = $1 and l.title_id = s.title_id order by n.category, s.sold - s.refunded desc, n.title`,
  ],
  LAST_COPY: [
    ...HEAD,
    ...AGREEMENT,
    `select t.sku, t.title, t.category, l.price_cents, l.sent_qty, l.missing_qty, l.adjust_qty, l.sold_qty - l.restocked_qty as sold, l.on_hand, r.sold_at, r.order_number, r.cashier, t.warehouse_qty - t.allocated_qty as available,
            (select coalesce(sum(ol.quantity - ol.refunded_qty), 0)::bigint from orders o join order_lines ol on ol.order_id = o.id where o.fair_id = $1 and ol.title_id = l.title_id and ol.fulfilment = 'ship_to_school' and o.status <> 'cancelled'
                and o.voided_by_reset_id is null and o.business_day between $2 and $3 and (r.sold_at is null or o.sold_at >= r.sold_at)) as shipped
       from fair_lines l join titles t on t.id = l.title_id
       left join (select distinct on (ol.title_id) ol.title_id, o.sold_at, o.order_number, a.first_name || ' ' || a.last_name as cashier from orders o join order_lines ol on ol.order_id = o.id join admins a on a.id = o.cashier_id
                   where o.fair_id = $1 and ol.last_copy and o.status <> 'cancelled' and o.voided_by_reset_id is null order by ol.title_id, o.sold_at desc) r on r.title_id = l.title_id
      where l.fair_id = $1 and l.status = 'active' and l.sent_qty > 0 and l.on_hand <= (select last_copy_threshold from settings)`,
  ],
  FAIR_RETURN_REPORT: [
    ...HEAD,
    ...AGREEMENT,
    `select t.sku, t.title, l.price_cents, l.sent_qty, l.missing_qty, l.adjust_qty, l.sold_qty, l.restocked_qty, l.expected_return, l.counted_return_qty, l.damaged_qty, l.counted_return_qty - l.expected_return as variance
       from fair_lines l join titles t on t.id = l.title_id where l.fair_id = $1 order by lower(t.title), t.sku`,
    `select c.code, c.label, (select coalesce(sum(qty), 0)::bigint from carton_contents where carton_id = c.id) as units, c.scanned_in_at, c.scanned_in_by, c.scanned_back_at, c.scanned_back_by, c.status from cartons c where c.fair_id = $1 order by lower(c.code)`,
    `select (select coalesce(sum(l.quantity), 0) ${SOLD_LINES} and l.fulfilment = 'ship_to_school')::bigint - (select coalesce(sum(x.quantity), 0) ${REFUNDED_LINES} and l.fulfilment = 'ship_to_school')::bigint as units`,
  ],
  SHIP_TO_SCHOOL: [
    ...HEAD,
    ...AGREEMENT,
    `select o.id, o.order_number, o.business_day, coalesce(s.last_name || ', ' || s.first_name, o.customer_name) as customer, s.grade, s.teacher, l.sku, l.title, l.quantity - l.refunded_qty as quantity, l.unit_price_cents, l.net_cents - l.refunded_net_cents as net,
            l.tax_cents - l.refunded_tax_cents as tax, o.methods, o.uncollected_cents, exists (select from payments p where p.order_id = o.id and ${COUNTED} and p.status = 'under_review') as under_review, l.fulfilment_status, l.shipped_at,
            t.warehouse_qty - t.allocated_qty as available
       from orders o join order_lines l on l.order_id = o.id left join titles t on t.id = l.title_id left join students s on s.id = o.student_id
      where ${SOLD} and o.ship_to_school and l.fulfilment = 'ship_to_school' and l.refunded_qty < l.quantity order by o.business_day, o.sold_at, o.order_number, l.line_no`,
  ],
  SALES_ORDER_PER_ITEM: [
    ...HEAD,
    ...AGREEMENT,
    `select m.kind, l.sku, l.title, l.category, o.id, o.order_number, m.at, m.date, d.device_id, a.first_name || ' ' || a.last_name as cashier, coalesce(s.last_name || ', ' || s.first_name, o.customer_name) as customer, m.quantity, l.unit_price_cents, m.gross, m.discount,
            m.refund_net, m.tax, l.refunded_qty, o.methods, l.fulfilment, o.tax_exempt, l.last_copy
       from (select 'sale' as kind, l.id as line_id, o.id as order_id, o.sold_at as at, o.business_day as date, l.quantity, l.gross_cents as gross, l.discount_cents as discount, 0 as refund_net, l.tax_cents as tax ${SOLD_LINES}
             union all select 'refund', l.id, o.id, r.refunded_at, r.business_day, -x.quantity, 0, 0, x.net_cents, -x.tax_cents ${REFUNDED_LINES}) m
       join order_lines l on l.id = m.line_id join orders o on o.id = m.order_id join devices d on d.id = o.device_id join admins a on a.id = o.cashier_id left join students s on s.id = o.student_id
      order by l.category, l.title, m.at`,
  ],
};

export const BOARDS: Record<string, Answer> = {
  '/dashboard': dashboard,
  '/report': async (given) => {
    const values = [given.get('fairId'), given.get('from'), given.get('to')];
    const ofFair = rowsOf(REGISTERS, values.slice(0, 1));
    return {
      data: await Promise.all([
        ofFair,
        ...(REPORTS[given.get('type') ?? ''] ?? []).map((text) =>
          rowsOf(
            text,
            text.includes('$3')
              ? values
              : text.includes('$2')
                ? values.slice(0, 2)
                : values.slice(0, 1),
          ),
        ),
      ]),
    };
  },
};
