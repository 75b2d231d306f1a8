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
    select ${preparedFor({ fairs: fairIds })} fair_id, min(day) as first_day, max(day) as last_day
    from (
      select fair_id, day from fair_day_orders_now
      union all
      select fair_id, day from fair_day_payments_now where purpose = 'wallet_top_up'
      union all
      select fair_id, day from fair_days_now where sales ?| '{unitsRefunded,topUpPayoutCents}') moved
    where ${isOneOf('fair_id', fairIds)}
    group by fair_id`.execute(db);
  return rows;
}
