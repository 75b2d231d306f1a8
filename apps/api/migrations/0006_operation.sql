-- Jobs, uploads, repeated calls, activity; and the rows that nobody may change.

create table jobs (
  id          uuid primary key,
  kind        text not null,
  owner_id    uuid not null references admins,
  status      text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'partial', 'failed')),
  progress    integer not null default 0 check (progress between 0 and 100),
  params      jsonb not null default '{}',
  result      jsonb,
  errors      jsonb not null default '[]',
  file        bytea,
  file_name   text,
  lease_until timestamptz,
  attempts    integer not null default 0,
  created_at  timestamptz not null default now(),
  finished_at timestamptz
);
comment on column jobs.file is 'A small finished file (at most a few MB), such as the rejected rows of an upload.';
comment on column jobs.lease_until is 'Renewed while a process works on it; once it has passed, the job is run again.';
comment on column jobs.attempts is 'How often it was begun; also tells a process that lost its lease from the one that took over.';
create index jobs_owner_idx on jobs (owner_id, created_at desc);
create unique index jobs_one_sync_key on jobs (kind) where kind = 'sync' and status in ('queued', 'running');

create table uploads (
  id         uuid primary key,
  kind       text not null,
  mode       text not null check (mode in ('check', 'commit')),
  admin_id   uuid not null references admins,
  fair_id    uuid references fairs,
  file_name  text not null,
  sha256     bytea not null,
  size_bytes integer not null,
  result     jsonb not null,
  at         timestamptz not null default now()
);
comment on table uploads is 'Every spreadsheet that came in: who, which file, what came of it (domain 10.1).';

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
comment on table idempotency_keys is 'The answer to a call that was sent with an Idempotency-Key, for 24 hours; status null while at work.';

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
comment on table activity is 'Append only: who changed what, from what to what, when, from where. Written in the change''s own transaction.';
comment on column activity.changes is '{field: {from, to}}, changed fields only, secrets masked.';
create index activity_entity_idx on activity (entity, entity_id, seq desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are append-only.', tg_table_name using errcode = 'insufficient_privilege';
end $$;

do $$
declare ledger text;
begin
  foreach ledger in array array['stock_movements', 'wallet_entries', 'ave_dollar_entries', 'payment_events', 'activity'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_change()', ledger || '_append_only', ledger);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()', ledger || '_no_truncate', ledger);
  end loop;
end $$;
