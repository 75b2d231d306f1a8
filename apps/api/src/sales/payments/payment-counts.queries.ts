import { type PaymentsFilters, toPaymentType } from '@pos/contract/sales/payments';
import { PAYMENT_METHOD_NUMBERS } from '@pos/contract/sales/payment-methods';
import { PaymentPurpose } from '@pos/contract/sales/payment-states';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { allOf } from '#api/db/all-of.ts';
import { getLimitedPerson } from '#api/db/places/places.ts';

/**
 * Filters that the figures of days count by, in all combinations: fair, days, status, method, type
 * and purpose.
 */
type StoredCountFilters = Pick<
  PaymentsFilters,
  'fairId' | 'status' | 'method' | 'type' | 'purpose' | 'from' | 'to'
>;

/** Counts payments exactly, as a part of another statement. */
export function storedPaymentCount(filters: StoredCountFilters): RawBuilder<number> {
  return sql`(select coalesce(sum(payments), 0)::bigint from ${matchingDays(filters)})`;
}

/** SQL: the matching payments by method, purpose and status, with their number and sums. */
export function storedPaymentSums(filters: StoredCountFilters): RawBuilder<unknown> {
  return sql`
    select method, purpose, status, payments as count, amount_cents, refunded_cents
    from ${matchingDays(filters)}`;
}

/** Days of a limited reader's fairs, and payments without a fair at their schools. */
const seenDays = sql`
  (
    select day, purpose, method, status, payments, amount_cents, refunded_cents
    from fair_day_payments_now
    union all
    select business_day, purpose, method, status, 1, amount_cents, refunded_cents
    from payments
    where fair_id is null and school_id = any((select visible_schools())::uuid[])
      and voided_by_reset_id is null) seen`;

/** SQL: the rows of the matching days, of a fair or of all of them, up to its conditions. */
function matchingDays({
  fairId,
  status,
  method,
  type,
  purpose,
  from,
  to,
}: StoredCountFilters): RawBuilder<unknown> {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (fairId) conditions.push(sql`fair_id = ${fairId}`);
  if (from) conditions.push(sql`day >= ${from}::date`);
  if (to) conditions.push(sql`day <= ${to}::date`);
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
  const ofAll = getLimitedPerson() === undefined ? sql`all_day_payments_now` : seenDays;
  const days = fairId ? sql`fair_day_payments_now` : ofAll;
  return sql`${days} where ${allOf(conditions)}`;
}
