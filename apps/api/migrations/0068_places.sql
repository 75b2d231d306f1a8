-- Rights by place (domain 7.4): an admin may be limited to regions, schools and fairs.
-- A connection of a limited admin has the role pos_limited and the setting app.person, and row-level
-- security hides the rows of other places from it. Owners of the tables see every row.
-- expands

alter table admins add column is_limited boolean not null default false;
comment on column admins.is_limited is 'True if the admin works in the places of admin_places only.';

create table admin_places (
  id        uuid primary key,
  admin_id  uuid not null references admins,
  region    text,
  school_id uuid references schools,
  fair_id   uuid references fairs on delete cascade,
  check (num_nonnulls(region, school_id, fair_id) = 1),
  unique nulls not distinct (admin_id, region, school_id, fair_id)
);
comment on table admin_places is 'Places that limited admins work in.';
create index admin_places_school_idx on admin_places (school_id);
create index admin_places_fair_idx on admin_places (fair_id);

create function limited_person() returns uuid language sql stable as $$
  select nullif(current_setting('app.person', true), '')::uuid
$$;
comment on function limited_person is 'The limited admin whose connection this is; null on all others.';

create function person_schools(person uuid) returns uuid[] language sql stable as $$
  select coalesce(array_agg(s.id), '{}')
  from schools s
  where exists (
      select from admin_places p where p.admin_id = person and p.region = s.region)
    or coalesce(s.merged_into, s.id) in (
      select coalesce(named.merged_into, named.id)
      from admin_places p
      join schools named on named.id = p.school_id
      where p.admin_id = person)
$$;
comment on function person_schools is 'Schools that a limited admin works at, with all of their fairs.';

create function person_fairs(person uuid) returns uuid[] language sql stable as $$
  select coalesce(array_agg(f.id), '{}')
  from fairs f
  where f.school_id = any ((select person_schools(person))::uuid[])
    or f.id in (select fair_id from admin_places where admin_id = person)
$$;
comment on function person_fairs is 'Fairs that a limited admin works at.';

create function visible_fairs() returns uuid[]
  language sql stable security definer set search_path = public as $$
  select person_fairs(limited_person())
$$;
comment on function visible_fairs is 'Fairs that the limited admin of this connection works at.';

create function visible_schools() returns uuid[]
  language sql stable security definer set search_path = public as $$
  select person_schools(limited_person()) || array(
    select f.school_id
    from admin_places p
    join fairs f on f.id = p.fair_id
    where p.admin_id = limited_person())
$$;
comment on function visible_schools is
  'Schools that the limited admin of this connection works at, or at a fair of theirs.';

-- Tables with a fair.
do $$
declare placed text;
begin
  foreach placed in array array[
    'approvals', 'cartons', 'cash_counts', 'cashiers', 'close_outs', 'customizations', 'documents',
    'drawer_entries', 'fair_day_orders', 'fair_day_payments', 'fair_days', 'fair_days_touched',
    'fair_device_counters', 'fair_devices', 'fair_line_prices', 'fair_lines', 'fair_resets',
    'fair_tax_rates', 'featured_titles', 'float_counts', 'former_taxables', 'found_cartons',
    'held_orders', 'held_refunds', 'orders', 'packing_lists', 'put_aways', 'put_away_scans',
    'refunds', 'stock_adjustments'] loop
    execute format('alter table %I enable row level security', placed);
    execute format(
      'create policy places on %I using (fair_id = any ((select visible_fairs())::uuid[]))', placed);
  end loop;
  -- Tables with a school.
  foreach placed in array array[
    'school_certificates', 'students', 'student_counts', 'student_erasures', 'promotions'] loop
    execute format('alter table %I enable row level security', placed);
    execute format(
      'create policy places on %I using (school_id = any ((select visible_schools())::uuid[]))',
      placed);
  end loop;
end $$;

alter table fairs enable row level security;
create policy places on fairs using (id = any ((select visible_fairs())::uuid[]));
alter table schools enable row level security;
create policy places on schools using (id = any ((select visible_schools())::uuid[]));

-- Rows of a school that may name a fair of it.
alter table payments enable row level security;
create policy places on payments using (
  fair_id = any ((select visible_fairs())::uuid[])
    or fair_id is null and school_id = any ((select visible_schools())::uuid[]));
alter table ave_dollar_entries enable row level security;
create policy places on ave_dollar_entries using (
  school_id = any ((select visible_schools())::uuid[])
    and (fair_id is null or fair_id = any ((select visible_fairs())::uuid[])));

-- Rows of the company that may name a fair.
alter table stock_documents enable row level security;
create policy places on stock_documents using (
  fair_id is null or fair_id = any ((select visible_fairs())::uuid[]));
alter table stock_movements enable row level security;
create policy places on stock_movements using (
  (from_fair_id is null or from_fair_id = any ((select visible_fairs())::uuid[]))
    and (to_fair_id is null or to_fair_id = any ((select visible_fairs())::uuid[])));
alter table devices enable row level security;
create policy places on devices using (
  current_fair_id is null
    or current_fair_id = any ((select visible_fairs())::uuid[])
    or id in (select device_id from fair_devices));
alter table uploads enable row level security;
create policy places on uploads using (
  admin_id = limited_person() or fair_id = any ((select visible_fairs())::uuid[]));
alter table report_schedules enable row level security;
create policy places on report_schedules using (saved_by = limited_person());
alter table day_items enable row level security;
create policy places on day_items using (limited_person() is null);

-- Parts of such rows.
do $$
declare part record;
begin
  for part in
    select *
    from (values
      ('carton_contents', 'cartons', 'id = carton_contents.carton_id'),
      ('close_out_reversals', 'close_outs', 'id = close_out_reversals.close_out_id'),
      ('desk_top_ups', 'payments', 'id = desk_top_ups.payment_id'),
      ('device_day_totals', 'devices', 'id = device_day_totals.device_id'),
      ('device_epochs', 'devices', 'id = device_epochs.device_id'),
      ('order_lines', 'orders', 'id = order_lines.order_id'),
      ('packing_substitutes', 'packing_lists', 'id = packing_substitutes.packing_list_id'),
      ('payment_events', 'payments', 'id = payment_events.payment_id'),
      ('payouts', 'students', 'id = payouts.student_id'),
      ('payout_reversals', 'payouts', 'id = payout_reversals.payout_id'),
      ('receipt_emails', 'orders', 'id = receipt_emails.order_id'),
      ('refund_lines', 'refunds', 'id = refund_lines.refund_id'),
      ('refund_tenders', 'refunds', 'id = refund_tenders.refund_id'),
      ('report_recipients', 'report_schedules', 'id = report_recipients.schedule_id'),
      ('report_sends', 'report_schedules', 'id = report_sends.schedule_id'),
      ('shipments', 'stock_documents', 'id = shipments.document_id'),
      ('shipment_lines', 'shipments', 'document_id = shipment_lines.document_id'),
      ('shipment_cartons', 'shipments', 'document_id = shipment_cartons.document_id'),
      ('student_erasure_names', 'student_erasures', 'id = student_erasure_names.erasure_id'),
      ('student_parents', 'students', 'id = student_parents.student_id'),
      ('parents', 'student_parents', 'parent_id = parents.id'),
      ('wallets', 'students', 'id = wallets.student_id'),
      ('wallet_entries', 'wallets', 'id = wallet_entries.wallet_id')) parts (part, whole, link) loop
    execute format('alter table %I enable row level security', part.part);
    execute format('create policy places on %I using (exists (select from %I whole where whole.%s))',
      part.part, part.whole, part.link);
  end loop;
end $$;

-- Views read with the rights of who asks.
do $$
declare name text;
begin
  for name in
    select c.relname from pg_class c
    where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace loop
    execute format('alter view %I set (security_invoker = true)', name);
  end loop;
end $$;

-- Sums of all fairs are made of the rows of all fairs, which a limited admin does not see. For such
-- an admin they are those of the fairs that the admin sees.
create or replace view all_days_now with (security_invoker = true) as
select d.day, d.sales
from fair_days d
where limited_person() is null
  and d.fair_id is null
  and not exists (select from fair_days_to_count t where t.day = d.day)
union all
select r.day, r.sales
from recent_fair_days r
where limited_person() is null and r.day = any (array(select day from fair_days_to_count))
union all
select f.day, f.sales
from fair_days_now f
where limited_person() is not null;

create or replace view all_day_orders_now with (security_invoker = true) as
select d.day, d.status, d.methods, d.orders, d.net_cents, d.refunded_net_cents
from fair_day_orders d
where limited_person() is null
  and d.fair_id is null
  and not exists (select from fair_days_to_count t where t.day = d.day)
union all
select d.day, d.status, d.methods, d.orders, d.net_cents, d.refunded_net_cents
from fair_day_orders d
where limited_person() is null
  and d.fair_id is not null
  and d.day = any (array(select day from fair_days_to_count))
  and not exists (
    select from fair_days_to_count t where t.day = d.day and t.fair_id = d.fair_id)
union all
select t.day, c.status, c.methods, c.orders, c.net_cents, c.refunded_net_cents
from fair_days_to_count t
cross join lateral count_fair_day_orders(t.fair_id, t.day) c
where limited_person() is null
union all
select f.day, f.status, f.methods, f.orders, f.net_cents, f.refunded_net_cents
from fair_day_orders_now f
where limited_person() is not null;

create or replace view all_day_payments_now with (security_invoker = true) as
select d.day, d.purpose, d.method, d.status, d.payments, d.amount_cents, d.refunded_cents
from fair_day_payments d
where limited_person() is null
  and d.fair_id is null
  and not exists (select from fair_days_to_count t where t.day = d.day)
union all
select d.day, d.purpose, d.method, d.status, d.payments, d.amount_cents, d.refunded_cents
from fair_day_payments d
where limited_person() is null
  and d.fair_id is not null
  and d.day = any (array(select day from fair_days_to_count))
  and not exists (
    select from fair_days_to_count t where t.day = d.day and t.fair_id = d.fair_id)
union all
select t.day, c.purpose, c.method, c.status, c.payments, c.amount_cents, c.refunded_cents
from fair_days_to_count t
cross join lateral count_fair_day_payments(t.fair_id, t.day) c
where limited_person() is null
union all
select f.day, f.purpose, f.method, f.status, f.payments, f.amount_cents, f.refunded_cents
from fair_day_payments_now f
where limited_person() is not null
union all
select business_day, purpose, method, status, count(*), sum(amount_cents)::bigint,
  sum(refunded_cents)::bigint
from payments
where limited_person() is not null and fair_id is null and voided_by_reset_id is null
group by business_day, purpose, method, status;

create or replace view touched_item_moves with (security_invoker = true) as
select m.fair_id, m.day, m.item, m.unnumbered, m.title_id, m.unit_price_cents, m.last_line_id,
  m.quantity_sold, m.quantity_refunded, m.gross_cents, m.discount_cents, m.refund_net_cents,
  m.tax_cents
from (
  select fair_id, day
  from fair_days
  where fair_id is not null
    and (
      day = any (array(select day from fair_days_to_count)) or limited_person() is not null)
  union
  select fair_id, day from fair_days_to_count
  union
  select fair_id, day from fair_days_touched where limited_person() is not null) t
cross join lateral item_moves(array[t.fair_id], t.day, t.day, null::smallint) m;

-- IDs of the rows that belong to places: all of them, and those that this connection sees.
create view placed_ids with (security_invoker = true) as
select id from fairs
union all select id from schools
union all select id from students
union all select id from orders
union all select id from payments
union all select id from refunds
union all select id from order_lines
union all select id from cartons
union all select id from cashiers
union all select id from close_outs
union all select id from devices
union all select id from drawer_entries
union all select id from fair_lines
union all select id from found_cartons
union all select id from held_orders
union all select id from held_refunds
union all select id from packing_lists
union all select id from parents
union all select id from payouts
union all select id from promotions
union all select id from report_schedules
union all select id from stock_documents
union all select id from student_erasures
union all select id from uploads
union all select id from wallets;

create function placed_among(given uuid[]) returns uuid[]
  language sql stable security definer set search_path = public as $$
  select array(select id from placed_ids where id = any (given))
$$;
comment on function placed_among is
  'Those of the IDs that belong to places, also to places that this connection does not see.';

create or replace function announce_admins() returns trigger language plpgsql as $$
begin
  perform announce(array['rights'], null, '{}', c.id)
  from changed c
  join before b using (id)
  where (c.role_id, c.status, c.token_epoch, c.email_verified, c.deleted_at, c.is_limited)
    is distinct from
    (b.role_id, b.status, b.token_epoch, b.email_verified, b.deleted_at, b.is_limited);
  perform announce(array['users'], null, '{}', null)
  where exists (
    select
    from changed c
    join before b using (id)
    where (c.role_id, c.status, c.email_verified, c.mail_refusal, c.deleted_at, c.version)
      is distinct from
      (b.role_id, b.status, b.email_verified, b.mail_refusal, b.deleted_at, b.version)
  );
  return null;
end $$;
