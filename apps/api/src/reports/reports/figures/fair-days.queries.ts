import { REPORTED_ORDER_STATUSES } from '@pos/contract/sales/order-states';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { Day } from '@pos/contract/values';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '#api/db/db.ts';
import {
  fromRefunded,
  fromSold,
  inList,
  inScope,
  isCountedSale,
  isCountedTopUp,
  isReported,
  type SalesScope,
  preparedFor,
  isOneOf,
} from '../report-scope.ts';

/**
 * Activity of each fair by day, read with set-based statements. Only days with activity have a row.
 * Amounts in cents, never negative.
 */

type OfDay = { fairId: string; day: Day };

export type SoldDayRow = OfDay & {
  orders: number;
  units: number;
  grossCents: number;
  discountCents: number;
  taxCents: number;
  uncollectedCents: number;
  overpaidCents: number;
};

/** Sums of orders, or of stored totals of them, `o`. */
const SOLD_SUMS = sql`
  sum(o.units)::bigint as units, sum(o.gross_cents)::bigint as gross_cents,
  sum(o.discount_cents)::bigint as discount_cents, sum(o.tax_cents)::bigint as tax_cents,
  sum(o.uncollected_cents)::bigint as uncollected_cents,
  sum(o.overpaid_cents)::bigint as overpaid_cents`;

/** Returns sales by day of sale. */
export async function soldDayRows(db: Db, scope: SalesScope): Promise<SoldDayRow[]> {
  if (scope.method === null)
    return cachedSoldRows(
      db,
      sql`${preparedFor(scope)} fair_id`,
      sql`order_sums`,
      inScope('o', scope),
    );
  const { rows } = await sql<SoldDayRow>`
    select ${preparedFor(scope)} o.fair_id, o.business_day as day, count(*) as orders, ${SOLD_SUMS}
    ${fromSold(scope)}
    group by o.fair_id, o.business_day`.execute(db);
  return rows;
}

/**
 * The same from stored totals, which have no method. `place` is the SQL for the fair, after any mark
 * of the statement.
 */
export async function cachedSoldRows(
  db: Db,
  place: RawBuilder<unknown>,
  totals: RawBuilder<unknown>,
  matching: RawBuilder<SqlBool>,
): Promise<SoldDayRow[]> {
  const { rows } = await sql<SoldDayRow>`
    select ${place} as fair_id, business_day as day, sum(orders)::bigint as orders, ${SOLD_SUMS}
    from ${totals} o
    where ${matching} and status in ${inList(REPORTED_ORDER_STATUSES)}
    group by 1, business_day
    having sum(orders) > 0`.execute(db);
  return rows;
}

export type RefundedDayRow = OfDay & {
  units: number;
  netCents: number;
  taxCents: number;
  untenderedCents: number;
};

/**
 * Returns refunds by day of refund. `untendered` is the part not returned because it had never been
 * collected.
 */
export async function refundedDayRows(db: Db, scope: SalesScope): Promise<RefundedDayRow[]> {
  const { rows } = await sql<RefundedDayRow>`
    select ${preparedFor(scope)} r.fair_id, r.business_day as day, sum(r.units)::bigint as units,
      sum(r.net_cents)::bigint as net_cents, sum(r.tax_cents)::bigint as tax_cents,
      sum(
        r.total_cents - coalesce(
          (select sum(t.amount_cents) from refund_tenders t where t.refund_id = r.id),
          0))::bigint as untendered_cents
    ${fromRefunded(scope)}
    group by r.fair_id, r.business_day`.execute(db);
  return rows;
}

export type PaidDayRow = OfDay & {
  method: PaymentMethod;
  count: number;
  amountCents: number;
  underReviewCents: number;
  changeCents: number;
};

/** Sums of payments, or of stored totals of them, `p`. */
const PAID_SUMS = sql`
  sum(p.amount_cents)::bigint as amount_cents,
  coalesce(
    sum(p.amount_cents) filter (where p.status = 'under_review'), 0)::bigint as under_review_cents,
  sum(p.change_cents)::bigint as change_cents`;

/**
 * Returns amounts paid for sales, by day of sale. `amount` is the applied amount, without change.
 */
export async function paidDayRows(db: Db, scope: SalesScope): Promise<PaidDayRow[]> {
  if (scope.method === null)
    return cachedPaidRows(
      db,
      sql`${preparedFor(scope)} fair_id`,
      sql`payment_sums`,
      inScope('p', scope),
    );
  const { rows } = await sql<PaidDayRow>`
    select ${preparedFor(scope)} o.fair_id, o.business_day as day, p.method, count(*) as count,
      ${PAID_SUMS}
    ${fromSold(scope, sql`join payments p on p.order_id = o.id and ${isCountedSale()}`)}
    group by o.fair_id, o.business_day, p.method`.execute(db);
  return rows;
}

/** The same from stored totals. */
export async function cachedPaidRows(
  db: Db,
  place: RawBuilder<unknown>,
  totals: RawBuilder<unknown>,
  matching: RawBuilder<SqlBool>,
): Promise<PaidDayRow[]> {
  const { rows } = await sql<PaidDayRow>`
    select ${place} as fair_id, business_day as day, p.method, sum(payments)::bigint as count,
      ${PAID_SUMS}
    from ${totals} p
    where ${matching} and p.is_reported and ${isCountedSale()}
    group by 1, business_day, p.method
    having sum(payments) > 0`.execute(db);
  return rows;
}

export type GivenBackDayRow = OfDay & {
  method: PaymentMethod;
  paidOutAs: PaymentMethod;
  amountCents: number;
};

/** Returns amounts refunded: by the tender reduced and by the method of payout. */
export async function givenBackDayRows(db: Db, scope: SalesScope): Promise<GivenBackDayRow[]> {
  const { rows } = await sql<GivenBackDayRow>`
    select ${preparedFor(scope)} r.fair_id, r.business_day as day, t.method, t.paid_out_as,
      sum(t.amount_cents)::bigint as amount_cents
    ${fromRefunded(scope, sql`join refund_tenders t on t.refund_id = r.id`)}
    group by r.fair_id, r.business_day, t.method, t.paid_out_as`.execute(db);
  return rows;
}

export type RoundedDayRow = OfDay & { roundingCents: number };

/**
 * Returns cash taken for sales more than owed by rounding, less what refunds paid out more, by day
 * (domain 8.11). Below 0 if it was less.
 */
export async function roundedDayRows(db: Db, scope: SalesScope): Promise<RoundedDayRow[]> {
  const { rows } = await sql<RoundedDayRow>`
    select ${preparedFor(scope)} fair_id, day, sum(cents)::bigint as rounding_cents
    from (
      select p.fair_id, p.business_day as day, p.rounding_cents as cents
      from payments p
      join orders o on o.id = p.order_id
      where ${inScope('p', scope)}
        and p.rounding_cents <> 0
        and ${isReported(scope)}
        and ${isCountedSale()}
      union all
      select r.fair_id, r.business_day, -r.rounding_cents
      ${fromRefunded(scope)}
        and r.rounding_cents <> 0) rounded
    group by fair_id, day`.execute(db);
  return rows;
}

export type TopUpDayRow = OfDay & {
  method: PaymentMethod;
  count: number;
  amountCents: number;
  changeCents: number;
  paidOutCents: number;
};

/** SQL condition: `p` is a top-up by cash or check at a register of the fairs. */
function taken({ fairs }: SalesScope): RawBuilder<SqlBool> {
  return sql<SqlBool>`
    ${isOneOf('p.fair_id', fairs)}
      and p.method in (${sql.lit(PaymentMethod.check)}, ${sql.lit(PaymentMethod.cash)})
      and ${isCountedTopUp()}`;
}

/**
 * SQL condition: booked before the fair's close-out. Later activity, such as a top-up from a late
 * register, is not part of the frozen settlement.
 */
function inTime(at: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`
    not exists (
      select from standing_close_outs c where c.fair_id = p.fair_id and c.finished_at < ${at})`;
}

/** `from … where …` of the eWallet top-ups `p` taken in by the drawers of the scope's fairs. */
export function fromTopUps(scope: SalesScope): RawBuilder<unknown> {
  return sql`
    from payments p
    where ${taken(scope)} and ${inScope('p', scope)} and ${inTime(sql`p.created_at`)}`;
}

/**
 * `from … where …` of payouts of such top-ups, as negative eWallet entries `e`, on their own day.
 */
export function fromTopUpPayouts(scope: SalesScope): RawBuilder<unknown> {
  return sql`
    from payments p
    join wallet_entries e on e.payment_id = p.id
    where ${taken(scope)}
      and ${inTime(sql`e.at`)}
      and e.type in ('refund', 'payout')
      and e.amount_cents < 0
      and e.business_day between ${scope.startDate}::date and ${scope.endDate}::date`;
}

/**
 * Returns eWallet top-ups by cash and check at the fairs' registers, and their payouts, each on its
 * own day.
 */
export async function topUpDayRows(db: Db, scope: SalesScope): Promise<TopUpDayRow[]> {
  const { rows } = await sql<TopUpDayRow>`
    select ${preparedFor(scope)} fair_id, day, method, sum(taken)::bigint as count,
      sum(amount)::bigint as amount_cents, sum(change)::bigint as change_cents,
      sum(paid_out)::bigint as paid_out_cents
    from (
      select p.fair_id, p.business_day as day, p.method, 1 as taken, p.amount_cents as amount,
        p.change_cents as change, 0 as paid_out
      ${fromTopUps(scope)}
      union all
      select p.fair_id, e.business_day, p.method, 0, 0, 0, -e.amount_cents
      ${fromTopUpPayouts(scope)}) moved
    group by fair_id, day, method`.execute(db);
  return rows;
}
