import type { PaymentsFilters, PaymentTotals } from '@pos/contract/sales/payments';
import { PAYMENT_METHOD_NUMBERS } from '@pos/contract/sales/payment-methods';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { storedPaymentTotals } from './payment-counts.queries.ts';
import { paymentList } from './payments.list.ts';

/**
 * Totals the matching payments by method, with a line for every method. Voided payments are in no
 * total.
 */
export async function findPaymentTotals(
  db: Db,
  query: PaymentsFilters,
  readsStudents: boolean,
): Promise<PaymentTotals> {
  const counted = { ...query, voided: 'exclude', sort: '-paidAt' } as const;
  if (paymentList.hasStoredCount(counted)) return storedPaymentTotals(db, counted);
  const rows = await db
    .selectFrom('payments')
    .where(paymentList.condition(counted, readsStudents))
    .select([
      'payments.method',
      (eb) => eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(payments.amount_cents), 0)::bigint`.as('amountCents'),
      sql<number>`coalesce(sum(payments.refunded_cents), 0)::bigint`.as('refundedCents'),
    ])
    .groupBy('payments.method')
    .execute();
  return PAYMENT_METHOD_NUMBERS.map(
    (method) =>
      rows.find((row) => row.method === method) ?? {
        method,
        count: 0,
        amountCents: 0,
        refundedCents: 0,
      },
  );
}
