/** Statements for the office's rows of a season, and for those of its fairs once they have sold. */

/**
 * Functions and tables of the connection: a number below `count` that depends on `n` and `seed`
 * only, the key of the nth row of a kind, and the size of the season.
 */
export const TOOLS = `
  create function pg_temp.pick(n bigint, seed int, count int) returns int language sql immutable
    as 'select ((hashint8extended(n, seed) & 2147483647) % count)::int';
  create function pg_temp.key(kind int, n bigint) returns uuid language sql immutable
    as $$
      select (lpad(to_hex(kind), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid$$;
  create temp table size (orders bigint, fairs int, schools int, "studentsPerSchool" int,
    titles int, "linesPerFair" int, devices int, today date, "ownerId" uuid, "firstNames" text[],
    "lastNames" text[]);
  create temp table books (at int, id uuid, sku text, title text, category text, price_cents bigint,
    taxable boolean)`;

/** Titles of the source system ($1). */
export const TITLES = `
  with made as (
    insert into titles (id, sku, isbn13, title, author, category, price_cents, taxable)
    select pg_temp.key(0, n), sku, isbn13, title, author, category, price, taxable
    from rows from (json_to_recordset($1) as (sku text, isbn13 text, title text, author text,
      category text, "priceCents" bigint, taxable boolean)) with ordinality
      as t (sku, isbn13, title, author, category, price, taxable, n)
    returning *)
  insert into books
  select row_number() over (order by id) - 1, id, sku, title, category, price_cents, taxable
  from made`;

/**
 * Fairs, oldest first, so that the newest rows are adjacent, as in a real season: sixteen end each
 * day, and those that ended three days ago are closed out. Schools, registers and titles take
 * turns.
 */
const PLAN = `
  create temp table plan as
  select n, pg_temp.key(6, n) as fair_id, s.id as school_id, n % schools as school_no,
    pg_temp.key(4, n % devices) as device_id, s.time_zone, s.name as school,
    s.identifier || '-25-' || lpad((n / schools + 1)::text, 2, '0') as identifier,
    today - (fairs - 1 - n) / 16 as end_date, fairs - 1 - n >= 48 as is_closed,
    (array[0, 60000, 82500, 88750])[1 + n % 4] as rate, pg_temp.pick(n, 1, titles) as first_title,
    orders * n / fairs as sold_before, orders * (n + 1) / fairs - orders * n / fairs as orders
  from size
  cross join generate_series(0, fairs - 1) n
  join schools s on s.id = pg_temp.key(1, n % schools)`;

/** A hundred users at any size, who take turns being responsible for fairs. */
const USERS = `
  with role as (
    insert into roles (id, name, description)
    values (pg_temp.key(5, 1), 'Fair manager', 'Looks after fairs.')
    returning id),
  duties as (insert into role_duties (role_id, duty) select id, 'work_register' from role)
  insert into admins (id, first_name, last_name, email, email_verified, phone, role_id)
  select pg_temp.key(5, n + 2), "firstNames"[1 + n % 26], "lastNames"[1 + n % 24],
    'user' || n + 1 || '@season.example.com', true,
    case when n % 3 > 0 then '3125550142' end, role.id
  from size, role, generate_series(0, 99) n`;
const DEVICES = `
  insert into devices (id, device_id, name, purchase_date, warranty_date, model, last_sync_at,
    last_seen_at)
  select pg_temp.key(4, n), 'POS-' || lpad((n + 1)::text, 4, '0'), 'Register ' || n + 1,
    '2024-08-01', '2028-08-01', 1 + n % 4, now(), now()
  from size
  cross join generate_series(0, devices - 1) n`;
const SCHOOLS = `
  insert into schools (id, identifier, name, address, city, state, zip, phone, time_zone,
    enrollment, coordinator_name, coordinator_email)
  select pg_temp.key(1, n), 'SEA' || lpad((n + 1)::text, 4, '0'),
    "lastNames"[1 + n % 24] || ' Elementary School ' || n / 24 + 1, n + 1 || ' School Street',
    'Fairview', (array['NY', 'TX', 'CO', 'WA'])[1 + n % 4], '12345', '',
    'America/' || (array['New_York', 'Chicago', 'Denver', 'Los_Angeles'])[1 + n % 4],
    "studentsPerSchool", '', ''
  from size
  cross join generate_series(0, schools - 1) n`;
const STUDENTS = `
  insert into students (id, school_id, student_number, first_name, last_name, grade, teacher)
  select pg_temp.key(2, n), s.id, s.identifier || '-' || lpad(number::text, 4, '0'),
    "firstNames"[1 + pg_temp.pick(n, 16, 26)], "lastNames"[1 + pg_temp.pick(n, 17, 24)],
    (1 + number % 5)::text, 'Ms. ' || "lastNames"[1 + number % 24]
  from size
  cross join generate_series(0, schools * "studentsPerSchool" - 1) n
  cross join lateral (select n % "studentsPerSchool" + 1 as number) a
  join schools s on s.id = pg_temp.key(1, n / "studentsPerSchool")`;

export const OFFICE_ROWS: readonly string[] = [USERS, DEVICES, SCHOOLS, STUDENTS, PLAN];

const FAIRS = `
  insert into fairs (id, identifier, school_id, name, address, start_date, end_date, time_zone,
    tax_rate_ppm, admin_id, package_option, close_out_state, order_count, net_cents, device_letters)
  select p.fair_id, p.identifier, p.school_id, 'Book fair at ' || p.school, 'Library',
    p.end_date - 4, p.end_date, p.time_zone, p.rate, pg_temp.key(5, p.n % 100 + 2), 3,
    case when p.is_closed then 'finished' else 'open' end, p.orders, o.net, 1
  from plan p
  join (
    select fair_id, sum(subtotal_cents - refunded_net_cents) filter (where status <> 'open') as net
    from orders
    group by fair_id) o using (fair_id)
  order by p.n`;
const TAX_RATES = `
  insert into fair_tax_rates (fair_id, tax_rate_ppm) select fair_id, rate from plan`;
const COUNTERS = `
  insert into fair_device_counters (fair_id, device_id, letter, last_number)
  select fair_id, device_id, 'A', orders
  from plan`;
const EPOCHS = `
  insert into device_epochs (device_id, epoch, acknowledged_sequence, highest_sequence)
  select device_id, 1, max(sequence), max(sequence)
  from orders
  group by device_id`;

/** A close-out has the part of its snapshot that invariants compare: number and sum of orders. */
const CLOSE_OUTS = `
  insert into close_outs (id, fair_id, number, profit_option, profit_rate_ppm, profit_cents,
    snapshot, snapshot_sha256, finished_at, finished_by, finished_by_name)
  select f.id, f.id, 1, 'cash', 250000, round(f.net_cents / 4.0), snapshot::json,
    sha256(convert_to(snapshot, 'UTF8')), (f.end_date + 1 + time '20:00') at time zone 'UTC',
    "ownerId", 'Season'
  from size
  cross join fairs f
  join (
    select fair_id, json_agg(json_build_object(
      'orderNumber', order_number, 'netCents', subtotal_cents - refunded_net_cents,
      'taxCents', tax_cents - refunded_tax_cents,
      'totalCents', total_cents - refunded_net_cents - refunded_tax_cents)) as orders
    from orders
    group by fair_id) o on o.fair_id = f.id
  cross join lateral json_build_object('number', 1, 'orders', o.orders, 'summary',
    json_build_object('totals', json_build_object('netCents', f.net_cents))) made
  cross join lateral (select made::text as snapshot) s
  where f.close_out_state = 'finished'`;

/** Twenty copies of each title; at a closed-out fair everything left was counted and returned. */
const FAIR_LINES = `
  insert into fair_lines (id, fair_id, title_id, price_cents, sent_qty, sold_qty,
    counted_return_qty, returned_qty)
  select pg_temp.key(7, p.n * "linesPerFair" + place), p.fair_id, b.id, b.price_cents, 20, sold,
    case when p.is_closed then 20 - sold end, case when p.is_closed then 20 - sold else 0 end
  from size
  cross join plan p
  cross join generate_series(0, "linesPerFair" - 1) place
  join books b on b.at = (p.first_title + place * 7) % titles
  left join (
    select fair_id, title_id, sum(l.quantity) as units
    from order_lines l
    join orders o on o.id = l.order_id
    where l.fulfilment = 'in_person'
    group by fair_id, title_id) l on l.fair_id = p.fair_id and l.title_id = b.id
  cross join lateral (select coalesce(l.units, 0) as sold) s
  order by p.n, place`;
const PRICES = `
  insert into fair_line_prices (fair_id, title_id, price_cents)
  select fair_id, title_id, price_cents from fair_lines`;
const MOVEMENTS = `
  insert into stock_movements (id, title_id, qty, from_place, from_fair_id, to_place, to_fair_id,
    reason, ref_type, ref_id, actor)
  select id, id, 200000, 'supplier', null::uuid, 'warehouse', null::uuid, 'sync', 'sync',
    null::uuid, 'Season'
  from titles
  union all
  select id, title_id, sent_qty, 'warehouse', null, 'fair', fair_id, 'sent', 'upload', null,
    'Season'
  from fair_lines
  union all
  select l.id, l.title_id, l.quantity,
    case l.fulfilment when 'in_person' then 'fair' else 'warehouse' end,
    case l.fulfilment when 'in_person' then o.fair_id end, 'customer', null,
    case l.fulfilment when 'in_person' then 'sale' else l.fulfilment end, 'order_line', l.id,
    'Season'
  from order_lines l
  join orders o on o.id = l.order_id
  where l.fulfilment_status in ('taken', 'delivered')
  union all
  select gen_random_uuid(), title_id, returned_qty, 'fair', fair_id, 'warehouse', null, 'returned',
    'close_out', fair_id, 'Season'
  from fair_lines
  where returned_qty > 0`;
const STOCK = `
  update titles t
  set warehouse_qty = m.units, allocated_qty = coalesce(waiting.units, 0)
  from (
    select title_id,
      sum(case 'warehouse' when to_place then qty when from_place then -qty else 0 end) as units
    from stock_movements
    group by title_id) m
  left join (
    select title_id, sum(quantity) as units
    from order_lines
    where fulfilment_status = 'to_ship'
    group by title_id) waiting using (title_id)
  where t.id = m.title_id`;

export const FAIR_ROWS: readonly string[] = [
  FAIRS,
  TAX_RATES,
  COUNTERS,
  EPOCHS,
  CLOSE_OUTS,
  FAIR_LINES,
  PRICES,
  MOVEMENTS,
  STOCK,
];
