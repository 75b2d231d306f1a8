import { REPORTED_ORDER_STATUSES } from '@pos/contract/order-states';
import type { Day } from '@pos/contract/values';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { inList, isReported } from './report-scope.ts';
import type { WhichFairs } from './sales-by-period.queries.ts';

/** Sums of a day or an hour, in cents. */
export type Traded = { orders: number; netCents: number; refundsCents: number };

/**
 * Pairs each active fair on the days with the fair before it at the same school, if that has sold.
 * `shift` is the number of days from the start of the fair back to the start of the one before,
 * below 0; `clock` is the local time at the fair.
 */
function pairs({ fairId, schoolId }: WhichFairs, from: Day, to: Day): RawBuilder<unknown> {
  return sql`
    select f.id as fair_id, before.id as previous_id, before.time_zone as previous_zone,
      before.start_date - f.start_date as shift, (now() at time zone f.time_zone)::time as clock
    from fairs f
    left join lateral (
      select id, time_zone, start_date
      from fairs
      where school_id = f.school_id and end_date < f.start_date and order_count > 0
      order by end_date desc, id
      limit 1) before on true
    where f.status = 'active'
      and f.start_date <= ${to}::date
      and f.end_date >= ${from}::date
      and (${fairId ?? null}::uuid is null or f.id = ${fairId ?? null})
      and (${schoolId ?? null}::uuid is null or f.school_id = ${schoolId ?? null})`;
}

/** Counts the active fairs on the days, and those with an earlier fair at their school. */
export async function pairCountsRow(
  db: Db,
  which: WhichFairs,
  from: Day,
  to: Day,
): Promise<{ fairs: number; compared: number }> {
  const { rows } = await sql<{ fairs: number; compared: number }>`
    select count(*) as fairs, count(previous_id) as compared
    from (${pairs(which, from, to)}) pair`.execute(db);
  return rows[0]!;
}

const sums = sql`
  sum(orders)::bigint as orders, sum(net_cents)::bigint as net_cents,
    sum(refunds_cents)::bigint as refunds_cents`;

/**
 * Returns the days of the compared fairs, and the days of the fairs before them under the day that
 * they are compared with.
 */
export async function pairedDayRows(
  db: Db,
  which: WhichFairs,
  from: Day,
  to: Day,
): Promise<(Traded & { isPrevious: boolean; day: Day })[]> {
  const moved = (isPrevious: boolean) => {
    const fair = isPrevious ? sql`pair.previous_id` : sql`pair.fair_id`;
    const shift = isPrevious ? sql`pair.shift` : sql`0`;
    return sql`
      select ${isPrevious}::boolean as is_previous, s.business_day - ${shift} as day, s.orders,
        s.gross_cents - s.discount_cents as net_cents, 0 as refunds_cents
      from pair
      cross join lateral (
        select business_day, orders, gross_cents, discount_cents
        from order_sums
        where fair_id = ${fair}
          and business_day between ${from}::date + ${shift} and ${to}::date + ${shift}
          and status in ${inList(REPORTED_ORDER_STATUSES)}
        offset 0) s
      union all
      select ${isPrevious}::boolean, r.business_day - ${shift}, 0, -r.net_cents, r.net_cents
      from pair
      join refunds r on r.fair_id = ${fair}
      join orders o on o.id = r.order_id
      where r.business_day between ${from}::date + ${shift} and ${to}::date + ${shift}
        and ${isReported({ method: null })}`;
  };
  const { rows } = await sql<Traded & { isPrevious: boolean; day: Day }>`
    with pair as materialized (
      select * from (${pairs(which, from, to)}) paired where previous_id is not null)
    select is_previous, day, ${sums}
    from (${moved(false)} union all ${moved(true)}) moved
    group by 1, 2
    order by 1, 2`.execute(db);
  return rows;
}

/**
 * Returns the hours of the earlier fairs on the day compared with `day`, each in two parts: until
 * the current time of day at its fair, and after it.
 */
export async function pairedHourRows(
  db: Db,
  which: WhichFairs,
  { from, to, day }: { from: Day; to: Day; day: Day },
): Promise<(Traded & { hour: number; isLater: boolean })[]> {
  const { rows } = await sql<Traded & { hour: number; isLater: boolean }>`
    with pair as materialized (
      select * from (${pairs(which, from, to)}) paired where previous_id is not null)
    select extract(hour from at)::int as hour, at::time > clock as is_later, ${sums}
    from (
      select o.sold_at at time zone previous_zone as at, clock, 1 as orders,
        o.gross_cents - o.discount_cents as net_cents, 0 as refunds_cents
      from pair
      join orders o on o.fair_id = previous_id
      where o.business_day = ${day}::date + shift and ${isReported({ method: null })}
      union all
      select r.refunded_at at time zone previous_zone, clock, 0, -r.net_cents, r.net_cents
      from pair
      join refunds r on r.fair_id = previous_id
      join orders o on o.id = r.order_id
      where r.business_day = ${day}::date + shift and ${isReported({ method: null })}) moved
    group by 1, 2
    order by 1, 2`.execute(db);
  return rows;
}
