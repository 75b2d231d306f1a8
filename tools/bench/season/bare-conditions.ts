/** Conditions of the bare statements: the orders and payments that reports count. */

/**
 * Dashboard and fair reports of the bare handler: the same figures, but each statement separate on
 * the pool, without a common snapshot.
 */

export const REPORTED = `o.status in ('completed', 'partially_refunded', 'refunded') and o.voided_by_reset_id is null`;
export const COUNTED = `p.purpose = 'sale' and p.status in ('completed', 'under_review', 'refunded')`;

export const ORDER_SUMS =
  'sum(orders)::bigint as orders, sum(units)::bigint as units, sum(gross_cents)::bigint as gross, sum(discount_cents)::bigint as discount, sum(tax_cents)::bigint as tax, sum(uncollected_cents)::bigint as uncollected, sum(overpaid_cents)::bigint as overpaid';
export const PAYMENT_SUMS = `sum(payments)::bigint as count, sum(amount_cents)::bigint as amount, coalesce(sum(amount_cents) filter (where p.status = 'under_review'), 0)::bigint as under_review, sum(change_cents)::bigint as change`;
