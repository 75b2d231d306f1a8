import type { Day } from '@pos/contract/values';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import { type ReportScope, preparedFor, isOneOf } from '../report-scope.ts';

export type LastCopyLine = {
  fairId: string;
  fairIdentifier: string;
  fairName: string;
  titleId: string;
  sku: string;
  title: string;
  category: string;
  priceCents: number;
  sent: number;
  missing: number;
  adjusted: number;
  sold: number;
  left: number;
  reachedAt: string | null;
  reachedDay: string | null;
  orderId: string | null;
  orderNumber: string | null;
  cashierName: string | null;
  shipToSchoolUnitsAfter: number;
  warehouseAvailable: number;
};

/** Returns the number of units on hand at or below which a title is a last copy. */
export async function lastCopyThresholdRow(db: Db): Promise<number> {
  const { lastCopyThreshold } = await db
    .selectFrom('settings')
    .select('lastCopyThreshold')
    .modifyFront(PREPARED)
    .executeTakeFirstOrThrow();
  return lastCopyThreshold;
}

/**
 * Returns titles of the fairs whose on-hand quantity was at or below `threshold` at the end of the
 * range: the current quantity minus later movements. Sales and refunds move stock on their business
 * day, whenever they arrived; adjustments on their day in the fair's time zone. Sent and missing
 * units count from the beginning, because the time of loading a packing list does not show when the
 * boxes arrived. Sold out titles come first, then by the time when the last copies were reached.
 */
export async function lastCopyLines(
  db: Db,
  scope: ReportScope,
  threshold: number,
): Promise<LastCopyLine[]> {
  return (await lastCopyQuery(scope, threshold).execute(db)).rows;
}

/** Yields the same rows one by one; see `streamRows`. */
export function streamLastCopyLines(
  snapshot: Db,
  scope: ReportScope,
  threshold: number,
): AsyncGenerator<LastCopyLine> {
  const query = lastCopyQuery(scope, threshold);
  return streamRows(snapshot, { compile: () => query.compile(snapshot) });
}

/** Counts the same rows. */
export async function lastCopyCount(
  db: Db,
  scope: ReportScope,
  threshold: number,
): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    with ${preparedFor(scope)} ${stood(scope)}
    select count(*) as lines
    from stood s
    where ${isLow(threshold)}`.execute(db);
  return rows[0]?.lines ?? 0;
}

/** SQL condition: title `s` was sent, and few are left. */
const isLow = (threshold: number) => sql<SqlBool>`
  s.sent > 0 and s.sent - s.missing + s.adjusted - s.sold <= ${threshold}`;

function lastCopyQuery(scope: ReportScope, threshold: number): RawBuilder<LastCopyLine> {
  const { endDate } = scope;
  return sql<LastCopyLine>`
    with ${preparedFor(scope)} ${stood(scope)}
    select f.id as fair_id, f.identifier as fair_identifier, f.name as fair_name, t.id as title_id,
      t.sku, t.title,
      t.category, s.price_cents, s.sent, s.missing, s.adjusted::bigint, s.sold::bigint,
      (s.sent - s.missing + s.adjusted - s.sold)::bigint as "left",
      reached.sold_at as reached_at, reached.business_day as reached_day,
      reached.id as order_id, reached.order_number, reached.cashier_name,
      (
        select coalesce(sum(ol.quantity - ol.refunded_qty), 0)::bigint
        from order_lines ol
        join orders o on o.id = ol.order_id
        where o.fair_id = s.fair_id
          and ol.title_id = s.title_id
          and ol.fulfilment = 'ship_to_school'
          and o.status <> 'cancelled'
          and o.voided_by_reset_id is null
          and o.business_day <= ${endDate}::date
          and (reached.sold_at is null or o.sold_at >= reached.sold_at)
      ) as ship_to_school_units_after,
      (t.warehouse_qty - t.allocated_qty)::bigint as warehouse_available
    from stood s
    join fairs f on f.id = s.fair_id
    join titles t on t.id = s.title_id
    left join lateral (${lastCopySale(endDate)}) reached on true
    where ${isLow(threshold)}
    order by s.sent - s.missing + s.adjusted - s.sold <= 0 desc, reached.sold_at, lower(t.title),
      t.sku, f.identifier`;
}

/** SQL of the table `stood`: the stock of each title of the fairs at the end of the range. */
function stood({ fairs, endDate }: ReportScope): RawBuilder<unknown> {
  return sql`
    later_causes as (
      select l.id, 'order_line' as kind
      from orders o
      join order_lines l on l.order_id = o.id
      where ${isOneOf('o.fair_id', fairs)} and o.business_day > ${endDate}::date
      union all
      select r.id, 'refund'
      from refunds r
      where ${isOneOf('r.fair_id', fairs)} and r.business_day > ${endDate}::date
    ), later_moves as (
      select side.fair_id, m.title_id, m.reason, side.units
      from later_causes c
      join stock_movements m on m.ref_id = c.id and m.ref_type = c.kind
      cross join lateral (
        values (m.to_fair_id, m.qty), (m.from_fair_id, -m.qty)) side (fair_id, units)
      union all
      select f.id, m.title_id, m.reason, m.qty
      from fairs f
      join stock_movements m on m.to_fair_id = f.id
      where ${isOneOf('f.id', fairs)} and ${isLaterChange(endDate)}
      union all
      select f.id, m.title_id, m.reason, -m.qty
      from fairs f
      join stock_movements m on m.from_fair_id = f.id
      where ${isOneOf('f.id', fairs)} and ${isLaterChange(endDate)}
    ), later as (
      select fair_id, title_id,
        coalesce(sum(units) filter (where reason = 'adjusted'), 0) as adjusted,
        coalesce(-sum(units) filter (where reason in ('sale', 'restock')), 0) as sold
      from later_moves
      group by fair_id, title_id
    ), stood as (
      select l.fair_id, l.title_id, l.price_cents, l.sent_qty as sent, l.missing_qty as missing,
        l.adjust_qty - coalesce(later.adjusted, 0) as adjusted,
        l.sold_qty - l.restocked_qty - coalesce(later.sold, 0) as sold
      from fair_lines l
      left join later on later.fair_id = l.fair_id and later.title_id = l.title_id
      where ${isOneOf('l.fair_id', fairs)} and l.status = 'active'
    )`;
}

/** SQL condition: movement `m` is no sale or refund and happened after `endDate` at fair `f`. */
const isLaterChange = (endDate: Day) => sql<SqlBool>`
  m.ref_type not in ('order_line', 'refund')
    and (m.at at time zone f.time_zone)::date > ${endDate}::date`;

/** SQL: the newest sale up to `endDate` that left the last copies of the title `s`. */
function lastCopySale(endDate: Day): RawBuilder<unknown> {
  return sql`
    select o.id, o.order_number, o.sold_at, o.business_day,
      coalesce(c.name, a.first_name || ' ' || a.last_name) as cashier_name
    from order_lines ol
    join orders o on o.id = ol.order_id
    join admins a on a.id = o.cashier_id
    left join cashiers c on c.id = o.fair_cashier_id
    where ol.title_id = s.title_id
      and o.fair_id = s.fair_id
      and ol.last_copy
      and o.status <> 'cancelled'
      and o.voided_by_reset_id is null
      and o.business_day <= ${endDate}::date
    order by o.sold_at desc, o.id desc
    limit 1`;
}
