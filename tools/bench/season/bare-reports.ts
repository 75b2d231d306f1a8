import { PaymentMethod } from '@pos/contract/payment-methods';
import { COUNTED } from './bare-conditions.ts';
import { dashboard } from './bare-dashboard.ts';
import {
  AGREEMENT,
  DAYS,
  HEAD,
  REFUNDED_LINES,
  REGISTERS,
  SOLD,
  SOLD_LINES,
} from './bare-report-parts.ts';
import { selectRows, type Answer } from './bare-sql.ts';

const MOVED = `
  select l.id, l.title_id, l.sku, l.title, l.category, l.unit_price_cents, l.quantity as sold,
    0 as refunded, l.gross_cents as gross, l.discount_cents as discount, 0 as refund_net,
    l.tax_cents as tax ${SOLD_LINES}
  union all
  select l.id, l.title_id, l.sku, l.title, l.category, l.unit_price_cents, 0, x.quantity, 0, 0,
    x.net_cents, -x.tax_cents ${REFUNDED_LINES}`;

const REPORTS: Record<string, string[]> = {
  SALES_SUMMARY: [
    ...HEAD,
    ...AGREEMENT,
    ...DAYS,
    `
      select sum(net) filter (where not tax_exempt and taxable)::bigint as taxable,
        sum(net) filter (where not tax_exempt and not taxable)::bigint as not_taxable,
        sum(net) filter (where tax_exempt)::bigint as exempt,
           sum(net) filter (where fulfilment = 'ship_to_school')::bigint as shipped,
             sum(quantity) filter (where fulfilment = 'ship_to_school')::bigint as shipped_units
      from (
        select o.tax_exempt, l.taxable, l.fulfilment, l.net_cents as net, l.quantity ${SOLD_LINES}
        union all
        select o.tax_exempt, l.taxable, l.fulfilment, -x.net_cents,
          -x.quantity ${REFUNDED_LINES}) lines`,
    `
      select o.customer_type, o.tax_rate_ppm, o.tax_exempt, count(*)
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
      select sum(o.subtotal_cents - o.refunded_net_cents - o.uncollected_cents)::bigint as eligible,
        sum(a.cents)::bigint as ave_dollars
      from orders o
      left join lateral (
        select sum(p.amount_cents) as cents
        from payments p
        where p.order_id = o.id and p.method = ${PaymentMethod.aveDollar} and ${COUNTED}) a
        on true
      where ${SOLD}`,
    `
      select business_day, cash_cents, check_cents
      from standing_cash_counts
      where fair_id = $1 and business_day between $2 and $3`,
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
    `
      with moved as (${MOVED}),
        named as (
          select distinct on (title_id, lower(sku)) title_id, lower(sku) as sku_key, sku, title,
            category
          from moved
          order by title_id, lower(sku), id desc),
          sums as (
            select title_id, lower(sku) as sku_key, unit_price_cents, sum(sold)::bigint as sold,
              sum(refunded)::bigint as refunded, sum(gross)::bigint as gross,
              sum(discount)::bigint as discount, sum(refund_net)::bigint as refund_net,
              sum(tax)::bigint as tax
            from moved
            group by 1, 2, 3)
     select n.sku, n.title, n.category, s.* , l.sent_qty, l.on_hand,
       l.sold_qty - l.restocked_qty as gone
       from sums s
       join named n on n.title_id is not distinct from s.title_id
         and n.sku_key is not distinct from s.sku_key
       left join fair_lines l on l.fair_id = $1 and l.title_id = s.title_id
       order by n.category, s.sold - s.refunded desc, n.title`,
  ],
  LAST_COPY: [
    ...HEAD,
    ...AGREEMENT,
    `
      select t.sku, t.title, t.category, l.price_cents, l.sent_qty, l.missing_qty, l.adjust_qty,
        l.sold_qty - l.restocked_qty as sold, l.on_hand, r.sold_at, r.order_number, r.cashier,
        t.warehouse_qty - t.allocated_qty as available,
            (select coalesce(sum(ol.quantity - ol.refunded_qty), 0)::bigint from orders o join order_lines ol on ol.order_id = o.id where o.fair_id = $1 and ol.title_id = l.title_id and ol.fulfilment = 'ship_to_school' and o.status <> 'cancelled'
                and o.voided_by_reset_id is null
                  and o.business_day between $2 and $3
                  and (r.sold_at is null or o.sold_at >= r.sold_at)) as shipped
       from fair_lines l join titles t on t.id = l.title_id
       left join (select distinct on (ol.title_id) ol.title_id, o.sold_at, o.order_number, a.first_name || ' ' || a.last_name as cashier from orders o join order_lines ol on ol.order_id = o.id join admins a on a.id = o.cashier_id
                   where o.fair_id = $1
                     and ol.last_copy
                     and o.status <> 'cancelled'
                     and o.voided_by_reset_id is null
                   order by ol.title_id, o.sold_at desc) r on r.title_id = l.title_id
      where l.fair_id = $1
        and l.status = 'active'
        and l.sent_qty > 0
        and l.on_hand <= (select last_copy_threshold from settings)`,
  ],
  FAIR_RETURN_REPORT: [
    ...HEAD,
    ...AGREEMENT,
    `
      select t.sku, t.title, l.price_cents, l.sent_qty, l.missing_qty, l.adjust_qty, l.sold_qty,
        l.restocked_qty, l.expected_return, l.counted_return_qty, l.damaged_qty,
        l.counted_return_qty - l.expected_return as variance
      from fair_lines l
      join titles t on t.id = l.title_id
      where l.fair_id = $1
      order by lower(t.title), t.sku`,
    `
      select c.code, c.label,
        (select coalesce(sum(qty), 0)::bigint from carton_contents where carton_id = c.id) as units,
        c.scanned_in_at, c.scanned_in_by, c.scanned_back_at, c.scanned_back_by, c.status
      from cartons c
      where c.fair_id = $1
      order by lower(c.code)`,
    `
      select (
        select coalesce(sum(l.quantity), 0) ${SOLD_LINES}
          and l.fulfilment = 'ship_to_school')::bigint - (
        select coalesce(sum(x.quantity), 0) ${REFUNDED_LINES}
          and l.fulfilment = 'ship_to_school')::bigint as units`,
  ],
  SHIP_TO_SCHOOL: [
    ...HEAD,
    ...AGREEMENT,
    `
      select o.id, o.order_number, o.business_day,
        coalesce(s.last_name || ', ' || s.first_name, o.customer_name) as customer, s.grade,
        s.teacher, l.sku, l.title, l.quantity - l.refunded_qty as quantity, l.unit_price_cents,
        l.net_cents - l.refunded_net_cents as net,
            l.tax_cents - l.refunded_tax_cents as tax, o.methods, o.uncollected_cents,
              exists (
                select
                from payments p
                where p.order_id = o.id
                  and ${COUNTED}
                  and p.status = 'under_review') as under_review,
              l.fulfilment_status, l.shipped_at,
            t.warehouse_qty - t.allocated_qty as available
       from orders o
       join order_lines l on l.order_id = o.id
       left join titles t on t.id = l.title_id
       left join students s on s.id = o.student_id
      where ${SOLD}
        and o.ship_to_school
        and l.fulfilment = 'ship_to_school'
        and l.refunded_qty < l.quantity
      order by o.business_day, o.sold_at, o.order_number, l.line_no`,
  ],
  SALES_ORDER_PER_ITEM: [
    ...HEAD,
    ...AGREEMENT,
    `
      select m.kind, l.sku, l.title, l.category, o.id, o.order_number, m.at, m.date, d.device_id,
        a.first_name || ' ' || a.last_name as cashier,
        coalesce(s.last_name || ', ' || s.first_name, o.customer_name) as customer, m.quantity,
        l.unit_price_cents, m.gross, m.discount,
            m.refund_net, m.tax, l.refunded_qty, o.methods, l.fulfilment, o.tax_exempt, l.last_copy
       from (select 'sale' as kind, l.id as line_id, o.id as order_id, o.sold_at as at, o.business_day as date, l.quantity, l.gross_cents as gross, l.discount_cents as discount, 0 as refund_net, l.tax_cents as tax ${SOLD_LINES}
             union all
             select 'refund', l.id, o.id, r.refunded_at, r.business_day, -x.quantity, 0, 0,
               x.net_cents, -x.tax_cents ${REFUNDED_LINES}) m
       join order_lines l on l.id = m.line_id
       join orders o on o.id = m.order_id
       join devices d on d.id = o.device_id
       join admins a on a.id = o.cashier_id
       left join students s on s.id = o.student_id
      order by l.category, l.title, m.at`,
  ],
};

export const BOARDS: Record<string, Answer> = {
  '/dashboard': dashboard,
  '/report': async (given) => {
    const values = [given.get('fairId'), given.get('from'), given.get('to')];
    const ofFair = selectRows(REGISTERS, values.slice(0, 1));
    return {
      data: await Promise.all([
        ofFair,
        ...(REPORTS[given.get('type') ?? ''] ?? []).map((text) =>
          selectRows(
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
