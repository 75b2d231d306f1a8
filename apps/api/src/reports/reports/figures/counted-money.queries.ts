import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { Day } from '@pos/contract/values';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { type ReportScope, preparedFor, isOneOf } from '../report-scope.ts';

/** The count in effect for a day, in cents, and the number of checks. */
export type DayCount = {
  fairId: string;
  day: Day;
  cashCents: number;
  checkCents: number;
  checks: number;
};

/** Returns the money counted on the days of the scope. */
export async function dayCountRows(
  db: Db,
  { fairs, startDate, endDate }: Pick<ReportScope, 'fairs' | 'startDate' | 'endDate'>,
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select ${preparedFor({ fairs })} fair_id, business_day as day, cash_cents, check_cents, checks
    from standing_cash_counts
    where ${isOneOf('fair_id', fairs)}
      and business_day between ${startDate}::date and ${endDate}::date`.execute(db);
  return rows;
}

/** The float in effect for a day, in cents. */
export type DayFloat = { fairId: string; day: Day; floatInCents: number; floatOutCents: number };

/** Returns the floats counted on the days of the scope. */
export async function dayFloatRows(
  db: Db,
  { fairs, startDate, endDate }: Pick<ReportScope, 'fairs' | 'startDate' | 'endDate'>,
): Promise<DayFloat[]> {
  const { rows } = await sql<DayFloat>`
    select ${preparedFor({ fairs })} fair_id, business_day as day,
      coalesce(sum(amount_cents) filter (where direction = 'in'), 0)::bigint as float_in_cents,
      coalesce(sum(amount_cents) filter (where direction = 'out'), 0)::bigint as float_out_cents
    from standing_float_counts
    where ${isOneOf('fair_id', fairs)}
      and business_day between ${startDate}::date and ${endDate}::date
    group by fair_id, business_day`.execute(db);
  return rows;
}

/**
 * Returns the first and last day with sales, refunds or top-ups at each fair. Fairs without any
 * have no row.
 */
export async function fairSpanRows(
  db: Db,
  fairIds: readonly string[],
): Promise<{ fairId: string; firstDay: Day; lastDay: Day }[]> {
  const { rows } = await sql<{ fairId: string; firstDay: Day; lastDay: Day }>`
    select fair_id, min(business_day) as first_day, max(business_day) as last_day
    from (
      select fair_id, business_day
      from orders
      where fair_id = any(${fairIds}::uuid[]) and voided_by_reset_id is null
      union all
      select r.fair_id, r.business_day
      from refunds r
      join orders o on o.id = r.order_id
      where r.fair_id = any(${fairIds}::uuid[]) and o.voided_by_reset_id is null
      union all
      select fair_id, business_day
      from payments
      where fair_id = any(${fairIds}::uuid[]) and purpose = 'wallet_top_up'
      union all
      select p.fair_id, e.business_day
      from payments p
      join wallet_entries e on e.payment_id = p.id
      where p.fair_id = any(${fairIds}::uuid[])
        and p.purpose = 'wallet_top_up'
        and p.method in (${sql.lit(PaymentMethod.check)}, ${sql.lit(PaymentMethod.cash)})
        and e.amount_cents < 0) moved
    group by fair_id`.execute(db);
  return rows;
}
