import {
  type PaymentsFilters,
  type PaymentTotals,
  toPaymentType,
} from '@pos/contract/sales/payments';
import { PAYMENT_METHOD_NUMBERS } from '@pos/contract/sales/payment-methods';
import { PaymentPurpose } from '@pos/contract/sales/payment-states';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { allOf } from '#api/db/all-of.ts';
import { PREPARED, type Db } from '#api/db/db.ts';

/**
 * Filters that stored totals of payments can count by, in all combinations: fair, days, status,
 * method, type and purpose.
 */
type StoredCountFilters = Pick<
  PaymentsFilters,
  'fairId' | 'status' | 'method' | 'type' | 'purpose' | 'from' | 'to'
>;

const PARTS = ['status', 'method', 'type', 'purpose'] as const;

/**
 * Returns exact counts and amounts by method from the stored totals. Methods without payments have no
 * row.
 */
async function storedRows(db: Db, filters: StoredCountFilters): Promise<PaymentTotals> {
  const sums = sql`
    sum(payments)::bigint as count, sum(amount_cents)::bigint as amount_cents,
      sum(refunded_cents)::bigint as refunded_cents`;
  const { rows } = await sql<
    PaymentTotals[number]
  >`select ${PREPARED} method, ${sums} from ${storedSums(filters)} counted group by method`.execute(
    db,
  );
  return rows;
}

function storedSums(filters: StoredCountFilters): RawBuilder<unknown> {
  const { fairId, from, to } = filters;
  const matching = conditionsOf(filters);
  return fairId
    ? sql`
      (
        select method, payments, amount_cents, refunded_cents
        from payment_sums
        where fair_id = ${fairId} and ${matching})`
    : sql`
      (
        select method, payments, amount_cents, refunded_cents
        from season_payment_totals
        where business_day is ${(from ?? to) ? sql`not null` : sql`null`}
          and status is not null
          and ${matching}
        union all
        select method, payments, amount_cents, refunded_cents
        from payment_total_changes
        where ${matching})`;
}

function conditionsOf({
  status,
  method,
  type,
  purpose,
  from,
  to,
}: StoredCountFilters): RawBuilder<unknown> {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (from) conditions.push(sql`business_day >= ${from}::date`);
  if (to) conditions.push(sql`business_day <= ${to}::date`);
  if (status) conditions.push(sql`status = any(${status})`);
  if (method) conditions.push(sql`method = any(${method}::smallint[])`);
  if (purpose) conditions.push(sql`purpose = ${purpose}`);
  if (type) {
    const kinds = PaymentPurpose.options.flatMap((each) =>
      PAYMENT_METHOD_NUMBERS.filter((number) => type.includes(toPaymentType(each, number))).map(
        (number) => sql<SqlBool>`(purpose = ${each} and method = ${number})`,
      ),
    );
    conditions.push(sql`(${sql.join(kinds, sql` or `)})`);
  }
  return allOf(conditions);
}

/** Counts payments exactly from the stored totals, as a part of another statement. */
export function storedPaymentCount(filters: StoredCountFilters): RawBuilder<number> {
  if (filters.fairId || PARTS.some((part) => filters[part] !== undefined))
    return sql`(select coalesce(sum(payments), 0)::bigint from ${storedSums(filters)} counted)`;
  const matching = conditionsOf(filters);
  return sql`
    (
      (
        select coalesce(sum(payments), 0)
        from season_payment_totals
        where business_day is ${(filters.from ?? filters.to) ? sql`not null` : sql`null`}
          and status is null
          and ${matching}
      ) + (select coalesce(sum(payments), 0) from payment_total_changes where ${matching})
    )::bigint`;
}

/** Returns the payment totals by method, with a line for every method. */
export async function storedPaymentTotals(
  db: Db,
  filters: StoredCountFilters,
): Promise<PaymentTotals> {
  const rows = await storedRows(db, filters);
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
