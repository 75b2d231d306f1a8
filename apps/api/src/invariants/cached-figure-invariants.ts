import { type Invariant, REPORTED } from './invariant.ts';
import { differing } from './totals-invariants.ts';

/** Fairs whose cached figures are in use. */
const CACHED = `
  select fair_id
  from fair_figures
  where made_by > 0
    and fair_id not in (select fair_id from fair_figure_changes)`;
const CACHED_SALES = `
  select fair_id, sum(quantity_sold) as units, sum(gross_cents) as gross_cents,
    sum(discount_cents) as discount_cents, sum(refund_net_cents) as refund_net_cents,
    sum(tax_cents) as tax_cents
  from fair_item_figures
  where fair_id in (${CACHED})
  group by fair_id`;
const SOLD_LINES = `
  select o.fair_id, l.quantity as units, l.gross_cents, l.discount_cents, 0 as refund_net_cents,
    l.tax_cents
  from orders o
  join order_lines l on l.order_id = o.id
  where is_reported(o.status, o.voided_by_reset_id) and o.fair_id in (${CACHED})
  union all
  select r.fair_id, 0, 0, 0, x.net_cents, -x.tax_cents
  from refunds r
  join orders o on o.id = r.order_id
  join refund_lines x on x.refund_id = r.id
  where is_reported(o.status, o.voided_by_reset_id) and r.fair_id in (${CACHED})`;
const CACHED_TOTALS = `
  select fair_id, (figures #>> '{tieOut,byPaymentsCents}')::bigint as total_cents
  from fair_figures
  where fair_id in (${CACHED})`;
const PAID_TOTALS = `
  select fair_id, gross_cents - discount_cents + tax_cents as total_cents
  from order_sums
  where status in ${REPORTED} and fair_id in (${CACHED})
  union all
  select r.fair_id, -r.total_cents
  from refunds r
  join orders o on o.id = r.order_id
  where is_reported(o.status, o.voided_by_reset_id) and r.fair_id in (${CACHED})`;

/** The cached figures of fairs, against what they are made from (decision 0064). */
export const CACHED_FIGURE_INVARIANTS: Invariant[] = [
  {
    code: 'K12',
    promise: 'The cached figures of a fair that reports use = its lines, refunds and totals.',
    query: differing(
      'fair_id',
      ['units', 'gross_cents', 'discount_cents', 'refund_net_cents', 'tax_cents'],
      CACHED_SALES,
      SOLD_LINES,
    ),
  },
  {
    code: 'K12',
    promise: 'The cached total of a fair that reports use = its orders less its refunds.',
    query: differing('fair_id', ['total_cents'], CACHED_TOTALS, PAID_TOTALS),
  },
];
