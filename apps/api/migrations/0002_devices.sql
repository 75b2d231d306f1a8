-- Tablets and terminals that are lent to fairs.

create table devices (
  id                uuid primary key,
  device_id         text not null check (char_length(device_id) between 2 and 30),
  name              text not null check (char_length(name) between 2 and 20),
  purchase_date     date not null,
  warranty_date     date not null check (warranty_date >= purchase_date),
  model             smallint not null check (model between 1 and 4),
  admin_id          uuid references admins,
  status            text not null default 'active' check (status in ('active', 'inactive')),
  deactivated_at    timestamptz,
  device_key_hash   bytea,
  wrong_codes       integer not null default 0,
  locked_until      timestamptz,
  app_version       text,
  last_seen_at      timestamptz,
  last_sync_at      timestamptz,
  unsent_orders     integer not null default 0,
  current_fair_id   uuid,
  version           integer not null default 1,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  deleted_at        timestamptz
);
comment on column devices.device_id is 'The label on the tablet; unique without case.';
comment on column devices.device_key_hash is 'SHA-256 of the key given at the first good login; null while unpaired.';
comment on column devices.last_sync_at is 'When the register last handed something in.';
create unique index devices_device_id_key on devices (lower(device_id)) where deleted_at is null;
