import { type Invariant, REPORTED } from './invariant.ts';

export const orderInvariants: Invariant[] = [
  {
    code: 'I04',
    promise: "The lines' net make the subtotal, their tax the tax, both the total.",
    query: `
      select o.id, o.order_number
      from orders o
      left join order_lines l on l.order_id = o.id
      group by o.id
      having coalesce(sum(l.net_cents), 0) <> o.subtotal_cents
        or coalesce(sum(l.tax_cents), 0) <> o.tax_cents
        or o.subtotal_cents + o.tax_cents <> o.total_cents`,
  },
  {
    code: 'I05',
    promise:
      'Payments completed, under review or refunded, with what is uncollected, make the total of a reported order.',
    query: `
      select o.id, o.order_number, o.total_cents
      from orders o
      left join payments p on p.order_id = o.id
        and p.purpose = 'sale'
        and p.status in ('completed', 'under_review', 'refunded')
      where o.status in ${REPORTED}
      group by o.id
      having coalesce(sum(p.amount_cents), 0) + o.uncollected_cents <> o.total_cents`,
  },
  {
    code: 'I20',
    promise: "An order's tax = half-up of its taxable base at its rate.",
    query: `
      select o.id, o.order_number, o.tax_cents
      from orders o
      left join order_lines l on l.order_id = o.id and l.taxable and not o.tax_exempt
      group by o.id
      having o.tax_cents <> floor(
        (coalesce(sum(l.net_cents), 0) * o.tax_rate_ppm + 500000) / 1000000)`,
  },
  {
    code: 'K14',
    promise: 'An order, its lines and its payments are of the day of its sale where the fair is.',
    query: `
      select o.id, o.order_number, o.business_day, o.sold_at
      from orders o
      join fairs f on f.id = o.fair_id
      where o.business_day <> (o.sold_at at time zone f.time_zone)::date
        or exists (
          select from payments p where p.order_id = o.id and p.business_day <> o.business_day)`,
  },
  {
    code: 'K01',
    promise: "A fair's order count and net sales = their recount.",
    query: `
      select f.id, f.identifier, f.order_count, f.net_cents
      from fairs f
      left join orders o on o.fair_id = f.id and o.voided_by_reset_id is null
      group by f.id
      having f.order_count <> count(o.id)
        or f.net_cents <> coalesce(
          sum(o.subtotal_cents - o.refunded_net_cents) filter (where o.status in ${REPORTED}),
          0)`,
  },
  {
    code: 'K02',
    promise:
      'Refunds of an order = its lines = its amount and status; tenders gave back all but what was never collected.',
    query: `
      select o.id, o.order_number
      from orders o
      left join (
        select order_id, sum(refunded_cents) as cents
        from payments
        where order_id is not null and refunded_cents <> 0
        group by order_id) p on p.order_id = o.id
      left join (
        select order_id, sum(refunded_net_cents + refunded_tax_cents) as cents
        from order_lines
        where refunded_net_cents <> 0 or refunded_tax_cents <> 0
        group by order_id) l on l.order_id = o.id
      left join (
        select r.order_id, sum(r.total_cents) as cents, sum(x.cents) as tendered_cents,
          bool_or(r.total_cents < coalesce(x.cents, 0)) as has_excess
        from refunds r
        left join (
          select refund_id, sum(amount_cents) as cents
          from refund_tenders
          group by refund_id) x on x.refund_id = r.id
        group by r.order_id) r on r.order_id = o.id
      cross join lateral (
        select o.refunded_net_cents + o.refunded_tax_cents as refunded,
          coalesce(p.cents, 0) as given_back) t
      where o.status <> 'cancelled'
        and (
          t.refunded <> coalesce(r.cents, 0)
          or t.refunded <> coalesce(l.cents, 0)
          or t.given_back <> coalesce(r.tendered_cents, 0)
          or t.given_back > t.refunded
          or t.refunded - t.given_back > o.uncollected_cents
          or r.has_excess
          or (r.order_id is not null and o.status not in ('partially_refunded', 'refunded')))`,
  },
  {
    code: 'K03',
    promise: 'A cancelled order keeps no money, owes none and has no refund.',
    query: `
      select o.id, o.order_number
      from orders o
      where o.status = 'cancelled'
        and (
          o.uncollected_cents <> 0
            or exists (select 1 from refunds r where r.order_id = o.id)
            or exists (
              select 1
              from payments p
              where p.order_id = o.id
                and (
                  p.status not in ('failed', 'cancelled', 'refunded')
                    or (p.status = 'refunded' and p.refunded_cents <> p.amount_cents))))`,
  },
  {
    code: 'K15',
    promise: 'The cash of an order is not rounded, or to the nearest five cents; so is a refund.',
    query: `
      select p.order_id as id, sum(p.amount_cents) as owed, sum(p.rounding_cents) as rounding
      from payments p
      where p.method = 3
        and p.order_id in (select r.order_id from payments r where r.rounding_cents <> 0)
      group by p.order_id
      having sum(p.rounding_cents) <> 0
        and ((sum(p.amount_cents) + sum(p.rounding_cents)) % 5 <> 0
          or abs(sum(p.rounding_cents)) > 2)
      union all
      select r.id, sum(t.amount_cents), r.rounding_cents
      from refunds r
      left join refund_tenders t on t.refund_id = r.id and t.paid_out_as = 3
      where r.rounding_cents <> 0
      group by r.id
      having (coalesce(sum(t.amount_cents), 0) + r.rounding_cents) % 5 <> 0`,
  },
  {
    code: 'K13',
    promise: 'No refund waits for an order that was voided, cancelled or discarded.',
    query: `
      select h.id, h.client_refund_id, h.reason, o.status, o.voided_by_reset_id
      from held_refunds h
      left join orders o on o.client_order_id = h.client_order_id
      where h.state = 'waiting'
        and (
          o.status = 'cancelled'
            or o.voided_by_reset_id is not null
            or o.id is null
              and exists (
                select
                from held_orders d
                where d.client_order_id = h.client_order_id::text and d.state = 'discarded')
              and not exists (
                select
                from held_orders w
                where w.client_order_id = h.client_order_id::text and w.state = 'waiting'))`,
  },
];
