import type { PaymentsFilters, PaymentTotals } from '@pos/contract/payments';
import { PAYMENT_METHOD_NUMBERS } from '@pos/contract/payment-methods';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { toCachedCountFilters, cachedPaymentTotals } from './payment-counts.queries.ts';
import { matchingPayments } from './payment-filters.queries.ts';
import type { Filters } from './payments.queries.ts';

/** Counts all matching payments, without a limit, for callers that read them all anyway. */
export async function countAllPayments(
  db: Db,
  query: Filters,
  readsStudents: boolean,
): Promise<number> {
  const { counted } = await matchingPayments(db, query, readsStudents)
    .select((eb) => eb.fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow();
  return counted;
}

/**
 * Totals the matching payments by method, with a line for every method. Voided payments are in no
 * total.
 */
export async function findPaymentTotals(
  db: Db,
  query: PaymentsFilters,
  readsStudents: boolean,
): Promise<PaymentTotals> {
  const standing = { ...query, voided: 'exclude' as const };
  const kept = toCachedCountFilters(standing);
  if (kept) return cachedPaymentTotals(db, kept);
  const rows = await matchingPayments(
    db,
    standing,
    readsStudents,
    (query.fairId ?? query.deviceId) ? 'looked-through' : 'meant',
  )
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
