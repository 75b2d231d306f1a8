-- Sign-ins, refusals and reads of children's names in a log of their own (domain 3.22).
-- expands

create table access_log (
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
  request_id text
);
comment on table access_log is
  'Sign-ins, refusals and reads of children''s names (domain 3.22). Deleted after settings.access_log_months.';
create index access_log_entity_idx on access_log (entity, entity_id, at desc);
create index access_log_at_idx on access_log (at);
create trigger access_log_append_only before update on access_log
  for each row execute function refuse_change();

alter table settings
  add column access_log_months integer not null default 24 check (access_log_months between 6 and 120);
