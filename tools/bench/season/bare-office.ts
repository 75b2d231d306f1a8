import { type Answer, selectPlannedRows } from './bare-sql.ts';

/** The office's own work: packages, scheduled reports, desk top-ups of a day. */

const PACKAGES = `
  select option as "packageOption", coalesce(c.titles, 0) as titles, coalesce(c.units, 0) as units,
    coalesce(c.retail, 0) as "retailCents", coalesce(f.fairs, 0) as fairs
  from generate_series(1, 12) option
  left join (
    select l.package_option, count(*) as titles, sum(p.qty)::bigint as units,
      sum(p.qty * coalesce(s.price_cents, t.price_cents))::bigint as retail
    from package_lists l
    join package_titles p on p.list_id = l.id
    join titles t on t.id = p.title_id
    left join season_prices s on s.title_id = t.id and s.season = l.season
    where l.season = $1
    group by l.package_option) c on c.package_option = option
  left join (
    select package_option, count(*) as fairs
    from fairs
    where status = 'active' and season_of(start_date) = $1
    group by package_option) f on f.package_option = option
  order by option`;

const PACKAGE_LIST = `
  select id, version, updated_at as "updatedAt", updated_by as "updatedBy"
  from package_lists
  where season = $1 and package_option = $2`;
const PACKAGE_TITLES = `
  select t.id as "titleId", t.sku, t.title, t.author, t.category, p.id as "pictureId",
    coalesce(s.price_cents, t.price_cents) as "priceCents",
    greatest(t.warehouse_qty - t.allocated_qty, 0) as "availableQty",
    t.status = 'active' as "isActive", c.qty
  from package_lists l
  join package_titles c on c.list_id = l.id
  join titles t on t.id = c.title_id
  left join title_pictures p on p.title_id = t.id
  left join season_prices s on s.title_id = t.id and s.season = l.season
  where l.season = $1 and l.package_option = $2
  order by lower(t.title), t.id`;
const SEASONS_LISTED = `
  select season
  from package_lists l
  where package_option = $1 and exists (select from package_titles where list_id = l.id)`;

const SCHEDULES = `
  select r.id, r.question, r.period, r.weekdays, r.time_of_day as time, r.time_zone as "timeZone",
    case when r.to_coordinator then 'coordinator' else 'staff' end as to, r.status,
    r.next_due_at as "nextDueAt", r.version, r.created_at as "createdAt",
    r.updated_at as "updatedAt", a.first_name || ' ' || a.last_name as "savedBy",
    coalesce(s.name, r.question->>'schoolIdentifier') as subject,
    (
      select json_agg(
        json_build_object(
          'adminId', p.admin_id, 'name',
            coalesce(m.first_name || ' ' || m.last_name, s.coordinator_name), 'email',
            coalesce(m.email, s.coordinator_email), 'unsubscribedAt', p.unsubscribed_at)
        order by m.first_name, m.last_name, m.id)
      from report_recipients p
      left join admins m on m.id = p.admin_id
      where p.schedule_id = r.id) as recipients,
    (
      select json_build_object(
        'id', e.id, 'dueAt', e.due_at, 'status', e.status, 'recipient', e.recipient, 'email',
          e.email, 'isLate', e.is_late, 'isByHand', e.is_by_hand, 'attempts', e.attempts, 'reason',
          e.reason, 'endedAt', e.ended_at)
      from report_sends e
      where e.schedule_id = r.id
      order by e.due_at desc, e.id desc
      limit 1) as "lastSend"
  from report_schedules r
  join admins a on a.id = r.saved_by
  left join schools s on lower(s.identifier) = lower(r.question->>'schoolIdentifier')
  order by r.status, r.next_due_at, r.id`;

const OFFICE = `
  select company_name as "companyName", default_time_zone as "timeZone",
    greatest(
      (select greatest(max(office_day), max(reversed_day)) from desk_top_ups),
      (select max(office_day) from payouts)) as "newestDay"
  from settings`;
const topUps = (day: string) => `
  select d.payment_id as "paymentId", d.receipt_number as "receiptNumber", p.paid_at as at,
    p.amount_cents as "amountCents", p.check_number as "checkNumber",
    t.student_number as "studentNumber", s.name as "schoolName", p.method,
    t.first_name || ' ' || t.last_name as "studentName",
    a.first_name || ' ' || a.last_name as staff, d.reversal_reason as reason
  from desk_top_ups d
  join payments p on p.id = d.payment_id
  join students t on t.id = p.student_id
  join schools s on s.id = p.school_id
  join admins a on a.id = d.taken_by
  where d.${day} = $1
  order by d.receipt_number`;
const PAYOUTS = `
  select o.id as "payoutId", o.payout_number as "payoutNumber", o.at,
    o.amount_cents as "amountCents", o.check_number as "checkNumber",
    t.student_number as "studentNumber", s.name as "schoolName", o.method,
    t.first_name || ' ' || t.last_name as "studentName",
    a.first_name || ' ' || a.last_name as staff
  from payouts o
  join students t on t.id = o.student_id
  join schools s on s.id = t.school_id
  join admins a on a.id = o.paid_by
  where o.office_day = $1
  order by o.payout_number`;

export const OFFICE_WORK: Record<string, Answer> = {
  '/packages': async (given) => ({
    data: await selectPlannedRows(PACKAGES, [given.get('season')]),
  }),
  '/packages/contents': async (given) => {
    const [season, option] = [given.get('season'), given.get('packageOption')];
    const [[found], contents, seasons] = await Promise.all([
      selectPlannedRows(PACKAGE_LIST, [season, option]),
      selectPlannedRows(PACKAGE_TITLES, [season, option]),
      selectPlannedRows(SEASONS_LISTED, [option]),
    ]);
    return { data: { ...found, season, packageOption: Number(option), contents, seasons } };
  },
  '/report-schedules': async () => ({ data: await selectPlannedRows(SCHEDULES) }),
  '/office-day': async (given) => {
    const day = [given.get('day')];
    const [[office], taken, reversals, payouts] = await Promise.all([
      selectPlannedRows(OFFICE),
      selectPlannedRows<{ amountCents: number }>(topUps('office_day'), day),
      selectPlannedRows(topUps('reversed_day'), day),
      selectPlannedRows(PAYOUTS, day),
    ]);
    const amountCents = taken.reduce((sum, line) => sum + line.amountCents, 0);
    return { data: { ...office, topUps: taken, reversals, payouts, totals: { amountCents } } };
  },
};
