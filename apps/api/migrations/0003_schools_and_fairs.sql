-- Schools, their students with eWallets and AveDollars, and the fairs.

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
comment on column schools.in_source is 'The source system delivered it last time: only then may its disappearance make it inactive.';
comment on column schools.ave_dollar_balance_cents is 'The sum of ave_dollar_entries, moved with each of them.';
create unique index schools_identifier_key on schools (lower(identifier));

create table fairs (
  id                 uuid primary key,
  identifier         text not null,
  school_id          uuid not null references schools,
  name               text not null check (char_length(name) between 2 and 255),
  address            text not null,
  start_date         date not null,
  end_date           date not null check (end_date >= start_date),
  time_zone          text not null,
  tax_rate_ppm       integer not null check (tax_rate_ppm between 0 and 1000000),
  admin_id           uuid not null references admins,
  package_option     smallint not null check (package_option between 1 and 12),
  hours              text not null default '',
  public_message     text not null default '',
  published          boolean not null default false,
  status             text not null default 'active' check (status in ('active', 'inactive')),
  close_out_state    text not null default 'open' check (close_out_state in ('open', 'finished')),
  reset_at           timestamptz,
  order_count        integer not null default 0,
  net_cents          bigint not null default 0,
  device_letters     integer not null default 0,
  version            integer not null default 1,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  created_by         uuid references admins
);
comment on column fairs.time_zone is 'Copied from the school: the zone of every day of this fair.';
comment on column fairs.reset_at is 'Orders sold before the last reset are held when they arrive (domain 4.5).';
comment on column fairs.order_count is 'Orders booked, moved in the sale''s own transaction.';
comment on column fairs.net_cents is 'Net sales: subtotals of reported orders less refunds, moved in the sale''s own transaction.';
comment on column fairs.device_letters is 'How many devices have an order-number letter at this fair.';
create unique index fairs_identifier_key on fairs (lower(identifier));
create index fairs_school_idx on fairs (school_id);
create index fairs_dates_idx on fairs (start_date, end_date);

create table fair_tax_rates (
  fair_id      uuid not null references fairs,
  tax_rate_ppm integer not null,
  since        timestamptz not null default now(),
  primary key (fair_id, tax_rate_ppm)
);
comment on table fair_tax_rates is 'Every rate that the fair ever had: an order with another one is held (RATE_MISMATCH).';

create table fair_devices (
  fair_id   uuid not null references fairs,
  device_id uuid not null references devices,
  primary key (fair_id, device_id)
);
comment on table fair_devices is 'The devices planned for a fair; a register needs no plan to work there.';
alter table devices add constraint devices_current_fair_fkey foreign key (current_fair_id) references fairs;

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
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint students_number_key unique (school_id, student_number)
);

create table parents (
  id         uuid primary key,
  name       text not null,
  email      text not null default '',
  phone      text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index parents_name_email_key on parents (name, lower(email));

create table student_parents (
  student_id uuid not null references students,
  parent_id  uuid not null references parents,
  primary key (student_id, parent_id)
);

create table wallets (
  id            uuid primary key,
  student_id    uuid not null unique references students,
  balance_cents bigint not null default 0 check (balance_cents >= 0),
  status        text not null default 'active' check (status in ('active', 'frozen')),
  updated_at    timestamptz not null default now()
);
comment on column wallets.balance_cents is 'The sum of wallet_entries, moved with each of them by one guarded update.';
