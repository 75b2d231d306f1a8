-- What has changed, for the pages that are open: written by triggers in the change's own transaction, read by every process.

create table live_events (
  id       bigint generated always as identity primary key,
  xid      xid8 not null default pg_current_xact_id(),
  at       timestamptz not null default clock_timestamp(),
  kinds    text[] not null,
  fair_id  uuid,
  ids      uuid[] not null default '{}',
  admin_id uuid
);
comment on table live_events is 'An outbox that is pruned after an hour. Nothing but kinds and ids: no names, no amounts.';
comment on column live_events.xid is 'The writing transaction. A reader keeps its snapshot and takes what was not visible in it, so the order of commits does not matter.';
comment on column live_events.ids is 'The records of the first kind, at most 200; empty where there are more, or where the fair says enough.';
comment on column live_events.admin_id is 'The only one who hears of it; null: whoever may read the kind.';
create index live_events_xid_idx on live_events (xid);
-- The oldest row marks where the memory begins: a reader from before it has missed something.
insert into live_events (kinds) values ('{}');

-- Says each kind once in a transaction for a fair or an admin, unless there are records to name, and rings once when it commits.
create function announce(said_kinds text[], fair uuid, said_ids uuid[], admin uuid) returns void language plpgsql as $$
declare
  said  text := coalesce(current_setting('live.said', true), '');
  place text := '@' || coalesce(fair::text, '') || '/' || coalesce(admin::text, '') || ' ';
  fresh text[];
begin
  select array_agg(kind order by n) into fresh from unnest(said_kinds) with ordinality k (kind, n) where (n = 1 and cardinality(said_ids) > 0) or strpos(said, kind || place) = 0;
  if fresh is null then return; end if;
  perform set_config('live.said', said || array_to_string(fresh, place) || place, true);
  insert into live_events (kinds, fair_id, ids, admin_id) values (fresh, fair, said_ids, admin);
  perform pg_notify('live_events', '');
end $$;

create function few(ids uuid[]) returns uuid[] language sql immutable as $$ select case when cardinality(ids) <= 200 then ids else '{}' end $$;

-- Rows with a fair; the arguments are the kinds.
create function announce_fairs() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv, fair_id, '{}', null) from (select distinct fair_id from changed) fairs;
  return null;
end $$;

-- Orders and held orders, with their ids. A sale moves payments, stock, the fair's sums and the register too: one row says it all.
create function announce_orders() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv, fair_id, few(ids), null) from (select fair_id, array_agg(id) as ids from changed group by fair_id) fairs;
  return null;
end $$;

create function announce_order_lines() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv, fair_id, few(ids), null)
    from (select o.fair_id, array_agg(distinct o.id) as ids from changed join orders o on o.id = changed.order_id group by o.fair_id) fairs;
  return null;
end $$;

create function announce_fair_rows() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv, id, '{}', null) from changed;
  return null;
end $$;

-- Rows without a fair.
create function announce_any() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then perform announce(tg_argv, null, '{}', null); end if;
  return null;
end $$;

-- A register that only gives a sign of life says nothing new.
create function announce_devices() returns trigger language plpgsql as $$
begin
  perform announce(array['devices'], fair, '{}', null) from (
    select distinct c.current_fair_id as fair from changed c join before b using (id)
    where (c.device_id, c.name, c.model, c.admin_id, c.status, c.locked_until, c.last_sync_at, c.unsent_orders, c.current_fair_id, c.version)
      is distinct from (b.device_id, b.name, b.model, b.admin_id, b.status, b.locked_until, b.last_sync_at, b.unsent_orders, b.current_fair_id, b.version)) devices;
  return null;
end $$;

create function announce_jobs() returns trigger language plpgsql as $$
begin
  perform announce(array['jobs'], null, array[c.id], c.owner_id) from changed c left join before b using (id) where (c.status, c.progress) is distinct from (b.status, b.progress);
  return null;
end $$;

create function announce_new_jobs() returns trigger language plpgsql as $$
begin
  perform announce(array['jobs'], null, array[id], owner_id) from changed;
  return null;
end $$;

-- Rights hang on the admin's role, status and tokens; an open stream is judged again.
create function announce_admins() returns trigger language plpgsql as $$
begin
  perform announce(array['rights'], null, '{}', c.id) from changed c join before b using (id)
    where (c.role_id, c.status, c.token_epoch, c.email_verified, c.deleted_at) is distinct from (b.role_id, b.status, b.token_epoch, b.email_verified, b.deleted_at);
  perform announce(array['users'], null, '{}', null) where exists (
    select from changed c join before b using (id) where (c.role_id, c.status, c.email_verified, c.deleted_at, c.version) is distinct from (b.role_id, b.status, b.email_verified, b.deleted_at, b.version));
  return null;
end $$;

create function announce_role_rights() returns trigger language plpgsql as $$
begin
  perform announce(array['rights'], null, '{}', a.id) from admins a where a.role_id in (select role_id from changed) and a.deleted_at is null;
  return null;
end $$;

create function announce_sessions() returns trigger language plpgsql as $$
begin
  perform announce(array['rights'], null, '{}', admin_id) from (select distinct c.admin_id from changed c join before b using (id) where c.revoked_at is distinct from b.revoked_at) ended;
  return null;
end $$;

-- A trigger with the rows of its statement stands for one event alone.
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
    ['sessions', 'update', 'announce_sessions', '']
  ] loop
    foreach event in array string_to_array(line[2], ' ') loop
      execute format('create trigger %I after %s on %I referencing %s for each statement execute function %I(%s)',
        line[1] || '_announced_' || event, event, line[1],
        case event when 'insert' then 'new table as changed' when 'delete' then 'old table as changed' else 'old table as before new table as changed' end,
        line[3], (select string_agg(quote_literal(kind), ', ') from unnest(string_to_array(nullif(line[4], ''), ', ')) kind));
    end loop;
  end loop;
end $$;
