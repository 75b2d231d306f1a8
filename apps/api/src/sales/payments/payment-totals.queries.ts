import { COUNTED_STATUSES } from '@pos/contract/sales/payment-states';
import type { PaymentsFilters, PaymentTotals } from '@pos/contract/sales/payments';
import { sql } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';
import { storedPaymentSums } from './payment-counts.queries.ts';
import { paymentList } from './payments.list.ts';

/**
 * Totals the matching payments by method and part. Voided payments are in no total. `sales` are the
 * money that reports count: what was paid for an order that is still open, or was canceled, is not.
 */
export async function findPaymentTotals(
  db: Db,
  query: PaymentsFilters,
  readsStudents: boolean,
): Promise<PaymentTotals> {
  const counted = { ...query, voided: 'exclude', sort: '-paidAt' } as const;
  const matching = paymentList.condition(counted, readsStudents);
  const sums = paymentList.hasStoredCount(counted)
    ? storedPaymentSums(counted)
    : sql`
        select method, purpose, status, count(*), sum(amount_cents), sum(refunded_cents)
        from payments
        where ${matching}
        group by 1, 2, 3`;
  const { rows } = await sql<PaymentTotals[number]>`
    with found(method, purpose, status, count, amount_cents, refunded_cents) as (${sums}),
    of_uncounted_orders as (
      select payments.method, payments.amount_cents, payments.refunded_cents
      from orders
      join payments on payments.order_id = orders.id
      where orders.status in ('open', 'cancelled') and payments.purpose = 'sale'
        and payments.status in (${sql.join(COUNTED_STATUSES)}) and (${matching}))
    select ${PREPARED} method, part, sum(count)::bigint as count,
      sum(amount_cents)::bigint as amount_cents, sum(refunded_cents)::bigint as refunded_cents
    from (
      select method,
        case
          when status not in (${sql.join(COUNTED_STATUSES)}) then 'not_counted'
          when purpose = 'sale' then 'sales'
          else 'top_ups'
        end as part, count, amount_cents, refunded_cents
      from found
      union all
      select method, 'sales', -1, -amount_cents, -refunded_cents
      from of_uncounted_orders
      union all
      select method, 'not_counted', 1, amount_cents, refunded_cents
      from of_uncounted_orders) each_part(method, part, count, amount_cents, refunded_cents)
    group by method, part
    having sum(count) > 0
    order by method, part = 'not_counted', part`.execute(db);
  return rows;
}
