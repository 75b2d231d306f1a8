import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { CLOCK_MARGIN_DAYS } from '@pos/contract/sales/register-clock';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** Counts of unfinished business at a fair. */
export type OpenBusiness = {
  hasEnded: boolean;
  openOrders: number;
  pendingPayments: number;
  reviewPayments: number;
  cartonsNotReturned: number;
  shipToSchoolUnits: number;
  /** Orders dated too far from the fair that nobody has looked at: their number, and the first. */
  misdated: number;
  misdatedOrders: DatedOrder[];
  /** Orders booked at their receipt because of a wrong clock, until somebody confirms their day. */
  unconfirmed: number;
  unconfirmedOrders: DatedOrder[];
  heldOrders: number;
  heldRefunds: number;
  /** Cash and check top-ups received after the close-out. */
  lateTopUps: number;
  lateTopUpCents: number;
};

export type DatedOrder = { orderNumber: string; businessDay: string };

/** Orders named in a reason. */
const NAMED_ORDERS = 3;

export async function openBusinessRow(db: Db, fairId: string): Promise<OpenBusiness> {
  const { rows } = await sql<OpenBusiness>`
    select (now() at time zone f.time_zone)::date >= f.end_date as has_ended,
      (
        select count(*)
        from orders o
        where o.fair_id = f.id
          and o.status = 'open'
          and o.voided_by_reset_id is null) as open_orders,
      paid.pending as pending_payments, paid.under_review as review_payments,
      (
        select count(*)
        from cartons c
        where c.fair_id = f.id
          and c.status not in ('returned', 'missing_at_delivery')) as cartons_not_returned,
      (
        select coalesce(sum(l.quantity - l.refunded_qty), 0)::bigint
        from order_lines l
        join orders o on o.id = l.order_id
        where o.fair_id = f.id
          and o.status <> 'cancelled'
          and o.voided_by_reset_id is null
          and l.fulfilment_status = 'to_ship') as ship_to_school_units,
      misdated.count as misdated, misdated.orders as misdated_orders,
      unconfirmed.count as unconfirmed, unconfirmed.orders as unconfirmed_orders,
      (
        select count(*)
        from held_orders h
        where h.fair_id = f.id and h.state = 'waiting') as held_orders,
      (
        select count(*)
        from held_refunds h
        where h.fair_id = f.id and h.state = 'waiting') as held_refunds,
      late.count as late_top_ups, late.cents as late_top_up_cents
    from fairs f
    cross join lateral (
      select count(*) filter (where p.status = 'pending') as pending,
        count(*) filter (where p.status = 'under_review') as under_review
      from payments p
      left join orders o on o.id = p.order_id
      where p.fair_id = f.id
        and p.status in ('pending', 'under_review')
        and o.voided_by_reset_id is null) paid
    cross join lateral (${datedOrders(FAR_FROM_FAIR)}) misdated
    cross join lateral (${datedOrders(NOT_CONFIRMED)}) unconfirmed
    cross join lateral (
      select count(*) as count, coalesce(sum(p.amount_cents), 0)::bigint as cents
      from payments p
      join standing_close_outs c on c.fair_id = p.fair_id and p.created_at > c.finished_at
      where p.fair_id = f.id
        and p.purpose = 'wallet_top_up'
        and p.method in (${sql.lit(PaymentMethod.check)}, ${sql.lit(PaymentMethod.cash)})
        and p.status in ('completed', 'refunded')) late
    where f.id = ${fairId}`.execute(db);
  return rows[0]!;
}

/** SQL condition: order `o` of fair `f` is dated too far from it, and nobody has confirmed its day. */
const FAR_FROM_FAIR = sql<SqlBool>`
  (
    o.business_day < f.start_date - ${sql.lit(CLOCK_MARGIN_DAYS)}
      or o.business_day > f.end_date + ${sql.lit(CLOCK_MARGIN_DAYS)})
    and not 'day_corrected' = any(o.flags)`;
const NOT_CONFIRMED = sql<SqlBool>`'clock_not_believed' = any(o.flags)`;

/** SQL: the number of orders of fair `f` that match, and the first of them. */
function datedOrders(matching: RawBuilder<SqlBool>) {
  return sql`
    select coalesce(max(found.count), 0)::bigint as count,
      coalesce(
        json_agg(json_build_object(
          'orderNumber', found.order_number, 'businessDay', found.business_day)
          order by found.order_number),
        '[]') as orders
    from (
      select o.order_number, o.business_day, count(*) over () as count
      from orders o
      where o.fair_id = f.id and o.voided_by_reset_id is null and ${matching}
      order by o.order_number
      limit ${sql.lit(NAMED_ORDERS)}) found`;
}

/** A register that sold at the fair or is in use there, and orders that it may still hold. */
export type DeviceState = {
  deviceId: string;
  isActive: boolean;
  unsentOrders: number;
  missingOrders: number;
};

/**
 * Returns the registers of a fair. Orders are missing if there are gaps between the numbers
 * received, or if a register's control totals count more orders of a day than have arrived
 * (trust.md rule 8).
 */
export async function deviceStateRows(db: Db, fairId: string): Promise<DeviceState[]> {
  const { rows } = await sql<DeviceState>`
    with arrived as (${arrivedOrders(fairId)}),
    here as (
      select device_id, epoch, min(sequence) as lowest, max(sequence) as highest
      from arrived
      where fair_id = ${fairId} and counts
      group by device_id, epoch),
    gaps as (
      select h.device_id,
        h.highest - before.sequence - (
          select count(distinct a.sequence)
          from arrived a
          where a.device_id = h.device_id
            and a.epoch = h.epoch
            and a.sequence > before.sequence
            and a.sequence <= h.highest) as missing
      from here h
      cross join lateral (
        select coalesce(max(a.sequence), h.lowest - 1) as sequence
        from arrived a
        where a.device_id = h.device_id
          and a.epoch = h.epoch
          and a.sequence < h.lowest) before),
    uncounted as (
      select t.device_id,
        t.reported_orders - (
          select count(*)
          from arrived a
          where a.device_id = t.device_id
            and a.epoch = t.epoch
            and a.business_day = t.business_day) as missing
      from device_day_totals t
      where exists (
        select
        from arrived a
        where a.device_id = t.device_id
          and a.epoch = t.epoch
          and a.business_day = t.business_day
          and a.fair_id = ${fairId}
          and a.counts))
    select d.device_id, d.status = 'active' and d.deleted_at is null as is_active, d.unsent_orders,
      greatest(
        coalesce((select sum(g.missing) from gaps g where g.device_id = d.id), 0),
        coalesce(
          (select sum(greatest(u.missing, 0)) from uncounted u where u.device_id = d.id),
          0))::bigint as missing_orders
    from devices d
    where d.current_fair_id = ${fairId} or d.id in (select device_id from here)
    order by lower(d.device_id)`.execute(db);
  return rows;
}

/** SQL: the orders, booked and held, of every register that sold at the fair, at any fair. */
function arrivedOrders(fairId: string) {
  return sql`
    select device_id, epoch, sequence, ${clockDay('o')} as business_day, fair_id,
      voided_by_reset_id is null as counts
    from orders o
    where device_id in (
      select device_id
      from orders
      where fair_id = ${fairId}
      union
      select device_id
      from held_orders
      where fair_id = ${fairId})
    union
    select device_id, epoch, sequence, ${clockDay('h')}, fair_id, state = 'waiting'
    from held_orders h
    where device_id in (
      select device_id
      from orders
      where fair_id = ${fairId}
      union
      select device_id
      from held_orders
      where fair_id = ${fairId})`;
}

/** SQL: the day of an order by the clock of its register, which control totals are counted by. */
function clockDay(order: 'o' | 'h') {
  const [at, day, fair] = ['clock_sold_at', 'business_day', 'fair_id'].map((column) =>
    sql.ref(`${order}.${column}`),
  );
  return sql`
    case
      when ${at} is null then ${day}
      else (${at} at time zone (select time_zone from fairs where id = ${fair}))::date
    end`;
}
