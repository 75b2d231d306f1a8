-- What an admin is told in the bell: kinds, ids and names of fairs and registers, never of people, and no amounts.

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
comment on table notifications is 'Pruned after 90 days.';
comment on column notifications.group_key is 'What happens again within the hour is counted in the same row, which is unread again.';
create index notifications_newest_idx on notifications (admin_id, at desc, id desc);
create index notifications_at_idx on notifications (at);

create function announce_notifications() returns trigger language plpgsql as $$
begin
  perform announce(array['notifications'], null, '{}', admin_id) from (select distinct admin_id from changed) told;
  return null;
end $$;

create trigger notifications_announced_insert after insert on notifications referencing new table as changed for each statement execute function announce_notifications();
create trigger notifications_announced_update after update on notifications referencing new table as changed for each statement execute function announce_notifications();
