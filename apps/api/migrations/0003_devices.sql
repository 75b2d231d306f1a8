-- Tablets and terminals that are lent to fairs, and the sequence of the sales that they report.

create table devices (
  id                      uuid primary key,
  device_id               text not null check (char_length(device_id) between 2 and 30),
  name                    text not null check (char_length(name) between 2 and 20),
  purchase_date           date not null,
  warranty_date           date not null check (warranty_date >= purchase_date),
  model                   smallint not null check (model between 1 and 4),
  admin_id                uuid references admins,
  status                  text not null default 'active' check (status in ('active', 'inactive')),
  deactivated_at          timestamptz,
  pairing_code_hash       bytea,
  pairing_code_expires_at timestamptz,
  device_key_hash         bytea,
  wrong_codes             integer not null default 0,
  locked_until            timestamptz,
  app_version             text,
  last_seen_at            timestamptz,
  last_sync_at            timestamptz,
  unsent_orders           integer not null default 0,
  current_fair_id         uuid constraint devices_current_fair_fkey references fairs,
  version                 integer not null default 1,
  created_at              timestamptz not null default now(),
  updated_at              timestamptz not null default now(),
  deleted_at              timestamptz,
  constraint devices_pairing_code_check
    check ((pairing_code_hash is null) = (pairing_code_expires_at is null))
);
comment on table devices is 'Tablets and terminals; a paired device is a register.';
comment on column devices.device_id is 'Label on the tablet; unique without regard to case.';
comment on column devices.pairing_code_hash is
  'Keyed hash of the code that pairs a tablet; null once the device key that it gave was used.';
comment on column devices.device_key_hash is
  'SHA-256 of the key that a pairing code gave; null while not paired.';
comment on column devices.last_sync_at is 'Time at which the register last handed in anything.';
create unique index devices_device_id_key on devices (lower(device_id)) where deleted_at is null;

create table register_tries (
  id        uuid primary key,
  device_id uuid not null references devices on delete cascade,
  admin_id  uuid references admins on delete cascade,
  at        timestamptz not null default now()
);
comment on table register_tries is
  'Register logins whose secret code is being checked. They count against the limits of wrong '
  'codes until they are settled; those of a killed process count for 30 seconds.';
create index register_tries_device_idx on register_tries (device_id);
create index register_tries_admin_idx on register_tries (admin_id);

create table fair_devices (
  fair_id   uuid not null references fairs,
  device_id uuid not null references devices,
  primary key (fair_id, device_id)
);
comment on table fair_devices is
  'Devices planned for a fair. A register sells at a fair that its device is planned for, at one '
  'of its person, or for somebody with the right to edit Fairs.';

create table device_epochs (
  device_id             uuid not null references devices,
  epoch                 integer not null,
  acknowledged_sequence bigint not null default 0,
  highest_sequence      bigint not null default 0,
  primary key (device_id, epoch)
);
comment on table device_epochs is
  'Progress of each register''s sequence numbers; they start again in each epoch.';
comment on column device_epochs.acknowledged_sequence is
  'Every sequence up to this one is stored, as an order or as a held order.';

create table fair_device_counters (
  fair_id     uuid not null references fairs,
  device_id   uuid not null references devices,
  letter      text not null,
  last_number integer not null default 0,
  primary key (fair_id, device_id),
  constraint fair_device_counters_letter_key unique (fair_id, letter)
);
comment on table fair_device_counters is
  'Order numbers are <FAIR>-<letter><4 digits>, counted per fair and device and never reused.';

create table device_day_totals (
  device_id       uuid not null references devices,
  epoch           integer not null,
  business_day    date not null,
  reported_orders integer not null,
  reported_cents  bigint not null,
  reported_at     timestamptz not null default now(),
  primary key (device_id, epoch, business_day)
);
comment on table device_day_totals is
  'Control totals as the register counts them; compared with what is stored from it (invariant '
  'I10).';
