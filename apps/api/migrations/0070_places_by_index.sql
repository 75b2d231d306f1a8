-- The places of a limited admin are read by indexes and with a stored plan: each table of a statement
-- asks for them again, which made a list take up to four times as long as for others (domain 7.4).
-- expands

create index schools_region_idx on schools (region);

create or replace function person_schools(person uuid) returns uuid[] language plpgsql stable as $$
begin
  return array(
    select s.id
    from admin_places p
    join schools s on s.region = p.region
    where p.admin_id = person
    union
    select s.id
    from admin_places p
    join schools named on named.id = p.school_id
    join schools s
      on s.id = coalesce(named.merged_into, named.id)
        or s.merged_into = coalesce(named.merged_into, named.id)
    where p.admin_id = person);
end
$$;

create or replace function person_fairs(person uuid) returns uuid[] language plpgsql stable as $$
begin
  return array(
    select f.id
    from fairs f
    where f.school_id = any ((select person_schools(person))::uuid[])
    union
    select fair_id from admin_places where admin_id = person and fair_id is not null);
end
$$;

-- Both keep their answer until the product gives the connection to other work (connectLimited), and
-- never for another person: it begins with the person's ID.
create or replace function visible_fairs() returns uuid[]
  language plpgsql stable security definer set search_path = public as $$
declare
  known text := current_setting('app.fairs', true);
  person uuid := limited_person();
begin
  if left(known, 36) is distinct from person::text then
    known := person::text || person_fairs(person)::text;
    perform set_config('app.fairs', known, false);
  end if;
  return substr(known, 37)::uuid[];
end
$$;

create or replace function visible_schools() returns uuid[]
  language plpgsql stable security definer set search_path = public as $$
declare
  known text := current_setting('app.schools', true);
  person uuid := limited_person();
begin
  if left(known, 36) is distinct from person::text then
    known := person::text || (person_schools(person) || array(
      select f.school_id
      from admin_places p
      join fairs f on f.id = p.fair_id
      where p.admin_id = person))::text;
    perform set_config('app.schools', known, false);
  end if;
  return substr(known, 37)::uuid[];
end
$$;

-- Decided once for a statement, not for each of its rows.
alter policy places on day_items using ((select limited_person()) is null);

-- Planned once a connection: as statements these take several milliseconds to plan.
create or replace function placed_among(given uuid[]) returns uuid[]
  language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_generic_plan as $$
begin
  return array(select id from placed_ids where id = any (given));
end
$$;

create function other_places(ids uuid[], identifiers text[]) returns setof text
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select placed.id::text
    from unnest(placed_among(ids)) placed(id)
    where placed.id not in (select seen.id from placed_ids seen where seen.id = any (ids))
    union all
    select given.name
    from unnest(identifiers) given(name)
    where not exists (select from schools s where lower(s.identifier) = given.name)
      and not exists (select from fairs f where lower(f.identifier) = given.name);
end
$$;
comment on function other_places is
  'Those of the IDs, and of the identifiers in lower case, whose records this connection does not see.';
