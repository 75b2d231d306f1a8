import type { Category } from '@pos/contract/stock/inventory';
import type { Day } from '@pos/contract/values';
import { sql, type RawBuilder } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';
import { getLimitedPerson } from '#api/db/places/places.ts';
import { titlePicture } from '#api/db/title-picture.ts';
import { fromRefunded, fromSold, LAST_LINE, type SalesScope } from './report-scope.ts';
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
        from fair_days_now
        where day between ${startDate}::date and ${endDate}::date)`.execute(db);
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

/**
 * Counts the orders of the fairs with a refund in the range. An order with a refund is refunded, in part
 * or whole, and only a reset of its fair voids it.
 */
export async function refundedOrdersRow(
  db: Db,
  which: WhichFairs,
  startDate: Day,
  endDate: Day,
): Promise<number> {
  const isOfAll = which.fairId === undefined && which.schoolId === undefined;
  const isChosen = sql`r.fair_id = any(array(select f.id from fairs f where ${chosenFairs(which)}))`;
  const { rows } = await sql<{ orders: number }>`
    select ${PREPARED} count(distinct r.order_id) as orders
    from refunds r
    where r.business_day between ${startDate}::date and ${endDate}::date
      and ${isOfAll ? sql`true` : isChosen}
      and not exists (
        select
        from orders o
        where o.id = r.order_id and o.voided_by_reset_id is not null)`.execute(db);
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
 * SQL: tables that both need; units by title, or of parts of it; and the query of lines that may name a
 * title, with the cents that they stand for.
 */
type Moved = Record<'tables' | 'units' | 'lines', RawBuilder<unknown>>;

const UNITS = sql`quantity_sold - quantity_refunded`;
const NET = sql`gross_cents - discount_cents - refund_net_cents`;

/** At some fairs, from rows. */
function movedAt(which: WhichFairs, startDate: Day, endDate: Day): Moved {
  return {
    tables: sql`moved as materialized (
      select title_id, units, net_cents, last_line_id
      from seen_titles(
        array(select f.id from fairs f where ${chosenFairs(which)}), ${startDate}::date,
        ${endDate}::date))`,
    units: sql`select title_id, units from moved`,
    lines: sql`select title_id, last_line_id, net_cents from moved`,
  };
}

/** At all fairs: whole days as they were made. Their index has the units, by which titles are chosen. */
function movedAnywhere(startDate: Day, endDate: Day): Moved {
  const days = sql`${startDate}::date and ${endDate}::date`;
  return {
    tables: sql`
    touched as materialized (
      select title_id, last_line_id, ${UNITS} as units, ${NET} as net_cents
      from touched_item_moves
      where day between ${days}),
    made as materialized (
      select day::date
      from generate_series(${startDate}::date, ${endDate}::date, interval '1 day') day
      where day <> all(array(select day from fair_days_to_count)))`,
    units: sql`
      select i.title_id, units
      from (
        select item_id, sum(${UNITS})::bigint as units
        from day_items
        where day = any(array(select day from made))
        group by item_id) items
      join report_items i on i.id = items.item_id
      union all
      select title_id, units from touched`,
    lines: sql`
      select title_id, last_line_id, net_cents from touched
      union all
      select i.title_id, d.last_line_id, ${NET}
      from report_items i
      join day_items d
        on d.item_id = i.id and d.day = any(array(select day from made))`,
  };
}

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
  const isOfAll = which.fairId === undefined && which.schoolId === undefined;
  const source =
    isOfAll && getLimitedPerson() === undefined
      ? movedAnywhere(startDate, endDate)
      : movedAt(which, startDate, endDate);
  const { rows } = await sql<TopTitle>`
    with ${PREPARED} ${source.tables},
    top as materialized (
      select title_id, sum(units)::int as net_units
      from (${source.units}) moved
      where title_id is not null
      group by title_id
      having sum(units) > 0
      order by net_units desc
      fetch first ${count} rows with ties),
    sold as (
      select title_id, sum(net_cents)::bigint as net_cents, ${LAST_LINE}
      from (${source.lines}) lines
      where title_id = any(array(select title_id from top))
      group by title_id
    )
    select named.sku, named.title, t.author, t.category, net_units, sold.net_cents,
      ${titlePicture('t.id')} as picture_id
    from top
    join sold on sold.title_id = top.title_id
    join titles t on t.id = top.title_id
    join order_lines named on named.id = sold.last_line_id
    order by net_units desc, sold.net_cents desc
    fetch first ${count} rows with ties`.execute(db);
  return rows;
}
