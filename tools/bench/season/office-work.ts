import { PACKAGE_OPTIONS } from '@pos/contract/fairs/package-options';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { toPaymentType } from '@pos/contract/sales/payments';
import { seasonBeside, toSeason } from '@pos/contract/fairs/seasons';
import { addDays } from '@pos/contract/values/days';
import type pg from 'pg';

/**
 * Adds the office's own work to the loaded rows, the same at any size: packages of 60 titles in two
 * seasons, 40 weekly reports with their emails of four weeks, and 400 desk top-ups of ten days.
 */
export async function addOfficeWork(
  client: pg.Client,
  takenBy: string,
  today: string,
): Promise<void> {
  const season = toSeason(today);
  const seasons = [season, seasonBeside(season, -1)];
  await client.query(PACKAGES, [seasons, Object.keys(PACKAGE_OPTIONS)]);
  // Due in a year, so that a measurement sends nothing.
  await client.query(SCHEDULES, [today, `${addDays(today, 365)}T11:00:00Z`]);
  const { check, cash } = PaymentMethod;
  const types = [check, cash].map((method) => toPaymentType('wallet_top_up', method));
  await client.query(DESK_TOP_UPS, [today, takenBy, check, cash, ...types]);
}

/** Packages of these seasons ($1) and options ($2); 3,000 titles make 60 of a package. */
const PACKAGES = `
  with lists as (
    insert into package_lists (id, season, package_option, updated_by)
    select gen_random_uuid(), season, option, 'Season'
    from unnest($1::text[]) season, unnest($2::smallint[]) option
    returning id, package_option)
  insert into package_titles (list_id, title_id, qty)
  select lists.id, t.id, 1 + t.number % 12
  from lists
  join (select id, row_number() over (order by sku) as number from titles) t
    on (t.number + lists.package_option * 97) % 50 = 0`;

/** Reports saved on a day ($1), each by another person to three, next due at an instant ($2). */
const SCHEDULES = `
  with people as (
    select array_agg(id order by email) as ids, count(*)::int as count
    from admins
    where email like '%season.example.com'),
  places as (
    select array_agg(identifier order by identifier) as names,
      array_agg(time_zone order by identifier) as zones, count(*)::int as count
    from schools),
  reports as (
    insert into report_schedules (id, saved_by, question, period, weekdays, time_of_day, time_zone,
      to_coordinator, status, next_due_at)
    select gen_random_uuid(), people.ids[1 + n % people.count],
      json_build_object('reportType', (array['SALES_SUMMARY', 'DAILY_SALES'])[1 + n % 2],
        'schoolIdentifier', places.names[1 + n % places.count], 'startDate', $1::text,
        'endDate', $1::text, 'format', 'xlsx'),
      'last_7_days', '{1}', '07:00', places.zones[1 + n % places.count], false,
      case n % 10 when 9 then 'paused' else 'active' end, $2
    from generate_series(0, 39) n, people, places
    returning id),
  recipients as (
    insert into report_recipients (schedule_id, admin_id)
    select r.id, people.ids[1 + ((r.number + place * 7) % people.count)]
    from (select id, row_number() over () as number from reports) r,
      generate_series(0, 2) place, people
    returning schedule_id, admin_id)
  insert into report_sends (id, schedule_id, admin_id, due_at, status, recipient, email, attempts,
    ended_at)
  select gen_random_uuid(), schedule_id, admin_id, at, 'sent', 'Ada Amber',
    'user@season.example.com', 1, at
  from recipients, generate_series(1, 4) week,
    lateral (select $1::date - 7 * week + time '11:00' at time zone 'UTC' as at) due`;

/**
 * Top-ups of the days before a day ($1) taken by a person ($2), a third by check ($3, of the type
 * $5), the others in cash ($4, $6). 17:00 UTC is the same day at the office and at every school.
 */
const DESK_TOP_UPS = `
  with holders as (
    select w.id as wallet_id, w.balance_cents as before, t.id as student_id, t.school_id,
      (row_number() over (order by w.id) - 1)::int as n
    from wallets w
    join students t on t.id = w.student_id
    join (select id from schools order by identifier limit 20) s on s.id = t.school_id
    order by w.id
    limit 400),
  top_ups as (
    select *, gen_random_uuid() as id, $1::date - 10 + n / 40 as day, n % 3 = 0 as is_check,
      1000 + n % 4 * 500 as cents,
      ($1::date - 10 + n / 40 + time '17:00' + n % 40 * interval '1 minute') at time zone 'UTC'
        as at
    from holders),
  paid as (
    insert into payments (id, client_payment_id, school_id, purpose, method, type, status,
      amount_cents, is_part, tendered_cents, change_cents, refunded_cents, check_number, student_id,
      wallet_id, business_day, paid_at, created_at)
    select id, id, school_id, 'wallet_top_up', case when is_check then $3::smallint else $4 end,
      case when is_check then $5::smallint else $6 end, 'completed', cents, false, cents, 0, 0,
      case when is_check then (100 + n)::text end, student_id, wallet_id, day, at, at
    from top_ups),
  events as (
    insert into payment_events (id, payment_id, to_status, actor, at)
    select gen_random_uuid(), id, 'completed', 'Season', at
    from top_ups),
  receipts as (
    insert into desk_top_ups (payment_id, office_day, taken_by)
    select id, day, $2
    from top_ups
    order by at),
  entries as (
    insert into wallet_entries (id, wallet_id, type, amount_cents, balance_after_cents, payment_id,
      idempotency_key, business_day, actor)
    select gen_random_uuid(), wallet_id, 'top_up', cents, before + cents, id, 'payment:' || id, day,
      'Season'
    from top_ups)
  update wallets w
  set balance_cents = before + cents
  from top_ups
  where w.id = wallet_id`;
