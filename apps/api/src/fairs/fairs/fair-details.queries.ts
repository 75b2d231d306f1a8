import { REPORTED_ORDER_STATUSES } from '@pos/contract/sales/order-states';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { fairToday } from './fairs.queries.ts';

/**
 * Returns the data that the fair's page shows beside the fair: school, today's date, planned
 * devices.
 */
export function findFairContext(
  db: Db,
  id: string,
): Promise<
  Pick<FairDetails, 'schoolEnrollment' | 'schoolPhone' | 'today' | 'resetAt' | 'deviceIds'>
> {
  return db
    .selectFrom('fairs')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .select([
      'schools.enrollment as schoolEnrollment',
      'schools.phone as schoolPhone',
      'fairs.resetAt',
    ])
    .select(fairToday.as('today'))
    .select(
      sql<string[]>`
        coalesce(
          (
            select json_agg(fd.device_id order by d.device_id)
            from fair_devices fd
            join devices d on d.id = fd.device_id
            where fd.fair_id = fairs.id),
            '[]')`.as('deviceIds'),
    )
    .where('fairs.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Returns key figures of a fair: sales after refunds, units, stock, cartons, held orders. */
export async function findFairTotals(db: Db, fairId: string): Promise<FairDetails['totals']> {
  const [sales, stock, rest] = await Promise.all([
    db
      .selectFrom('orders')
      .select(
        sql<number>`coalesce(sum(subtotal_cents - refunded_net_cents), 0)::bigint`.as('netCents'),
      )
      .select(sql<number>`coalesce(sum(tax_cents - refunded_tax_cents), 0)::bigint`.as('taxCents'))
      .select(sql<number>`count(*)`.as('orders'))
      .select(sql<number>`coalesce(sum(units), 0)::bigint`.as('unitsSold'))
      .where('fairId', '=', fairId)
      .where('status', 'in', REPORTED_ORDER_STATUSES)
      .where('voidedByResetId', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('fairLines')
      .select(sql<number>`count(*)`.as('titles'))
      .select(sql<number>`coalesce(sum(sent_qty), 0)::bigint`.as('sentUnits'))
      .select(sql<number>`coalesce(sum(missing_qty), 0)::bigint`.as('missingUnits'))
      .select(sql<number>`coalesce(sum(greatest(on_hand, 0)), 0)::bigint`.as('onHandUnits'))
      .select(sql<number>`coalesce(sum(greatest(-on_hand, 0)), 0)::bigint`.as('oversoldUnits'))
      .select(
        sql<number>`
          count(*) filter (where on_hand = 0 and returned_qty = 0 and lost_qty = 0)`.as(
          'soldOutTitles',
        ),
      )
      .select(
        sql<number>`
          count(*) filter (
            where on_hand between 1 and (select last_copy_threshold from settings))`.as(
          'lastCopyTitles',
        ),
      )
      .where('fairId', '=', fairId)
      .executeTakeFirstOrThrow(),
    otherTotals(db, fairId),
  ]);
  return { ...sales, totalCents: sales.netCents + sales.taxCents, ...stock, ...rest };
}

/** Returns units refunded and to ship, held orders, payments and cartons, each from its own table. */
function otherTotals(db: Db, fairId: string) {
  return db
    .selectNoFrom([
      sql<number>`
        (
          select coalesce(sum(r.units), 0)::bigint
          from refunds r
          join orders o on o.id = r.order_id
          where r.fair_id = ${fairId} and o.voided_by_reset_id is null)`.as('unitsRefunded'),
      sql<number>`
        (
          select coalesce(sum(l.quantity - l.refunded_qty), 0)::bigint
          from order_lines l
          join orders o on o.id = l.order_id
          where o.fair_id = ${fairId}
            and o.status <> 'cancelled'
            and o.voided_by_reset_id is null
            and l.fulfilment_status = 'to_ship')`.as('shipToSchoolOpenUnits'),
      sql<number>`
        (select count(*) from held_orders where fair_id = ${fairId} and state = 'waiting')`.as(
        'heldOrders',
      ),
      sql<number>`
        (
          select count(*)
          from payments
          where fair_id = ${fairId} and voided_by_reset_id is null)`.as('payments'),
      sql<number>`(select count(*) from cartons where fair_id = ${fairId})`.as('cartons'),
      sql<number>`
        (
          select count(*)
          from cartons
          where fair_id = ${fairId}
            and status in ('missing_at_delivery', 'missing_at_return'))`.as('missingCartons'),
    ])
    .executeTakeFirstOrThrow();
}

/** Returns the devices planned for the fair and those that sold at it. */
export async function findFairDevices(db: Db, fairId: string): Promise<FairDetails['devices']> {
  const { rows } = await sql<FairDetails['devices'][number]>`
    with sold as (
      select device_id, count(*) as orders
      from orders
      where fair_id = ${fairId} and voided_by_reset_id is null
      group by device_id),
    planned as (select device_id from fair_devices where fair_id = ${fairId})
    select d.id, d.device_id, d.name, planned.device_id is not null as planned,
      coalesce(sold.orders, 0) as orders, d.last_sync_at,
      case when d.current_fair_id = ${fairId} then d.unsent_orders else 0 end as unsent_orders
    from devices d
    left join sold on sold.device_id = d.id
    left join planned on planned.device_id = d.id
    where sold.device_id is not null or planned.device_id is not null
    order by lower(d.device_id)`.execute(db);
  return rows;
}

/** Returns the names of templates offered on the fair's public page, by type and name. */
export async function findOfferedTemplates(db: Db, fairId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('customizations')
    .innerJoin('templates', 'templates.id', 'customizations.templateId')
    .innerJoin('templateTypes', 'templateTypes.id', 'templates.templateTypeId')
    .select('templates.name')
    .where('customizations.fairId', '=', fairId)
    .where('customizations.published', '=', true)
    .where('templates.status', '=', 'active')
    .where('templates.publishedNumber', 'is not', null)
    .orderBy('templateTypes.sort')
    .orderBy(sql`lower(templates.name)`)
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * Returns orders and net sales per day, for days with either. Refunds count on the day they were
 * made.
 */
export async function findSalesByDay(db: Db, fairId: string): Promise<FairDetails['salesByDay']> {
  const { rows } = await sql<FairDetails['salesByDay'][number]>`
    select day, sum(orders)::bigint as orders, sum(net_cents)::bigint as net_cents
    from (
      select business_day as day, count(*) as orders, sum(subtotal_cents) as net_cents
      from orders
      where fair_id = ${fairId}
        and status = any(${[...REPORTED_ORDER_STATUSES]})
        and voided_by_reset_id is null
      group by business_day
      union all
      select r.business_day, 0, -sum(r.net_cents)
      from refunds r
      join orders o on o.id = r.order_id
      where r.fair_id = ${fairId} and o.voided_by_reset_id is null
      group by r.business_day) days
    group by day
    order by day`.execute(db);
  return rows;
}
