-- Settings, jobs, uploads, repeated calls, activity, notifications, and live events.

create table settings (
  id                        boolean primary key default true check (id),
  company_name              text not null default 'POS Admin',
  support_email             text not null default '',
  support_phone             text not null default '',
  public_base_url           text not null default '',
  default_time_zone         text not null default 'America/New_York',
  receipt_footer            text not null default '',
  ewallet_min_top_up_cents  bigint not null default 1000,
  ewallet_max_balance_cents bigint not null default 50000,
  ewallet_leftover_policy   text not null default 'carry_forward'
    check (ewallet_leftover_policy in ('carry_forward', 'refund')),
  profit_cash_ppm           integer not null default 250000,
  profit_ave_dollar_ppm     integer not null default 400000,
  max_check_overage_cents   bigint not null default 2000,
  last_copy_threshold       integer not null default 1,
  low_stock_threshold       integer not null default 3,
  device_stale_hours        integer not null default 2,
  warranty_warn_days        integer not null default 30,
  session_idle_hours        integer not null default 12
    check (session_idle_hours between 1 and 168),
  sync_source               text not null default '' check (length(sync_source) <= 40),
  sync_schedule             text not null default 'off'
    check (sync_schedule in ('off', 'hourly', 'daily')),
  sync_hour                 integer not null default 2 check (sync_hour between 0 and 23),
  sync_scheduled_by         uuid references admins,
  sync_scheduled_at         timestamptz,
  skipped_steps             text[] not null default '{}',
  version                   integer not null default 1,
  updated_at                timestamptz not null default now()
);
comment on table settings is 'One row: every constant that the owner may change (domain 3.15).';
comment on column settings.sync_source is
  'Name of a source in SYNC_SOURCE or SYNC_SOURCES, never its address; empty for the first one '
  'listed.';
comment on column settings.sync_scheduled_by is
  'Admin who set the schedule; owner of the syncs that it starts.';
comment on column settings.sync_scheduled_at is
  'Time at which the schedule was set; no sync is due before it.';
comment on column settings.skipped_steps is 'Steps of the first-run setup that were postponed.';
insert into settings default values;

create table jobs (
  id          uuid primary key,
  kind        text not null,
  owner_id    uuid not null references admins,
  status      text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'partial', 'failed')),
  progress    integer not null default 0 check (progress between 0 and 100),
  params      jsonb not null default '{}',
  input       bytea,
  result      jsonb,
  errors      jsonb not null default '[]',
  file        bytea,
  file_name   text,
  stored_file text,
  lease_until timestamptz,
  attempts    integer not null default 0,
  created_at  timestamptz not null default now(),
  finished_at timestamptz
);
comment on table jobs is 'Background work that somebody started or scheduled, with its outcome.';
comment on column jobs.input is 'File that the job reads; kept until the job ends.';
comment on column jobs.file is
  'A small finished file (at most a few MB), such as the rejected rows of an upload.';
comment on column jobs.stored_file is
  'Name of a large finished file in the folder "files" of the data folder; null once deleted.';
comment on column jobs.lease_until is
  'Renewed while a process works on the job; after it the job is run again.';
comment on column jobs.attempts is
  'Number of starts; also tells a process that lost its lease from the one that took over.';
create index jobs_owner_idx on jobs (owner_id, created_at desc);
create unique index jobs_one_sync_key on jobs (kind)
  where kind = 'sync' and status in ('queued', 'running');

create table job_tickets (
  token_hash bytea primary key,
  job_id     uuid not null references jobs on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  expires_at timestamptz not null
);
comment on table job_tickets is
  'Tickets with which a browser downloads the file of a job once without an access token.';
comment on column job_tickets.token_hash is
  'SHA-256 of the ticket, which is not stored; the row is deleted when the ticket is used.';
comment on column job_tickets.session_id is
  'Session that asked for the ticket; once it has ended, the ticket is refused.';
create index job_tickets_expires_idx on job_tickets (expires_at);

create table uploads (
  id         uuid primary key,
  kind       text not null,
  mode       text not null check (mode in ('check', 'commit')),
  admin_id   uuid not null references admins,
  fair_id    uuid references fairs on delete set null,
  file_name  text not null,
  sha256     bytea not null,
  size_bytes integer not null,
  result     jsonb not null,
  made       jsonb,
  at         timestamptz not null default now(),
  undone_at  timestamptz
);
comment on table uploads is
  'Every spreadsheet that was uploaded: by whom, which file, with what result (domain 10.1).';
comment on column uploads.id is 'Also the ID of the job, for a commit that wrote anything.';
comment on column uploads.fair_id is 'null once the fair that the upload created was undone.';
comment on column uploads.made is
  'Records that a commit wrote, in the form that undoing its kind of upload needs; null if it '
  'wrote nothing.';

create table idempotency_keys (
  principal    text not null,
  route        text not null,
  key          text not null,
  request_hash bytea not null,
  status       integer,
  body         jsonb,
  created_at   timestamptz not null default now(),
  primary key (principal, route, key)
);
comment on table idempotency_keys is
  'Answer to each call that was sent with an Idempotency-Key, kept for 24 hours; status is null '
  'while the call is running.';

create table activity (
  id         uuid primary key,
  at         timestamptz not null default now(),
  actor_type text not null check (actor_type in ('admin', 'device', 'system')),
  actor_id   uuid,
  actor_name text not null,
  action     text not null,
  entity     text not null,
  entity_id  uuid not null,
  changes    jsonb not null default '{}',
  ip         text,
  request_id text,
  seq        bigint generated always as identity
);
comment on table activity is
  'Append only: who changed what, from what to what, when, from where. Written in the transaction '
  'of the change.';
comment on column activity.changes is
  '{field: {from, to}}: changed fields only, with secrets masked.';
create unique index activity_seq_key on activity (seq);
create index activity_entity_idx on activity (entity, entity_id, seq desc);
create index activity_actor_idx on activity (actor_id, seq desc);
create trigger activity_append_only before update or delete on activity
  for each row execute function refuse_change();
create trigger activity_no_truncate before truncate on activity
  for each statement execute function refuse_change();

create function activity_line(entry activity) returns bytea language sql stable as $$
  select convert_to(
    json_build_array(
      entry.seq, entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.actor_type,
      entry.actor_id, entry.actor_name, entry.action, entry.entity, entry.entity_id,
      entry.changes::text, entry.ip, entry.request_id
    )::text,
    'UTF8'
  )
$$;
comment on function activity_line is
  'Bytes of an activity entry that are sealed: every column, regardless of the session''s time '
  'zone.';

create table activity_seals (
  position    bigint primary key check (position > 0),
  activity_id uuid not null unique references activity,
  hash        bytea not null,
  sealed_at   timestamptz not null default now()
);
comment on table activity_seals is
  'Append only: a hash chain over activity that reveals changed, removed or inserted entries '
  '(trust.md T33). Each entry is sealed once, in order and without gaps, after its transaction.';
comment on column activity_seals.hash is
  'SHA-256 of the previous hash (nothing for the first) followed by activity_line of the entry.';
create trigger activity_seals_append_only before update or delete on activity_seals
  for each row execute function refuse_change();
create trigger activity_seals_no_truncate before truncate on activity_seals
  for each statement execute function refuse_change();

create table notifications (
  id        uuid primary key,
  admin_id  uuid not null references admins,
  at        timestamptz not null default now(),
  subject   jsonb not null,
  group_key text,
  count     integer not null default 1 check (count > 0),
  read_at   timestamptz,
  unique (admin_id, group_key)
);
comment on table notifications is
  'Notifications of each admin, pruned after 90 days. They hold kinds, IDs and names of fairs and '
  'registers; no names of people and no amounts.';
comment on column notifications.group_key is
  'Repeats within the hour are counted in the same row, which becomes unread again.';
create index notifications_newest_idx on notifications (admin_id, at desc, id desc);
create index notifications_at_idx on notifications (at);

-- Live events: changes for the pages that are open. Triggers write them in the transaction of the
-- change; every process reads them (decision 0014).

create table live_events (
  id       bigint generated always as identity primary key,
  xid      xid8 not null default pg_current_xact_id(),
  at       timestamptz not null default clock_timestamp(),
  kinds    text[] not null,
  fair_id  uuid,
  ids      uuid[] not null default '{}',
  admin_id uuid
);
comment on table live_events is
  'Outbox that is pruned after an hour. It holds only kinds and IDs: no names, no amounts.';
comment on column live_events.xid is
  'Writing transaction. A reader keeps its snapshot and takes the rows that were not visible in '
  'it, so the order of commits does not matter.';
comment on column live_events.ids is
  'Records of the first kind, at most 200; empty if there are more, or if the fair is enough.';
comment on column live_events.admin_id is
  'Only recipient; null: everybody who may read the kind.';
create index live_events_xid_idx on live_events (xid);
-- The oldest row marks where the outbox begins: a reader from before it has missed events.
insert into live_events (kinds) values ('{}');

create function announce(said_kinds text[], fair uuid, said_ids uuid[], admin uuid)
returns void language plpgsql as $$
declare
  said  text := coalesce(current_setting('live.said', true), '');
  place text := '@' || coalesce(fair::text, '') || '/' || coalesce(admin::text, '') || ' ';
  fresh text[];
begin
  select array_agg(kind order by n) into fresh
  from unnest(said_kinds) with ordinality k (kind, n)
  where (n = 1 and cardinality(said_ids) > 0) or strpos(said, kind || place) = 0;
  if fresh is null then return; end if;
  perform set_config('live.said', said || array_to_string(fresh, place) || place, true);
  insert into live_events (kinds, fair_id, ids, admin_id) values (fresh, fair, said_ids, admin);
  perform pg_notify('live_events', '');
end $$;
comment on function announce is
  'Writes a live event and notifies readers at commit. Each kind is written once per transaction '
  'for a fair or an admin, unless it names records.';

create function few(ids uuid[]) returns uuid[] language sql immutable as $$
  select case when cardinality(ids) <= 200 then ids else '{}' end
$$;
comment on function few is 'Returns the IDs, or none if there are more than 200.';

create function announce_fairs() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv, fair_id, '{}', null)
  from (select distinct fair_id from changed) fairs;
  return null;
end $$;
comment on function announce_fairs is 'Announces rows that have a fair; arguments are the kinds.';

create function announce_orders() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv, fair_id, few(ids), null)
  from (select fair_id, array_agg(id) as ids from changed group by fair_id) fairs;
  return null;
end $$;
comment on function announce_orders is
  'Announces orders and held orders with their IDs. A sale also moves payments, stock, the sums of '
  'the fair and the register; one row covers all of them.';

create function announce_order_lines() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv, fair_id, few(ids), null)
  from (
    select o.fair_id, array_agg(distinct o.id) as ids
    from changed
    join orders o on o.id = changed.order_id
    group by o.fair_id
  ) fairs;
  return null;
end $$;
comment on function announce_order_lines is 'Announces the orders of changed lines.';

create function announce_fair_rows() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv, id, '{}', null) from changed;
  return null;
end $$;
comment on function announce_fair_rows is 'Announces fairs themselves.';

create function announce_any() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then perform announce(tg_argv, null, '{}', null); end if;
  return null;
end $$;
comment on function announce_any is 'Announces rows without a fair; arguments are the kinds.';

create function announce_devices() returns trigger language plpgsql as $$
begin
  perform announce(array['devices'], fair, '{}', null)
  from (
    select distinct c.current_fair_id as fair
    from changed c
    join before b using (id)
    where (
      c.device_id, c.name, c.model, c.admin_id, c.status, c.locked_until, c.last_sync_at,
      c.unsent_orders, c.current_fair_id, c.version, c.device_key_hash, c.pairing_code_expires_at
    ) is distinct from (
      b.device_id, b.name, b.model, b.admin_id, b.status, b.locked_until, b.last_sync_at,
      b.unsent_orders, b.current_fair_id, b.version, b.device_key_hash, b.pairing_code_expires_at
    )
  ) devices;
  return null;
end $$;
comment on function announce_devices is
  'Announces devices whose page changed; a heartbeat alone announces nothing.';

create function announce_jobs() returns trigger language plpgsql as $$
begin
  perform announce(array['jobs'], null, array[c.id], c.owner_id)
  from changed c
  left join before b using (id)
  where (c.status, c.progress) is distinct from (b.status, b.progress);
  return null;
end $$;
comment on function announce_jobs is 'Announces a job''s status or progress to its owner.';

create function announce_new_jobs() returns trigger language plpgsql as $$
begin
  perform announce(array['jobs'], null, array[id], owner_id) from changed;
  return null;
end $$;
comment on function announce_new_jobs is 'Announces a new job to its owner.';

create function announce_admins() returns trigger language plpgsql as $$
begin
  perform announce(array['rights'], null, '{}', c.id)
  from changed c
  join before b using (id)
  where (c.role_id, c.status, c.token_epoch, c.email_verified, c.deleted_at)
    is distinct from (b.role_id, b.status, b.token_epoch, b.email_verified, b.deleted_at);
  perform announce(array['users'], null, '{}', null)
  where exists (
    select
    from changed c
    join before b using (id)
    where (c.role_id, c.status, c.email_verified, c.deleted_at, c.version)
      is distinct from (b.role_id, b.status, b.email_verified, b.deleted_at, b.version)
  );
  return null;
end $$;
comment on function announce_admins is
  'Announces changed users. An admin whose role, status or tokens changed is told too, so that '
  'open event streams are checked again.';

create function announce_role_rights() returns trigger language plpgsql as $$
begin
  perform announce(array['rights'], null, '{}', a.id)
  from admins a
  where a.role_id in (select role_id from changed)
    and a.deleted_at is null;
  return null;
end $$;
comment on function announce_role_rights is 'Announces changed rights to every admin of the role.';

create function announce_sessions() returns trigger language plpgsql as $$
begin
  perform announce(array['rights'], null, '{}', admin_id)
  from (
    select distinct c.admin_id
    from changed c
    join before b using (id)
    where c.revoked_at is distinct from b.revoked_at
  ) ended;
  return null;
end $$;
comment on function announce_sessions is 'Announces revoked sessions to their admin.';

create function announce_notifications() returns trigger language plpgsql as $$
begin
  perform announce(array['notifications'], null, '{}', admin_id)
  from (select distinct admin_id from changed) told;
  return null;
end $$;
comment on function announce_notifications is 'Announces notifications to their admin.';
create trigger notifications_announced_insert after insert on notifications
  referencing new table as changed
  for each statement execute function announce_notifications();
create trigger notifications_announced_update after update on notifications
  referencing new table as changed
  for each statement execute function announce_notifications();

-- Table, events, function, its arguments. A trigger with transition tables takes one event only.
do $$
declare
  line  text[];
  event text;
begin
  foreach line slice 1 in array array[
    ['orders', 'insert', 'announce_orders', 'orders, payments, stock, fairs, devices'],
    ['orders', 'update', 'announce_orders', 'orders'],
    ['held_orders', 'insert update', 'announce_orders', 'orders'],
    ['held_refunds', 'insert update', 'announce_fairs', 'orders'],
    ['order_lines', 'update', 'announce_order_lines', 'orders'],
    ['refunds', 'insert', 'announce_fairs', 'refunds, orders, payments, stock, fairs'],
    ['payments', 'insert update', 'announce_fairs', 'payments'],
    ['fairs', 'insert update delete', 'announce_fair_rows', 'fairs'],
    ['fair_devices', 'insert delete', 'announce_fairs', 'fairs'],
    ['cash_counts', 'insert update', 'announce_fairs', 'fairs'],
    ['float_counts', 'insert', 'announce_fairs', 'fairs'],
    ['fair_lines', 'insert update delete', 'announce_fairs', 'stock'],
    ['titles', 'insert update', 'announce_any', 'stock'],
    ['cartons', 'insert update delete', 'announce_fairs', 'cartons'],
    ['devices', 'insert delete', 'announce_any', 'devices'],
    ['devices', 'update', 'announce_devices', ''],
    ['students', 'insert update delete', 'announce_any', 'students'],
    ['wallets', 'insert update', 'announce_any', 'students'],
    ['schools', 'insert update', 'announce_any', 'fairs'],
    ['settings', 'update', 'announce_any', 'settings'],
    ['jobs', 'insert', 'announce_new_jobs', ''],
    ['jobs', 'update', 'announce_jobs', ''],
    ['admins', 'insert', 'announce_any', 'users'],
    ['admins', 'update', 'announce_admins', ''],
    ['roles', 'insert update', 'announce_any', 'users'],
    ['role_rights', 'insert update delete', 'announce_role_rights', ''],
    ['role_duties', 'insert delete', 'announce_role_rights', ''],
    ['sessions', 'update', 'announce_sessions', '']
  ] loop
    foreach event in array string_to_array(line[2], ' ') loop
      execute format(
        'create trigger %I after %s on %I
           referencing %s
           for each statement execute function %I(%s)',
        line[1] || '_announced_' || event,
        event,
        line[1],
        case event
          when 'insert' then 'new table as changed'
          when 'delete' then 'old table as changed'
          else 'old table as before new table as changed'
        end,
        line[3],
        (
          select string_agg(quote_literal(kind), ', ')
          from unnest(string_to_array(nullif(line[4], ''), ', ')) kind
        )
      );
    end loop;
  end loop;
end $$;
