import { list, selectPlannedRows, selectRows, storedCount, type Answer } from './bare-sql.ts';

/** Remaining lists of the bare handler, and the requests of a register. */

const STUDENTS = (where: string) => `
  select s.id, s.student_number as "studentNumber", s.first_name as "firstName",
    s.last_name as "lastName", s.grade, s.teacher, s.school_id as "schoolId",
    c.name as "schoolName", c.time_zone as "timeZone", s.status, s.erased_at as "erasedAt",
         coalesce(w.balance_cents, 0) as "walletBalanceCents",
           coalesce(w.status, 'active') as "walletStatus",
         (
           select max(sold_at)
           from orders o
           where o.student_id = s.id and o.voided_by_reset_id is null) as "lastPurchaseAt",
         (
           select coalesce(
             json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name), '[]')
           from student_parents sp
           join parents p on p.id = sp.parent_id
           where sp.student_id = s.id) as parents
    from (
      select * from students ${where} order by lower(last_name), lower(first_name), id limit 20) s
    join schools c on c.id = s.school_id
    left join wallets w on w.student_id = s.id
   order by lower(s.last_name), lower(s.first_name), s.id`;
const students = (
  where: string,
  values: unknown[] = [],
  count = `select count(*) from students ${where}`,
) => list(selectRows(STUDENTS(where), values), selectRows(count, values));
const STUDENTS_OF_SCHOOL = `
  select coalesce(sum(students), 0)::bigint as count from student_counts where school_id = $1`;

const DEVICES = (where: string) => `
  select d.id, d.device_id as "deviceId", d.name, d.purchase_date as "purchaseDate",
    d.warranty_date as "warrantyDate", d.admin_id as "adminId", d.status,
    d.app_version as "appVersion", d.last_seen_at as "lastSeenAt",
         d.last_sync_at as "lastSyncAt", d.unsent_orders as "unsentOrders",
           d.current_fair_id as "currentFairId", f.name as "currentFairName", d.version,
           d.created_at as "createdAt", d.updated_at as "updatedAt", d.model,
         d.admin_name as "adminName", d.device_key_hash is not null as paired,
         case
           when d.warranty_date < current_date then 'expired'
           when d.warranty_date <= current_date + (select warranty_warn_days from settings)
             then 'expiring'
           else 'ok'
         end as "warrantyState",
         coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name, 'adminId', l.admin_id) order by l.start_date, l.id) from fairs l
                    where (
                      l.id = d.current_fair_id
                        or l.id in (select fair_id from fair_devices where device_id = d.id))
                      and l.status = 'active'
                      and l.close_out_state = 'open'
                      and (
                        now() at time zone l.time_zone
                      )::date between l.start_date and l.end_date), '[]') as "liveFairs"
    from (
      select devices.*, admins.first_name || ' ' || admins.last_name as admin_name
      from devices
      left join admins on admins.id = devices.admin_id
      where devices.deleted_at is null ${where}
      order by lower(devices.device_id), devices.id
      limit 20) d
    left join fairs f on f.id = d.current_fair_id
   order by lower(d.device_id), d.id`;
const devices = (where: string, values: unknown[] = []) =>
  list(
    selectPlannedRows(DEVICES(where), values),
    selectPlannedRows(
      `
        select count(*)
        from devices
        left join admins on admins.id = devices.admin_id
        where devices.deleted_at is null ${where}`,
      values,
    ),
  );

const FAIR_LINES = (where: string) => `
  select l.id, l.title_id as "titleId", t.sku, t.isbn13, t.title, t.author, t.category,
    l.price_cents as "priceCents", t.taxable, l.sent_qty as "sentQty",
    l.missing_qty as "missingQty", l.adjust_qty as "adjustQty", l.sold_qty as "soldQty",
         l.restocked_qty as "restockedQty", l.expected_return as "expectedReturn",
           l.counted_return_qty as "countedReturnQty", l.damaged_qty as "damagedQty", l.status,
           greatest(l.on_hand, 0) as "onHand", greatest(-l.on_hand, 0) as "oversoldQty",
         case
           when l.on_hand < 0 then 'oversold'
           when l.on_hand = 0 then 'sold-out'
           when l.on_hand <= (select last_copy_threshold from settings) then 'last-copy'
           else 'in'
         end as stock,
         array(
           select c.code
           from cartons c
           join carton_contents x on x.carton_id = c.id
           where c.fair_id = l.fair_id and x.title_id = l.title_id
           order by c.code) as cartons
    from fair_lines l
    join titles t on t.id = l.title_id
    where l.fair_id = $1 ${where}
    order by lower(t.title), l.id
    limit 20`;
const fairLines = (where: string, values: unknown[]) =>
  list(
    selectRows(FAIR_LINES(where), values),
    selectRows(
      `
        select count(*)
        from fair_lines l
        join titles t on t.id = l.title_id
        where l.fair_id = $1 ${where}`,
      values,
    ),
  );

const TITLES = (where: string) => `
  select t.id, t.sku, t.isbn13, t.upc, t.title, t.author, t.category, t.format,
    t.price_cents as "priceCents", t.taxable, t.warehouse_qty as "warehouseQty",
    t.allocated_qty as "allocatedQty", t.status,
    t.warehouse_qty - t.allocated_qty as "availableQty",
         at.units as "atFairsQty", at.fairs,
         case
           when t.warehouse_qty - t.allocated_qty < 0 then 'negative'
           when t.warehouse_qty - t.allocated_qty = 0 then 'out'
           when t.warehouse_qty - t.allocated_qty <= (select low_stock_threshold from settings)
             then 'low'
           else 'in'
         end as stock,
         array(
           select o.sku
           from titles o
           where o.isbn13 = t.isbn13 and o.id <> t.id
           order by o.sku
           limit 5) as "sameIsbn"
    from (select * from titles t where ${where} order by lower(title), id limit 20) t
   cross join lateral (select (select coalesce(sum(on_hand), 0)::bigint from fair_lines l where l.title_id = t.id and l.on_hand > 0) as units,
                              (
                                select count(*)
                                from fair_lines l
                                where l.title_id = t.id
                                  and l.fair_id = any(
                                    array(
                                      select id
                                      from fairs
                                      where close_out_state = 'open'))) as fairs) at
   order by lower(t.title), t.id`;
const titles = (where: string, values: unknown[] = []) =>
  list(
    selectPlannedRows(TITLES(where), values),
    selectPlannedRows(`select count(*) from titles t where ${where}`, values),
  );

const USERS = `
  select a.id, a.first_name as "firstName", a.last_name as "lastName", a.email,
    a.email_verified as "emailVerified", a.country_code as "countryCode", a.phone,
    a.role_id as "roleId", r.name as "roleName", a.status, a.last_login_at as "lastLoginAt",
         a.version, a.created_at as "createdAt", a.updated_at as "updatedAt",
           a.secret_code_hash is not null as "hasSecretCode", a.password_hash is null as invited,
         r.is_system
           and a.status = 'active'
           and not exists (
             select
             from admins o
             where o.role_id = a.role_id
               and o.status = 'active'
               and o.deleted_at is null
               and o.id <> a.id) as "lastSuperAdmin",
         (
           select count(*)
           from fairs f
           where f.admin_id = a.id and f.status = 'active' and f.close_out_state = 'open') as fairs
    from admins a
    join roles r on r.id = a.role_id
    where a.deleted_at is null
    order by lower(a.first_name || ' ' || a.last_name), a.id
    limit 20`;

const anywhere = (given: URLSearchParams) => `%${given.get('search')}%`;

export const LISTS: Record<string, Answer> = {
  '/students': () => students('', [], storedCount('students')),
  '/students/of-school': (given) =>
    students('where school_id = $1', [given.get('schoolId')], STUDENTS_OF_SCHOOL),
  '/students/search': (given) =>
    students(`where (student_number || ' ' || first_name || ' ' || last_name) ilike $1`, [
      anywhere(given),
    ]),
  '/devices': () => devices(''),
  '/devices/search': (given) =>
    devices(
      `and (
        devices.device_id ilike $1
          or devices.name ilike $1
          or admins.first_name || ' ' || admins.last_name ilike $1)`,
      [anywhere(given)],
    ),
  '/fair-inventory': (given) => fairLines('', [given.get('fairId')]),
  '/fair-inventory/of-category': (given) =>
    fairLines('and t.category = $2', [given.get('fairId'), given.get('category')]),
  '/fair-inventory/search': (given) =>
    fairLines(
      `and (t.title ilike $2 or t.author ilike $2 or replace(t.sku, '-', '') ilike $2 or t.isbn13 ilike $2)`,
      [given.get('fairId'), anywhere(given)],
    ),
  '/all-inventory': () => titles('true'),
  '/all-inventory/of-category': (given) => titles('t.category = $1', [given.get('category')]),
  '/all-inventory/search': (given) =>
    titles(
      `(t.title ilike $1 or t.author ilike $1 or replace(t.sku, '-', '') ilike $1 or t.isbn13 ilike $1)`,
      [anywhere(given)],
    ),
  '/users': () =>
    list(
      selectPlannedRows(USERS),
      selectPlannedRows('select count(*) from admins where deleted_at is null'),
    ),
  '/catalog': async (given) => {
    const fairId = [given.get('fairId')];
    const [[fair], [settings], rows] = await Promise.all([
      selectRows(
        'select f.id, f.identifier, f.name, f.start_date, f.end_date, f.time_zone, f.tax_rate_ppm, s.name as "schoolName" from fairs f join schools s on s.id = f.school_id where f.id = $1',
        fairId,
      ),
      selectRows(
        'select max_check_overage_cents, last_copy_threshold, ewallet_min_top_up_cents, ewallet_max_balance_cents, ewallet_leftover_policy, receipt_footer, support_email, support_phone, now() as cursor from settings',
      ),
      selectRows(
        `
          select t.sku, t.title, t.category, coalesce(l.price_cents, t.price_cents) as "priceCents",
            t.taxable, greatest(coalesce(l.on_hand, 0), 0) as "onHand",
            greatest(t.warehouse_qty - t.allocated_qty, 0) as "shipAvailable",
               (t.status = 'active' and coalesce(l.status, 'active') = 'active') as active
          from titles t
          left join fair_lines l on l.title_id = t.id and l.fair_id = $1
          where l.id is not null or t.status = 'active'
          order by t.sku`,
        fairId,
      ),
    ]);
    return { data: { fair, settings, titles: rows } };
  },
};
