-- Schools and their fairs; students, parents and eWallets.

-- Trigram indexes find any part of a number, a name or a title.
create extension if not exists pg_trgm;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are append-only.', tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_change is
  'Keeps a table append-only: rejects update, delete and truncate.';

create table schools (
  id                       uuid primary key,
  identifier               text not null,
  name                     text not null check (char_length(name) between 2 and 120),
  address                  text not null,
  city                     text not null,
  state                    text not null,
  zip                      text not null,
  phone                    text not null default '',
  time_zone                text not null,
  enrollment               integer,
  tax_exempt               boolean not null default false,
  exempt_certificate_no    text,
  exempt_valid_to          date,
  facts_enabled            boolean not null default true,
  coordinator_name         text not null default '',
  coordinator_email        text not null default '',
  ave_dollar_balance_cents bigint not null default 0 check (ave_dollar_balance_cents >= 0),
  in_source                boolean not null default false,
  status                   text not null default 'active' check (status in ('active', 'inactive')),
  version                  integer not null default 1,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now()
);
comment on table schools is 'Schools at which fairs are held.';
comment on column schools.ave_dollar_balance_cents is
  'Sum of ave_dollar_entries, moved together with each of them.';
comment on column schools.in_source is
  'Delivered by the last sync. Only then may its absence from the next one make it inactive.';
create unique index schools_identifier_key on schools (lower(identifier));
create index schools_search_idx on schools
  using gin (name gin_trgm_ops, identifier gin_trgm_ops);

create table fairs (
  id               uuid primary key,
  identifier       text not null,
  school_id        uuid not null references schools,
  name             text not null check (char_length(name) between 2 and 255),
  address          text not null,
  start_date       date not null,
  end_date         date not null check (end_date >= start_date),
  time_zone        text not null,
  tax_rate_ppm     integer not null check (tax_rate_ppm between 0 and 1000000),
  admin_id         uuid not null references admins,
  package_option   smallint not null check (package_option between 1 and 12),
  hours            text not null default '',
  public_message   text not null default '',
  published        boolean not null default false,
  status           text not null default 'active' check (status in ('active', 'inactive')),
  close_out_state  text not null default 'open' check (close_out_state in ('open', 'finished')),
  reset_at         timestamptz,
  order_count      integer not null default 0,
  net_cents        bigint not null default 0,
  device_letters   integer not null default 0,
  featured_version integer not null default 0,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  created_by       uuid references admins
);
comment on table fairs is 'Book fairs, each at one school.';
comment on column fairs.time_zone is
  'Copied from the school; defines the calendar days of this fair.';
comment on column fairs.admin_id is 'Person in charge of the fair.';
comment on column fairs.reset_at is
  'Orders sold before the last reset are held when they arrive (domain 4.5).';
comment on column fairs.order_count is 'Orders booked, moved in the transaction of each sale.';
comment on column fairs.net_cents is
  'Net sales: subtotals of reported orders less refunds, moved in the transaction of each sale.';
comment on column fairs.device_letters is
  'Number of devices that have an order-number letter at this fair.';
comment on column fairs.featured_version is
  'Number of times the featured titles were saved; they are not part of the fair''s form.';
create unique index fairs_identifier_key on fairs (lower(identifier));
create index fairs_school_idx on fairs (school_id);
create index fairs_name_idx on fairs (lower(name), id);
create index fairs_search_idx on fairs using gin (name gin_trgm_ops, identifier gin_trgm_ops);
create index fairs_dates_idx on fairs (start_date, end_date);
create index fairs_end_idx on fairs (end_date);
create index fairs_newest_idx on fairs (start_date desc, id);
-- The number of open fairs stays small, however many seasons there have been.
create index fairs_open_idx on fairs (id) where close_out_state = 'open';
create index fairs_to_close_idx on fairs (end_date, id)
  where close_out_state = 'open' and status = 'active';
create index fairs_admin_open_idx on fairs (admin_id)
  where close_out_state = 'open' and status = 'active';

create table fair_tax_rates (
  fair_id      uuid not null references fairs,
  tax_rate_ppm integer not null,
  since        timestamptz not null default now(),
  primary key (fair_id, tax_rate_ppm)
);
comment on table fair_tax_rates is
  'Every tax rate that the fair ever had. An order with another rate is held (RATE_MISMATCH).';

create table fair_resets (
  id          uuid primary key,
  fair_id     uuid not null references fairs,
  orders      integer not null,
  refunds     integer not null,
  units       bigint not null,
  total_cents bigint not null,
  reset_by    uuid references admins,
  reset_at    timestamptz not null default now()
);
comment on table fair_resets is
  'Append only: training sales that each reset voided (domain 4.5); units sold, total after '
  'refunds.';
create trigger fair_resets_append_only before update or delete on fair_resets
  for each row execute function refuse_change();
create trigger fair_resets_no_truncate before truncate on fair_resets
  for each statement execute function refuse_change();

create table students (
  id              uuid primary key,
  school_id       uuid not null references schools,
  student_number  text not null,
  first_name      text not null,
  last_name       text not null,
  grade           text not null default '',
  teacher         text not null default '',
  facts_family_id text,
  in_source       boolean not null default false,
  status          text not null default 'active' check (status in ('active', 'inactive')),
  erased_at       timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint students_number_key unique (school_id, student_number)
);
comment on table students is 'Students of each school, by the number that the school gave them.';
comment on column students.erased_at is
  'Names, parents, teacher and family ID were erased for good (domain 3.6); ledger and orders '
  'keep the ID.';
create index students_name_idx on students (lower(last_name), lower(first_name), id);
create index students_whole_number_idx on students (student_number);
create index students_search_idx on students
  using gin ((student_number || ' ' || first_name || ' ' || last_name) gin_trgm_ops);

create table parents (
  id         uuid primary key,
  name       text not null,
  email      text not null default '',
  phone      text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table parents is 'Parents and guardians of students.';
create unique index parents_name_email_key on parents (name, lower(email));

create table student_parents (
  student_id uuid not null references students,
  parent_id  uuid not null references parents,
  primary key (student_id, parent_id)
);
comment on table student_parents is 'Parents of each student.';
create index student_parents_parent_idx on student_parents (parent_id);

create table wallets (
  id            uuid primary key,
  student_id    uuid not null unique references students,
  balance_cents bigint not null default 0 check (balance_cents >= 0),
  status        text not null default 'active' check (status in ('active', 'frozen')),
  updated_at    timestamptz not null default now()
);
comment on table wallets is 'eWallets, at most one per student.';
comment on column wallets.balance_cents is
  'Sum of wallet_entries, moved together with each of them by one guarded update.';
