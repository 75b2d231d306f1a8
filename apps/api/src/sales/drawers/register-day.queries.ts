import { REPORTED_ORDER_STATUSES } from '@pos/contract/sales/order-states';
import type { RegisterDay } from '@pos/contract/sales/drawers/drawers';
import type { Day } from '@pos/contract/values';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { MOVES } from './drawers.queries.ts';

type DrawerOfDay = { fairId: string; deviceId: string; businessDay: Day };

/** Payments that count as money of a sale (domain 8.2). */
const COUNTED = sql`('completed', 'under_review', 'refunded')`;
const SOLD = sql`
  o.voided_by_reset_id is null and o.status in (${sql.join(REPORTED_ORDER_STATUSES)})`;

function ofDay(table: string, { fairId, deviceId, businessDay }: DrawerOfDay) {
  return sql`
    ${sql.ref(`${table}.fair_id`)} = ${fairId}
      and ${sql.ref(`${table}.device_id`)} = ${deviceId}
      and ${sql.ref(`${table}.business_day`)} = ${businessDay}::date`;
}

export async function findFairZone(db: Db, id: string): Promise<string> {
  const { timeZone } = await db
    .selectFrom('fairs')
    .select('timeZone')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return timeZone;
}

/** Returns the sales of one register on a day, its payments by method, and its drawer. */
export async function findRegisterDay(db: Db, scope: DrawerOfDay): Promise<RegisterDay> {
  const { rows } = await sql<RegisterDay>`
    with sales as (
      select count(*) as orders, coalesce(sum(o.total_cents), 0)::bigint as total_cents,
        coalesce(sum(o.tax_cents), 0)::bigint as tax_cents
      from orders o
      where ${ofDay('o', scope)} and ${SOLD}),
    ${moneyParts(scope)}
    select ${scope.businessDay}::date as business_day, sales.orders, sales.total_cents,
      sales.tax_cents, back.refunds,
      coalesce(
        (
          select json_agg(
            json_build_object(
              'method', method, 'payments', coalesce(t.payments, 0),
              'takenCents', coalesce(t.cents, 0), 'givenBackCents', coalesce(g.cents, 0))
            order by method)
          from taken t
          full join given g using (method)),
        '[]') as methods,
      json_build_object(
        'takenCents', money.taken_cents,
        'givenBackCents', money.given_back_cents,
        'floatInCents', moves.float_in_cents,
        'floatOutCents', moves.float_out_cents,
        'toSafeCents', moves.to_safe_cents,
        'paidOutCents', moves.paid_out_cents,
        'expectedCents', money.taken_cents - money.given_back_cents + moves.float_in_cents
          - moves.float_out_cents - moves.to_safe_cents - moves.paid_out_cents) as drawer
    from sales, back, money, moves`.execute(db);
  return rows[0]!;
}

/** Parts of the statement: money by method, of top-ups and of moves; `money` is their cash. */
function moneyParts(scope: DrawerOfDay): RawBuilder<unknown> {
  return sql`
    taken as (
      select p.method, count(*) as payments, sum(p.amount_cents) as cents,
        sum(p.rounding_cents) as rounding_cents, sum(p.change_cents) as change_cents
      from orders o
      join payments p on p.order_id = o.id and p.status in ${COUNTED}
      where ${ofDay('o', scope)} and ${SOLD}
      group by p.method),
    given as (
      select t.paid_out_as as method, sum(t.amount_cents) as cents
      from refunds r
      join orders o on o.id = r.order_id
      join refund_tenders t on t.refund_id = r.id
      where ${ofDay('r', scope)} and ${SOLD}
      group by t.paid_out_as),
    back as (
      select count(*) as refunds, coalesce(sum(r.rounding_cents), 0) as rounding_cents
      from refunds r
      join orders o on o.id = r.order_id
      where ${ofDay('r', scope)} and ${SOLD}),
    topped as (
      select
        coalesce(sum(p.amount_cents) filter (where p.method = 3), 0) as cash_cents,
        coalesce(sum(p.change_cents) filter (where p.method = 2), 0) as change_cents
      from payments p
      where ${ofDay('p', scope)} and p.purpose = 'wallet_top_up' and p.status in ${COUNTED}),
    moves as (
      select ${MOVES}
      from standing_drawer_entries e
      where ${ofDay('e', scope)}),
    money as (
      select
        coalesce((select cents + rounding_cents from taken where method = 3), 0)
          + topped.cash_cents as taken_cents,
        coalesce((select cents from given where method = 3), 0) + back.rounding_cents
          + coalesce((select change_cents from taken where method = 2), 0)
          + topped.change_cents as given_back_cents
      from topped, back)`;
}
