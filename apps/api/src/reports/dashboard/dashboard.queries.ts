import { MAX_NAMED, STARTING_WITHIN_DAYS, type Dashboard } from '@pos/contract/reports/dashboard';
import { REPORTED_ORDER_STATUSES } from '@pos/contract/sales/order-states';
import type { Day } from '@pos/contract/values';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { allOf } from '#api/db/all-of.ts';
import { PREPARED, type Db } from '#api/db/db.ts';
import { getLimitedPerson } from '#api/db/places/places.ts';
import { chosenFairs, type WhichFairs } from '#api/db/which-fairs.ts';

/** Dashboard figures other than sales: the current state. Totals of sales come from the reports. */

type Good<Name extends 'devices' | 'stock' | 'fairs'> = Exclude<
  NonNullable<Dashboard[Name]>,
  { error: string }
>;

const today = sql`(now() at time zone f.time_zone)::date`;
/**
 * A fair's local day is at most one day off UTC, so an index finds the few fairs whose clock must
 * be checked.
 */
const isLive = sql<SqlBool>`
  f.status = 'active'
    and f.end_date >= current_date - 1
    and f.start_date <= current_date + 1
    and ${today} between f.start_date and f.end_date`;
const isOverdue = sql<SqlBool>`
  f.status = 'active'
    and f.close_out_state = 'open'
    and f.end_date <= current_date
    and (f.end_date < current_date - 1 or f.end_date < ${today})`;
const isStarting = (withinDays: number) =>
  sql<SqlBool>`
    f.status = 'active'
      and f.start_date >= current_date
      and f.start_date <= current_date + 1 + ${withinDays}::int
      and f.start_date > ${today}
      and f.start_date <= ${today} + ${withinDays}::int`;

/** While many fairs sell, their figures together are those of the last round that made them. */
const asOfAll = sql`
  coalesce(
    (select min(at) from fair_days_touched where not exists (select from fair_days_to_count)),
    now())`;

/** Returns the time of the figures, and the local day of the scope. */
export async function placeRow(
  db: Db,
  { fairId, schoolId }: WhichFairs,
): Promise<Pick<Dashboard, 'asOf' | 'timeZone' | 'today'>> {
  const isOfAll = fairId === undefined && schoolId === undefined;
  const { rows } = await sql<Pick<Dashboard, 'asOf' | 'timeZone' | 'today'>>`
    select ${PREPARED} ${isOfAll ? asOfAll : sql`now()`} as as_of, zone as time_zone,
      (now() at time zone zone)::date as today
      from (
        select coalesce(
          (select time_zone from fairs where id = ${fairId ?? null}),
            (select time_zone from schools where id = ${schoolId ?? null}),
            default_time_zone) as zone
        from settings) here`.execute(db);
  return rows[0]!;
}

/** Totals payments in a status, from a business day on. Voided payments are in no total. */
export async function paymentsRow(
  db: Db,
  which: WhichFairs,
  status: 'under_review' | 'failed',
  since: Day | null = null,
): Promise<{ count: number; amountCents: number }> {
  const conditions = [
    sql`p.status = ${sql.lit(status)} and p.voided_by_reset_id is null`,
    ...(since === null ? [] : [sql`p.business_day >= ${since}::date`]),
    chosenFairs(which, 'p.fair_id', 'p.school_id'),
  ];
  const { rows } = await sql<{ count: number; amountCents: number }>`
    select ${PREPARED} count(*) as count, coalesce(sum(p.amount_cents), 0)::bigint as amount_cents
    from payments p
    where ${allOf(conditions)}`.execute(db);
  return rows[0]!;
}

export async function heldOrdersRow(db: Db, which: WhichFairs): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select ${PREPARED} count(*) as count
    from held_orders h
    join fairs f on f.id = h.fair_id
    where h.state = 'waiting' and ${chosenFairs(which)}`.execute(db);
  return rows[0]!.count;
}

const isStale = sql<SqlBool>`
  coalesce(
    d.last_sync_at < now() - make_interval(hours => (select device_stale_hours from settings)),
      true)`;

/** Returns registers of live fairs that have not synced for too long, longest first. */
export async function staleDeviceRows(
  db: Db,
  which: WhichFairs,
): Promise<Good<'devices'>['stale']> {
  const { rows } = await sql<Good<'devices'>['stale'][number]>`
    select ${PREPARED} d.id, d.device_id, f.id as fair_id, f.name as fair_name, d.last_sync_at,
      d.unsent_orders
    from devices d
    join fairs f on f.id = d.current_fair_id
    where d.deleted_at is null
      and d.status = 'active'
      and ${isLive}
      and ${isStale}
      and ${chosenFairs(which)}
    order by d.last_sync_at nulls first, lower(d.device_id)`.execute(db);
  return rows;
}

/** Counts devices whose warranty ends within Settings.warrantyWarnDays. */
export async function warrantiesEndingRow(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${PREPARED} count(*) as count
    from devices
    where deleted_at is null
      and warranty_date between current_date and current_date + (
        select warranty_warn_days from settings)`.execute(db);
  return rows[0]!.count;
}

/**
 * Returns live fairs with titles that are sold out or nearly so, most first, until they are closed
 * out. The states are the same as in the fair inventory list.
 */
export async function stockFairRows(db: Db, which: WhichFairs): Promise<Good<'stock'>['fairs']> {
  const { rows } = await sql<Good<'stock'>['fairs'][number]>`
    select ${PREPARED} id, name, last_copy_titles, sold_out_titles from (
      select f.id, f.name, count(*) filter (where l.on_hand > 0) as last_copy_titles,
        count(*) filter (where l.on_hand = 0) as sold_out_titles
      from fairs f
      join fair_lines l on l.fair_id = f.id
      where ${isLive}
        and f.close_out_state = 'open'
        and l.status = 'active'
        and l.on_hand between 0 and (select last_copy_threshold from settings)
        and ${chosenFairs(which)}
      group by f.id) titles
    order by last_copy_titles + sold_out_titles desc, lower(name), id`.execute(db);
  return rows;
}

const isMissing = sql<SqlBool>`
  c.status in ('missing_at_delivery', 'missing_at_return') and f.close_out_state = 'open'`;

/** Returns fairs not closed out that have cartons not scanned, most first. */
export async function missingCartonRows(
  db: Db,
  which: WhichFairs,
): Promise<Good<'stock'>['missing']> {
  const { rows } = await sql<Good<'stock'>['missing'][number]>`
    select ${PREPARED} f.id, f.name, count(*) as cartons
    from cartons c
    join fairs f on f.id = c.fair_id
    where ${isMissing} and ${chosenFairs(which)}
    group by f.id
    order by count(*) desc, lower(f.name), f.id
    limit ${MAX_NAMED}`.execute(db);
  return rows;
}

export async function stockRestRow(
  db: Db,
  which: WhichFairs,
): Promise<Pick<Good<'stock'>, 'missingCartons' | 'shipToSchoolUnits' | 'shipToSchoolOrders'>> {
  const { rows } = await sql<
    Pick<Good<'stock'>, 'missingCartons' | 'shipToSchoolUnits' | 'shipToSchoolOrders'>
  >`
    select ${PREPARED} (
        select count(*)
        from cartons c
        join fairs f on f.id = c.fair_id
        where ${isMissing} and ${chosenFairs(which)}) as missing_cartons,
      waiting.*
    from (
      select coalesce(sum(l.quantity - l.refunded_qty), 0)::bigint as ship_to_school_units,
        count(distinct o.id) as ship_to_school_orders
      from order_lines l
      join orders o on o.id = l.order_id
      where l.fulfilment_status = 'to_ship'
        and o.status <> 'cancelled'
        and o.voided_by_reset_id is null
        and ${chosenFairs(which, 'o.fair_id', 'o.school_id')}) waiting`.execute(db);
  return rows[0]!;
}

/** SQL condition: school `s` is in scope. */
function school({ fairId, schoolId }: WhichFairs): RawBuilder<SqlBool> {
  const conditions = [
    ...(fairId === undefined
      ? []
      : [sql`s.id = (select school_id from fairs where id = ${fairId})`]),
    ...(schoolId === undefined ? [] : [sql`s.id = ${schoolId}`]),
  ];
  return allOf(conditions);
}

/** Returns the total eWallet balance of the schools' students, in cents. */
export async function walletRow(db: Db, which: WhichFairs): Promise<number> {
  const isOfAll = which.fairId === undefined && which.schoolId === undefined;
  if (isOfAll && getLimitedPerson() === undefined) {
    const { rows } = await sql<{ cents: number }>`
      select ${PREPARED} coalesce(sum(figure(sales, 'walletCents')), 0)::bigint as cents
      from fair_days_now
      where fair_id = '00000000-0000-0000-0000-000000000000'`.execute(db);
    return rows[0]!.cents;
  }
  const { rows } = await sql<{ cents: number }>`
    select ${PREPARED} coalesce(sum(w.balance_cents), 0)::bigint as cents
    from wallets w
    join students t on t.id = w.student_id
    join schools s on s.id = t.school_id
    where ${school(which)}`.execute(db);
  return rows[0]!.cents;
}

export async function aveDollarRow(db: Db, which: WhichFairs): Promise<number> {
  const { rows } = await sql<{
    cents: number;
  }>`
    select ${PREPARED} coalesce(sum(s.ave_dollar_balance_cents), 0)::bigint as cents
    from schools s
    where ${school(which)}`.execute(db);
  return rows[0]!.cents;
}

export async function fairCountsRow(
  db: Db,
  which: WhichFairs,
): Promise<Pick<Good<'fairs'>, 'live' | 'starting' | 'overdueCount'>> {
  const { rows } = await sql<Pick<Good<'fairs'>, 'live' | 'starting' | 'overdueCount'>>`
    select ${PREPARED} (
        select count(*)
        from fairs f
        where ${isLive} and ${chosenFairs(which)}) as live,
      (
        select count(*)
        from fairs f
        where ${isStarting(STARTING_WITHIN_DAYS)} and ${chosenFairs(which)}) as starting,
      (
        select count(*)
        from fairs f
        where ${isOverdue} and ${chosenFairs(which)}) as overdue_count`.execute(db);
  return rows[0]!;
}

/**
 * Returns the days of one fair that has started, or from the first start to the last end of the
 * live fairs; undefined if there are none.
 */
export async function fairDaysRow(
  db: Db,
  which: WhichFairs,
): Promise<{ startDate: Day; endDate: Day } | undefined> {
  const isShown = which.fairId ? sql<SqlBool>`f.start_date <= ${today}` : isLive;
  const { rows } = await sql<{ startDate: Day | null; endDate: Day | null }>`
    select ${PREPARED} min(f.start_date) as start_date, max(f.end_date) as end_date
    from fairs f
    where ${isShown} and ${chosenFairs(which)}`.execute(db);
  const { startDate, endDate } = rows[0]!;
  return startDate && endDate ? { startDate, endDate } : undefined;
}

/** Returns fairs that have ended and are not closed out, oldest first. */
export async function overdueRows(db: Db, which: WhichFairs): Promise<Good<'fairs'>['overdue']> {
  const { rows } = await sql<Good<'fairs'>['overdue'][number]>`
    select ${PREPARED} f.id, f.name, s.name as school_name, f.start_date, f.end_date,
      exists (select from close_outs c where c.fair_id = f.id) as close_out_reverted,
      ${today} - f.end_date as days_overdue, f.net_cents
    from fairs f
    join schools s on s.id = f.school_id
    where ${isOverdue} and ${chosenFairs(which)}
    order by f.end_date, f.id
    limit ${MAX_NAMED}`.execute(db);
  return rows;
}

/**
 * Returns live fairs with their total sales and the number of their registers that have not
 * synced; those that end first come first.
 */
export async function liveFairRows(db: Db, which: WhichFairs): Promise<Good<'fairs'>['liveFairs']> {
  const { rows } = await sql<Good<'fairs'>['liveFairs'][number]>`
    select ${PREPARED} f.id, f.name, s.name as school_name, s.city, s.state, f.start_date,
      f.end_date, f.time_zone, ${today} as today, f.net_cents,
      (
        select coalesce(sum(o.orders), 0)::bigint
        from fair_day_orders_now o
        where o.fair_id = f.id and o.status = any(${[...REPORTED_ORDER_STATUSES]})) as orders,
      coalesce(at.registers, 0) as registers, coalesce(at.unsynced, 0) as unsynced_registers
    from fairs f
    join schools s on s.id = f.school_id
    left join lateral (
      select count(*) as registers,
        count(*) filter (where ${isStale} or d.unsent_orders > 0) as unsynced
      from devices d
      where d.current_fair_id = f.id
        and d.deleted_at is null
        and d.status = 'active') at on true
    where ${isLive} and ${chosenFairs(which)}
    order by f.end_date, f.start_date, f.id
    limit ${MAX_NAMED}`.execute(db);
  return rows;
}
