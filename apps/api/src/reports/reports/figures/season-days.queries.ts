import type { Day } from '@pos/contract/values';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';
import {
  cachedPaidRows,
  cachedSoldRows,
  type GivenBackDayRow,
  type PaidDayRow,
  type RefundedDayRow,
  type SoldDayRow,
} from './fair-days.queries.ts';

/** SQL value in place of the fair when the days of all fairs are combined. */
const ALL_FAIRS = sql`'all'`;

/**
 * Returns the days of all fairs combined, from the stored totals of the season: sold, refunded, paid,
 * given back.
 */
export async function seasonDayRows(
  db: Db,
  startDate: Day,
  endDate: Day,
): Promise<{
  sold: SoldDayRow[];
  refunded: RefundedDayRow[];
  paid: PaidDayRow[];
  givenBack: GivenBackDayRow[];
}> {
  const within = sql<SqlBool>`business_day between ${startDate}::date and ${endDate}::date`;
  const orderColumns = sql`
    business_day, status, orders, units, gross_cents, discount_cents, tax_cents, uncollected_cents,
      overpaid_cents`;
  const paymentColumns = sql`
    business_day, purpose, method, status, is_reported, payments, amount_cents, change_cents`;
  const refunded = await seasonRefundedRows(db, within);
  const givenBack = await seasonGivenBackRows(db, within);
  return {
    refunded,
    givenBack,
    sold: await cachedSoldRows(
      db,
      sql`${PREPARED} ${ALL_FAIRS}`,
      sql`
        (
          select ${orderColumns}
          from season_order_totals
          where status is not null
          union all
          select ${orderColumns}
          from order_total_changes)`,
      within,
    ),
    paid: await cachedPaidRows(
      db,
      sql`${PREPARED} ${ALL_FAIRS}`,
      sql`
        (
          select ${paymentColumns}
          from season_payment_totals
          where status is not null
          union all
          select ${paymentColumns}
          from payment_total_changes)`,
      within,
    ),
  };
}

/**
 * Returns the refunds of all fairs by day. The part of the totals without a tender was never given
 * back.
 */
async function seasonRefundedRows(db: Db, within: RawBuilder<SqlBool>): Promise<RefundedDayRow[]> {
  const { rows } = await sql<RefundedDayRow>`
    select ${PREPARED} ${ALL_FAIRS} as fair_id, business_day as day, sum(units)::bigint as units,
      sum(net_cents)::bigint as net_cents, sum(tax_cents)::bigint as tax_cents,
      sum(untendered)::bigint as untendered_cents
    from (
      select business_day, units, net_cents, tax_cents, total_cents as untendered
      from season_refund_sums
      union all
      select business_day, 0, 0, 0, -amount_cents
      from season_given_back_sums) moved
    where ${within}
    group by business_day
    having sum(units) > 0`.execute(db);
  return rows;
}

/** Returns the money given back at all fairs, by day and tender. */
async function seasonGivenBackRows(
  db: Db,
  within: RawBuilder<SqlBool>,
): Promise<GivenBackDayRow[]> {
  const { rows } = await sql<GivenBackDayRow>`
    select ${PREPARED} ${ALL_FAIRS} as fair_id, business_day as day, method, paid_out_as,
      sum(amount_cents)::bigint as amount_cents
    from season_given_back_sums
    where ${within}
    group by business_day, method, paid_out_as
    having sum(amount_cents) <> 0`.execute(db);
  return rows;
}
