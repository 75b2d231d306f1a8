import { PaymentMethod } from '@pos/contract/sales/payment-methods';

/** Statements of the bare handler, by response. */

const ORDER_COLUMNS = `
  o.id, o.order_number as "orderNumber", o.sold_at as "soldAt", o.business_day as "businessDay",
  o.fair_id as "fairId", f.name as "fairName", s.name as "schoolName", f.time_zone as "timeZone",
  o.customer_type as "customerType", o.units, o.gross_cents as "grossCents",
  o.discount_cents as "discountCents", o.subtotal_cents as "subtotalCents",
  o.tax_cents as "taxCents", o.total_cents as "totalCents", o.methods,
  o.payment_status as "paymentStatus", o.status, o.ship_to_school as "shipToSchool",
  o.tax_exempt as "taxExempt", d.device_id as "deviceId", o.flags, v.reset_at as "voidedAt",
  o.refunded_net_cents + o.refunded_tax_cents as "refundedCents",
  coalesce(o.customer_name, t.first_name || ' ' || t.last_name) as "customerName",
  t.student_number as "studentNumber", t.grade, t.teacher`;
const ORDER_JOINS = `
  join fairs f on f.id = o.fair_id
  join schools s on s.id = o.school_id
  join devices d on d.id = o.device_id
  left join students t on t.id = o.student_id
  left join fair_resets v on v.id = o.voided_by_reset_id`;

/** The newest 20 orders, and their number from the book of figures. */
export const ORDER_LIST = {
  rows: `
    select ${ORDER_COLUMNS}
    from (
      select *
      from orders o
      where voided_by_reset_id is null
      order by sold_at desc, id desc
      limit 20) o ${ORDER_JOINS}
    order by o.sold_at desc, o.id desc`,
  total: `
    select coalesce(sum(orders), 0)::bigint as "totalResults"
    from all_day_orders_now`,
};

/** One order ($1), its lines, payments and refunds. */
export const ORDER_PARTS: readonly string[] = [
  `
    select ${ORDER_COLUMNS}, o.client_order_id as "clientOrderId", o.epoch, o.sequence,
      o.received_at as "receivedAt", o.tax_rate_ppm as "taxRatePpm",
      o.uncollected_cents as "uncollectedCents",
      a.first_name || ' ' || a.last_name as "cashierName"
    from orders o ${ORDER_JOINS}
    join admins a on a.id = o.cashier_id
    where o.id = $1`,
  'select * from order_lines where order_id = $1 order by line_no',
  `
    select id, method, type, status, amount_cents, tendered_cents, change_cents, refunded_cents,
      check_number, card_brand, card_last4, processor_ref, paid_at
    from payments
    where order_id = $1
    order by id`,
  'select * from refunds where order_id = $1 order by created_at',
];

const REPORTED = `
  o.status in ('completed', 'partially_refunded', 'refunded') and o.voided_by_reset_id is null`;
const COUNTED = `
  p.purpose = 'sale' and p.status in ('completed', 'under_review', 'refunded')`;
const SOLD = `o.fair_id = $1 and o.business_day between $2 and $3 and ${REPORTED}`;
const REFUNDED = `r.fair_id = $1 and r.business_day between $2 and $3 and ${REPORTED}`;
const SOLD_LINES = `from orders o join order_lines l on l.order_id = o.id where ${SOLD}`;
const REFUNDED_LINES = `
  from refunds r
  join orders o on o.id = r.order_id
  join refund_lines x on x.refund_id = r.id
  join order_lines l on l.id = x.order_line_id
  where ${REFUNDED}`;

/** Header, check and tie-out of a report of a fair ($1) and its days ($2 and $3). */
const EVERY_REPORT: readonly string[] = [
  `
    select d.device_id, d.unsent_orders, d.last_sync_at
    from devices d
    where d.id in (select device_id from fair_device_counters where fair_id = $1)
      or d.current_fair_id = $1
    order by d.device_id`,
  `
    select (
      select count(*)
      from orders o
      where o.fair_id = $1
        and o.business_day between $2 and $3
        and o.status = 'open'
        and o.voided_by_reset_id is null) as open,
    (
      select count(*)
      from held_orders h
      where h.fair_id = $1
        and h.business_day between $2 and $3
        and h.state = 'waiting') as held,
    (
      select json_agg(p)
      from (
        select p.status, count(*)
        from payments p
        left join orders o on o.id = p.order_id
        where p.fair_id = $1
          and p.business_day between $2 and $3
          and p.status in ('pending', 'failed')
          and o.voided_by_reset_id is null
        group by p.status) p) as payments`,
  `
    select o.order_number
    from orders o
    join (
      select l.order_id, sum(l.net_cents) as net, sum(l.tax_cents) as tax ${SOLD_LINES}
      group by l.order_id) l
      on l.order_id = o.id
    join (
      select p.order_id, sum(p.amount_cents) as amount
      from orders o
      join payments p on p.order_id = o.id and ${COUNTED}
      where ${SOLD}
      group by p.order_id) paid
      on paid.order_id = o.id
    left join (
      select r.order_id, sum(r.total_cents) as total
      from orders o
      join refunds r on r.order_id = o.id
      where ${SOLD}
      group by r.order_id) back
      on back.order_id = o.id
    where o.subtotal_cents <> l.net
      or o.tax_cents <> l.tax
      or o.total_cents - o.uncollected_cents <> paid.amount
      or o.refunded_net_cents + o.refunded_tax_cents <> coalesce(back.total, 0)
    limit 100`,
];

/** The sales summary of a fair ($1) and its days ($2 and $3), from rows. */
export const SALES_SUMMARY: readonly string[] = [
  ...EVERY_REPORT,
  `
    select o.business_day, count(*), sum(o.units)::bigint as units,
      sum(o.gross_cents)::bigint as gross, sum(o.discount_cents)::bigint as discount,
      sum(o.tax_cents)::bigint as tax, sum(o.uncollected_cents)::bigint as uncollected,
      sum(o.overpaid_cents)::bigint as overpaid
    from orders o
    where ${SOLD}
    group by 1`,
  `
    select p.business_day, p.method, count(*), sum(p.amount_cents)::bigint as amount,
      coalesce(sum(p.amount_cents) filter (where p.status = 'under_review'), 0)::bigint
        as under_review,
      sum(p.change_cents)::bigint as change
    from orders o
    join payments p on p.order_id = o.id and ${COUNTED}
    where ${SOLD}
    group by 1, 2`,
  `
    select r.business_day, sum(r.units)::bigint as units, sum(r.net_cents)::bigint as net,
      sum(r.tax_cents)::bigint as tax
    from refunds r
    join orders o on o.id = r.order_id
    where ${REFUNDED}
    group by 1`,
  `
    select r.business_day, t.method, t.paid_out_as, sum(t.amount_cents)::bigint as amount
    from refunds r
    join orders o on o.id = r.order_id
    join refund_tenders t on t.refund_id = r.id
    where ${REFUNDED}
    group by 1, 2, 3`,
  `
    select p.business_day, p.method, sum(p.amount_cents)::bigint as amount,
      sum(p.change_cents)::bigint as change
    from payments p
    where p.fair_id = $1
      and p.business_day between $2 and $3
      and p.purpose = 'wallet_top_up'
      and p.method in (${PaymentMethod.check}, ${PaymentMethod.cash})
      and p.status in ('completed', 'under_review', 'refunded')
    group by 1, 2`,
  `
    select tax_exempt, taxable, fulfilment, sum(net)::bigint as net, sum(quantity)::bigint as units
    from (
      select o.tax_exempt, l.taxable, l.fulfilment, l.net_cents as net, l.quantity ${SOLD_LINES}
      union all
      select o.tax_exempt, l.taxable, l.fulfilment, -x.net_cents, -x.quantity
        ${REFUNDED_LINES}) lines
    group by 1, 2, 3`,
  `
    select o.customer_type, o.tax_rate_ppm, o.tax_exempt, count(*),
      sum(o.subtotal_cents - o.refunded_net_cents - o.uncollected_cents)::bigint as eligible
    from orders o
    where ${SOLD}
    group by 1, 2, 3`,
  `
    select e.type, e.business_day < $2 as before, sum(e.amount_cents)::bigint as cents
    from fairs f
    join students s on s.school_id = f.school_id
    join wallets w on w.student_id = s.id
    join wallet_entries e on e.wallet_id = w.id
    where f.id = $1 and e.business_day <= $3
    group by 1, 2`,
  `
    select e.type, e.business_day < $2 as before, sum(e.amount_cents)::bigint as cents
    from fairs f
    join ave_dollar_entries e on e.school_id = f.school_id
    where f.id = $1 and e.business_day <= $3
    group by 1, 2`,
  `
    select business_day, cash_cents, check_cents
    from standing_cash_counts
    where fair_id = $1 and business_day between $2 and $3`,
];
