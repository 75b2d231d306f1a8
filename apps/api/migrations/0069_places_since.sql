-- Files and messages that were made before the places of a limited admin changed may tell of others:
-- they are hidden, as are the places of other admins that the reader does not work at (domain 7.4).
-- expands

alter table admins add column places_changed_at timestamptz;
comment on column admins.places_changed_at is
  'Last change of the places. Jobs and notifications from before may tell of other places.';

create function person_since() returns timestamptz language sql stable as $$
  select coalesce(max(places_changed_at), '-infinity') from admins where id = limited_person()
$$;
comment on function person_since is 'Time from which the limited admin of this connection has these places.';

alter table admin_places enable row level security;
create policy places on admin_places using (
  admin_id = limited_person()
    or school_id = any ((select visible_schools())::uuid[])
    or fair_id = any ((select visible_fairs())::uuid[]));
alter table jobs enable row level security;
create policy places on jobs using (
  owner_id = limited_person() and created_at >= (select person_since()));
alter table notifications enable row level security;
create policy places on notifications using (
  admin_id = limited_person() and at >= (select person_since()));
