import { PaymentMethod } from '@pos/contract/payment-methods';
import { COUNTED, ORDER_SUMS, PAYMENT_SUMS, REPORTED } from './bare-conditions.ts';

/** Bare statements that several reports share. */

/** Of a fair ($1) and its days ($2 and $3). */
export const SOLD = `o.fair_id = $1 and o.business_day between $2 and $3 and ${REPORTED}`;
const REFUNDED = `r.fair_id = $1 and r.business_day between $2 and $3 and ${REPORTED}`;
export const SOLD_LINES = `from orders o join order_lines l on l.order_id = o.id where ${SOLD}`;
export const REFUNDED_LINES = `from refunds r join orders o on o.id = r.order_id join refund_lines x on x.refund_id = r.id join order_lines l on l.id = x.order_line_id where ${REFUNDED}`;

/** Header of every report, and its tie-out. */
export const HEAD = [
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
];
export const REGISTERS = `
  select d.device_id, d.unsent_orders, d.last_sync_at
  from devices d
  where d.id in (select device_id from fair_device_counters where fair_id = $1)
    or d.current_fair_id = $1
  order by d.device_id`;
export const AGREEMENT = [
  `
    select o.order_number, abs(o.subtotal_cents - l.net) as net, abs(o.tax_cents - l.tax) as tax,
      abs(o.total_cents - o.uncollected_cents - paid.amount) as paid,
      abs(o.refunded_net_cents + o.refunded_tax_cents - coalesce(back.total, 0)) as back
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
export const DAYS = [
  `
    select business_day as day, ${ORDER_SUMS}
    from order_sums o
    where fair_id = $1
      and business_day between $2 and $3
      and status in ('completed', 'partially_refunded', 'refunded')
    group by 1`,
  `
    select business_day as day, p.method, ${PAYMENT_SUMS}
    from payment_sums p
    where fair_id = $1 and business_day between $2 and $3 and is_reported and ${COUNTED}
    group by 1, 2`,
  `
    select r.business_day as day, sum(r.units)::bigint as units, sum(r.net_cents)::bigint as net,
      sum(r.tax_cents)::bigint as tax
    from refunds r
    join orders o on o.id = r.order_id
    where ${REFUNDED}
    group by 1`,
  `
    select r.business_day as day, t.method, t.paid_out_as, sum(t.amount_cents)::bigint as amount
    from refunds r
    join orders o on o.id = r.order_id
    join refund_tenders t on t.refund_id = r.id
    where ${REFUNDED}
    group by 1, 2, 3`,
  `
    select p.business_day as day, p.method, sum(p.amount_cents)::bigint as amount,
      sum(p.change_cents)::bigint as change
    from payments p
    where p.fair_id = $1
      and p.business_day between $2 and $3
      and p.purpose = 'wallet_top_up'
      and p.method in (${PaymentMethod.check}, ${PaymentMethod.cash})
      and p.status in ('completed', 'under_review', 'refunded')
    group by 1, 2`,
];
