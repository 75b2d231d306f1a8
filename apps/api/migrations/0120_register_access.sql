-- Who may work a register, and how a tablet is paired with a device.

create table role_duties (
  role_id uuid not null references roles on delete cascade,
  duty    text not null,
  primary key (role_id, duty)
);
comment on table role_duties is 'Tasks that a role gives beside its rights. SUPER_ADMIN has all of them without a row.';
-- Existing roles go on working registers where they have any right in the panel.
insert into role_duties (role_id, duty)
  select distinct role_id, 'work_register' from role_rights where read_only or edit;
create trigger role_duties_announced_insert after insert on role_duties
  referencing new table as changed for each statement execute function announce_role_rights();
create trigger role_duties_announced_delete after delete on role_duties
  referencing old table as changed for each statement execute function announce_role_rights();

alter table devices
  add column pairing_code_hash bytea,
  add column pairing_code_expires_at timestamptz,
  add constraint devices_pairing_code_check
    check ((pairing_code_hash is null) = (pairing_code_expires_at is null));
comment on column devices.pairing_code_hash is 'Keyed hash of the code that pairs a tablet; null once the device key that it gave was used.';
comment on column devices.device_key_hash is 'SHA-256 of the key that a pairing code gave; null while unpaired.';
comment on table fair_devices is 'The devices planned for a fair. A register sells at a fair that its device is planned for, at one of its person, or for somebody with edit Fairs.';

create table register_tries (
  id        uuid primary key,
  device_id uuid not null references devices on delete cascade,
  admin_id  uuid references admins on delete cascade,
  at        timestamptz not null default now()
);
comment on table register_tries is 'Register logins whose secret code is being checked. They count against the limits of wrong codes until they are settled; those of a killed process for 30 seconds.';
create index register_tries_device_idx on register_tries (device_id);
create index register_tries_admin_idx on register_tries (admin_id);

-- A tablet that is paired, and a code that is given or ends, change what the device's page shows.
create or replace function announce_devices() returns trigger language plpgsql as $$
begin
  perform announce(array['devices'], fair, '{}', null) from (
    select distinct c.current_fair_id as fair from changed c join before b using (id)
    where (c.device_id, c.name, c.model, c.admin_id, c.status, c.locked_until, c.last_sync_at, c.unsent_orders, c.current_fair_id, c.version, c.device_key_hash, c.pairing_code_expires_at)
      is distinct from (b.device_id, b.name, b.model, b.admin_id, b.status, b.locked_until, b.last_sync_at, b.unsent_orders, b.current_fair_id, b.version, b.device_key_hash, b.pairing_code_expires_at)) devices;
  return null;
end $$;
