import type { Category } from '@pos/contract/stock/inventory';
import type { Day } from '@pos/contract/values';
import { sql } from 'kysely';
import { allOf } from '#api/db/all-of.ts';
import { PREPARED, type Db } from '#api/db/db.ts';
import { titlePicture } from '#api/db/title-picture.ts';
import { fromRefunded, fromSold, isReported, type SalesScope } from './report-scope.ts';
import { chosenFairs, type WhichFairs } from '#api/db/which-fairs.ts';

/** Returns the fairs among `which` with sales or refunds in the range, whatever their own dates. */
export async function tradingFairRows(
  db: Db,
  which: WhichFairs,
  startDate: Day,
  endDate: Day,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select ${PREPARED} f.id
    from fairs f
    where ${chosenFairs(which)}
      and f.id in (
        select fair_id
        from order_totals
        where business_day between ${startDate}::date and ${endDate}::date
        union
        select fair_id
        from order_total_changes
        where business_day between ${startDate}::date and ${endDate}::date
        union
        select fair_id
        from refunds
        where business_day between ${startDate}::date and ${endDate}::date)`.execute(db);
  return rows;
}

export type SalesHour = { hour: number; orders: number; netCents: number };

/**
 * Returns orders and net sales by hour (0 to 23) of the school's local time. Refunds count in the
 * hour they were made.
 */
export async function salesHourRows(db: Db, scope: SalesScope): Promise<SalesHour[]> {
  const { rows } = await sql<SalesHour>`
    with moved as (
      select o.sold_at as at, f.time_zone, 1 as orders,
        o.gross_cents - o.discount_cents as net_cents
      ${fromSold(scope, sql`join fairs f on f.id = o.fair_id`)}
      union all
      select r.refunded_at, f.time_zone, 0, -r.net_cents
      ${fromRefunded(scope, sql`join fairs f on f.id = r.fair_id`)})
    select extract(hour from at at time zone time_zone)::int as hour, sum(orders)::bigint as orders,
      sum(net_cents)::bigint as net_cents
    from moved
    group by 1
    order by 1`.execute(db);
  return rows;
}

/** Counts the orders of the fairs with a refund in the range. */
export async function refundedOrdersRow(
  db: Db,
  which: WhichFairs,
  startDate: Day,
  endDate: Day,
): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select ${PREPARED} count(distinct r.order_id) as orders
    from refunds r
    join orders o on o.id = r.order_id
    where r.business_day between ${startDate}::date and ${endDate}::date
      and ${chosenFairs(which, 'r.fair_id', 'o.school_id')}
      and ${isReported({ method: null })}`.execute(db);
  return rows[0]?.orders ?? 0;
}

export type TopTitle = {
  sku: string;
  title: string;
  author: string;
  category: Category;
  pictureId: string | null;
  netUnits: number;
  netCents: number;
};

/**
 * Returns the `count` best-selling titles by net units, then net sales, and any ties with the last
 * of them. Items without a title are excluded. Titles have the name they were last booked under in
 * the range, and the author and category of the catalog.
 */
export async function topTitleRows(
  db: Db,
  which: WhichFairs,
  startDate: Day,
  endDate: Day,
  count: number,
): Promise<TopTitle[]> {
  const { fairId, schoolId } = which;
  const chosen = (table: 'o' | 'r') => [
    ...(fairId ? [sql`${sql.ref(table)}.fair_id = ${fairId}`] : []),
    ...(schoolId ? [sql`o.school_id = ${schoolId}`] : []),
    isReported({ method: null }),
  ];
  const sold = sql`
    o.business_day between ${startDate}::date and ${endDate}::date
      and ${allOf(chosen('o'))}`;
  const refunded = sql`
    r.business_day between ${startDate}::date and ${endDate}::date
      and ${allOf(chosen('r'))}`;
  const moved =
    fairId === undefined && schoolId === undefined
      ? sql`
        select title_id, units, net_cents
        from season_title_sums
        where business_day between ${startDate}::date and ${endDate}::date`
      : sql`
        select l.title_id, l.quantity as units, l.net_cents
        from orders o
        join order_lines l on l.order_id = o.id
        where l.title_id is not null and ${sold}
        union all
        select l.title_id, -x.quantity, -x.net_cents
        from refunds r
        join orders o on o.id = r.order_id
        join refund_lines x on x.refund_id = r.id
        join order_lines l on l.id = x.order_line_id
        where l.title_id is not null and ${refunded}`;
  const { rows } = await sql<TopTitle>`
    with ${PREPARED} moved as (${moved}),
    top as (
      select title_id, sum(units::int) as net_units, sum(net_cents)::bigint as net_cents
      from moved
      group by title_id
      having sum(units::int) > 0
      order by net_units desc, net_cents desc
      fetch first ${count} rows with ties)
    select named.sku, named.title, t.author, t.category, top.net_units, top.net_cents,
      ${titlePicture('t.id')} as picture_id
    from top
    join titles t on t.id = top.title_id
    cross join lateral (
      select l.sku, l.title
      from order_lines l
      join orders o on o.id = l.order_id
      where l.title_id = top.title_id and ${sold}
      order by l.sold_at desc, l.order_id desc
      limit 1) named`.execute(db);
  return rows;
}
