import type { ReportHead } from '@pos/contract/reports/reports';
import { seasonDays } from '@pos/contract/fairs/seasons';
import { sql } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';
import {
  fromSold,
  inScope,
  isCountedTopUp,
  isReported,
  preparedFor,
  type ClosedOut,
  type ReportScope,
  type ScopeFair,
  isOneOf,
} from './report-scope.ts';

type Row = Omit<ScopeFair, 'closedOut'> & { number: number | null } & Omit<ClosedOut, 'number'>;

/** Columns of a fair `f` and the tables they come from: its school, and the close-out in effect. */
const FAIR_COLUMNS = sql`
  f.id, f.identifier, f.name, s.identifier as school_identifier, s.name as school_name,
  f.start_date, f.end_date, f.time_zone, f.close_out_state, c.number, c.profit_option,
  c.profit_rate_ppm, c.counted_cash_cents, c.counted_check_cents, c.counted_checks
  from fairs f
  join schools s on s.id = f.school_id
  left join standing_close_outs c on c.fair_id = f.id`;

function asScopeFair({
  number,
  profitOption,
  profitRatePpm,
  countedCashCents,
  countedCheckCents,
  countedChecks,
  ...fair
}: Row): ScopeFair {
  return {
    ...fair,
    closedOut:
      number === null
        ? null
        : {
            number,
            profitOption,
            profitRatePpm,
            countedCashCents,
            countedCheckCents,
            countedChecks,
          },
  };
}

/** Returns a fair of the school by its public code, ignoring case. */
export async function fairRow(
  db: Db,
  schoolId: string,
  identifier: string,
): Promise<ScopeFair | undefined> {
  const { rows } = await sql<Row>`
    select ${PREPARED} ${FAIR_COLUMNS}
    where f.school_id = ${schoolId} and lower(f.identifier) = lower(${identifier})`.execute(db);
  return rows.map(asScopeFair)[0];
}

/** Returns an existing fair with its school. */
export async function fairByIdRow(
  db: Db,
  id: string,
): Promise<{ fair: ScopeFair; school: ReportHead['school'] & { id: string } }> {
  const { rows } = await sql<Row>`select ${PREPARED} ${FAIR_COLUMNS} where f.id = ${id}`.execute(
    db,
  );
  const [fair] = rows.map(asScopeFair);
  const school = await db
    .selectFrom('schools')
    .innerJoin('fairs', 'fairs.schoolId', 'schools.id')
    .select(['schools.id', 'schools.identifier', 'schools.name'])
    .where('fairs.id', '=', id)
    .executeTakeFirst();
  if (!fair || !school) throw new Error(`There is no fair ${id}.`);
  return { fair, school };
}

/** Returns the region as the schools spell it, ignoring case; undefined if no school has it. */
export async function regionRow(db: Db, region: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('schools')
    .select('region')
    .where(sql<string>`lower(region)`, '=', region.toLowerCase())
    .orderBy('region')
    .limit(1)
    .executeTakeFirst();
  return row?.region;
}

/** Returns an admin's ID and full name. */
export function adminRow(db: Db, id: string): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('admins')
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Returns the fairs of the school, or of all (null) within the filters, whose dates overlap the range
 * or that have orders, refunds or top-ups in it (domain 9.1).
 */
export async function fairRows(
  db: Db,
  { schoolId, filters, startDate, endDate }: Omit<ReportScope, 'fairs' | 'method'>,
): Promise<ScopeFair[]> {
  const { region, admin, season } = filters;
  const half = season === null ? null : seasonDays(season);
  const { rows } = await sql<Row>`
    select ${FAIR_COLUMNS}
    where (${schoolId}::uuid is null or f.school_id = ${schoolId})
      and (${region}::text is null or lower(s.region) = lower(${region}))
      and (${admin?.id ?? null}::uuid is null or f.admin_id = ${admin?.id ?? null})
      and (
        ${half?.startDate ?? null}::date is null
          or f.start_date between ${half?.startDate ?? null}::date
            and ${half?.endDate ?? null}::date)
      and (
        (f.start_date <= ${endDate}::date and f.end_date >= ${startDate}::date)
          or exists (
            select
            from orders o
            where o.fair_id = f.id
              and o.business_day between ${startDate}::date and ${endDate}::date
              and o.voided_by_reset_id is null)
          or exists (
            select
            from refunds r
            join orders o on o.id = r.order_id
            where r.fair_id = f.id
              and r.business_day between ${startDate}::date and ${endDate}::date
              and o.voided_by_reset_id is null)
          or exists (
            select
            from payments p
            where p.fair_id = f.id
              and p.business_day between ${startDate}::date and ${endDate}::date
              and p.purpose = 'wallet_top_up'))
    order by f.start_date, lower(f.identifier)`.execute(db);
  return rows.map(asScopeFair);
}

/** Settings that reports need, and the time of the snapshot. */
export type ReportSettings = { companyName: string; profitCashPpm: number; generatedAt: string };
export async function reportSettingsRow(db: Db): Promise<ReportSettings> {
  return db
    .selectFrom('settings')
    .select(['companyName', 'profitCashPpm', sql<string>`now()`.as('generatedAt')])
    .modifyFront(PREPARED)
    .executeTakeFirstOrThrow();
}

/** Counts orders and payments of the fairs and days that the report excludes, by reason. */
export async function excludedRow(db: Db, scope: ReportScope): Promise<ReportHead['excluded']> {
  const { rows } = await sql<ReportHead['excluded']>`
    select ${preparedFor(scope)} (
        select count(*)
        from orders o
        where ${inScope('o', scope)}
          and o.status = 'open'
          and o.voided_by_reset_id is null) as open_orders,
      paid.pending as pending_payments, paid.failed as failed_payments,
      (
        select count(*)
        from held_orders o
        where ${inScope('o', scope)} and o.state = 'waiting') as held_orders
    from (
      select count(*) filter (where p.status = 'pending') as pending,
        count(*) filter (where p.status = 'failed') as failed
      from payments p
      left join orders o on o.id = p.order_id
      where ${inScope('p', scope)}
        and p.status in ('pending', 'failed')
        and o.voided_by_reset_id is null) paid`.execute(db);
  return rows[0] ?? { openOrders: 0, pendingPayments: 0, failedPayments: 0, heldOrders: 0 };
}

/**
 * Adds up the transactions of the scope's fair that lie outside of its days; null if there are none.
 * Top-ups count only in a report of all methods.
 */
export async function outsideRow(db: Db, scope: ReportScope): Promise<ReportHead['outside']> {
  const isOutside = (table: 'o' | 'r' | 'p') => sql`
    ${isOneOf(`${table}.fair_id`, scope.fairs)}
      and ${sql.ref(`${table}.business_day`)}
        not between ${scope.startDate}::date and ${scope.endDate}::date`;
  const { rows } = await sql<NonNullable<ReportHead['outside']>>`
    select ${preparedFor(scope)} sold.count as orders, sold.cents as orders_cents,
      back.count as refunds, back.cents as refunds_cents, added.count as top_ups,
      added.cents as top_ups_cents
    from (
      select count(*) as count, coalesce(sum(o.total_cents), 0)::bigint as cents
      from orders o
      where ${isOutside('o')} and ${isReported(scope)}) sold
    cross join (
      select count(*) as count, coalesce(sum(r.total_cents), 0)::bigint as cents
      from refunds r
      join orders o on o.id = r.order_id
      where ${isOutside('r')} and ${isReported(scope)}) back
    cross join (
      select count(*) as count, coalesce(sum(p.amount_cents), 0)::bigint as cents
      from payments p
      where ${isOutside('p')} and ${isCountedTopUp()} and ${scope.method === null}) added`.execute(
    db,
  );
  const [outside] = rows;
  return outside && outside.orders + outside.refunds + outside.topUps > 0 ? outside : null;
}

/** Counts order lines sold in the scope: all of them, or those to ship to the school. */
export async function soldLinesRow(
  db: Db,
  scope: ReportScope,
  shipToSchool: boolean,
): Promise<number> {
  const { rows } = await sql<{
    lines: number;
  }>`
    select ${preparedFor(scope)} count(*) as lines
      ${fromSold(scope, sql`join order_lines l on l.order_id = o.id`)}
      and (not ${shipToSchool} or l.fulfilment = 'ship_to_school')`.execute(db);
  return rows[0]?.lines ?? 0;
}

/** Counts the titles of the fairs, which reports of stock list. */
export async function stockLinesRow(db: Db, { fairs }: ReportScope): Promise<number> {
  const { lines } = await db
    .selectFrom('fairLines')
    .select(sql<number>`count(*)`.as('lines'))
    .modifyFront(preparedFor({ fairs }))
    .where(isOneOf('fair_id', fairs))
    .executeTakeFirstOrThrow();
  return lines;
}

export type RegisterRow = {
  deviceId: string;
  unsentOrders: number;
  lastSyncAt: string | null;
  atOpenFair: boolean;
  isSilent: boolean;
};

/**
 * Returns the registers used at the fairs. A register is silent if its open fair has not heard from
 * it since before the last requested day that has begun.
 */
export async function registerRows(
  db: Db,
  { fairs, endDate }: ReportScope,
): Promise<RegisterRow[]> {
  const { rows } = await sql<RegisterRow>`
    select ${preparedFor({ fairs })} d.device_id, d.unsent_orders, d.last_sync_at,
      bool_or(f.close_out_state = 'open') as at_open_fair,
      bool_or(
        f.close_out_state = 'open'
          and last_day.day >= f.start_date
          and (
            d.last_sync_at is null
              or (d.last_sync_at at time zone f.time_zone)::date < last_day.day)) as is_silent
    from (
      select device_id, fair_id
      from fair_device_counters
      where ${isOneOf('fair_id', fairs)}
      union
      select id, current_fair_id
      from devices
      where ${isOneOf('current_fair_id', fairs)}) worked
    join devices d on d.id = worked.device_id
    join fairs f on f.id = worked.fair_id
    cross join lateral (
      select least(
        ${endDate}::date, f.end_date, (now() at time zone f.time_zone)::date) as day) last_day
    group by d.id
    order by d.device_id`.execute(db);
  return rows;
}
