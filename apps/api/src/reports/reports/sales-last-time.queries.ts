import type { Day } from '@pos/contract/values';
import { sql, type RawBuilder } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';
import { isReported } from './report-scope.ts';
import { chosenFairs, type WhichFairs } from '#api/db/which-fairs.ts';

/** Sums of a day or an hour, in cents. */
export type Traded = { orders: number; netCents: number; refundsCents: number };

/**
 * Pairs each active fair on the days with the fair before it at the same school, if that has sold.
 * `shift` is the number of days from the start of the fair back to the start of the one before,
 * below 0; `clock` is the local time at the fair.
 */
function pairs(which: WhichFairs, from: Day, to: Day): RawBuilder<unknown> {
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
      and ${chosenFairs(which)}`;
}

/**
 * Numbers of the active fairs on the days and of those with an earlier fair at their school; the
 * days of the latter, and of their earlier fairs under the day that they are compared with; and the
 * hours of the earlier fairs on one day, each in two parts: until the current time of day at its
 * fair, and after it.
 */
export type LastTimeRow = {
  fairs: number;
  compared: number;
  days: (Traded & { isPrevious: boolean; day: Day })[];
  hours: (Traded & { hour: number; isLater: boolean })[];
};

/** Sums of `moved` by `key`, as the objects of a JSON array in its order. */
function summedUp(key: RawBuilder<unknown>, moved: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select coalesce(jsonb_agg(to_jsonb(summed)), '[]')
    from (
      select ${key}, sum(orders)::bigint as "orders", sum(net_cents)::bigint as "netCents",
        sum(refunds_cents)::bigint as "refundsCents"
      from (${moved}) moved
      group by 1, 2
      having sum(orders) <> 0 or sum(refunds_cents) <> 0
      order by 1, 2) summed`;
}

/** Days of the compared fairs and of those before them. */
function movedDays({ fairId }: WhichFairs, from: Day, to: Day): RawBuilder<unknown> {
  const days = fairId ? sql`fair_days_now` : sql`recent_fair_days`;
  return sql`
    select is_previous, day - shift as day, orders, net_cents, refunds_cents
    from side
    join ${days} made on made.fair_id = side.fair_id
    where made.fair_id = any(array(select fair_id from side))
      and day between ${from}::date + shift and ${to}::date + shift`;
}

/** Orders and refunds of the fairs before on the day compared with `day`. */
function movedHours(day: Day): RawBuilder<unknown> {
  return sql`
    select extract(hour from at)::int as hour, at::time > clock as is_later, orders, net_cents,
      refunds_cents
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
      where r.business_day = ${day}::date + shift and ${isReported({ method: null })}) sold`;
}

/** Compares the fairs on the days with the fairs before them. Without `hourlyDay` there are no hours. */
export async function lastTimeRow(
  db: Db,
  which: WhichFairs,
  { from, to, hourlyDay }: { from: Day; to: Day; hourlyDay: Day | null },
): Promise<LastTimeRow> {
  const days = summedUp(sql`is_previous as "isPrevious", day`, movedDays(which, from, to));
  const hours = hourlyDay
    ? summedUp(sql`hour, is_later as "isLater"`, movedHours(hourlyDay))
    : sql`select '[]'::jsonb`;
  const { rows } = await sql<LastTimeRow>`
    with ${PREPARED} pair as materialized (${pairs(which, from, to)}),
    side as materialized (
      select false as is_previous, fair_id, 0 as shift from pair where previous_id is not null
      union all
      select true, previous_id, shift from pair where previous_id is not null)
    select count(*) as fairs, count(previous_id) as compared, (${days}) as days, (${hours}) as hours
    from pair`.execute(db);
  return rows[0]!;
}
