-- The places of a limited admin are read step by step, each by an index (domain 7.4): as joins they
-- took a millisecond or more, which every call of such an admin waited for.
-- expands

create or replace function person_schools(person uuid) returns uuid[] language plpgsql stable as $$
declare
  regions text[];
  named uuid[];
begin
  select array_agg(p.region) filter (where p.region is not null),
    array_agg(p.school_id) filter (where p.school_id is not null)
  into regions, named
  from admin_places p
  where p.admin_id = person;
  if regions is null and named is null then return '{}'; end if;
  named := array(select coalesce(s.merged_into, s.id) from schools s where s.id = any (named));
  return array(
    select s.id from schools s where s.region = any (regions)
    union
    select s.id from schools s where s.id = any (named)
    union
    select s.id from schools s where s.merged_into = any (named));
end
$$;

create or replace function person_fairs(person uuid) returns uuid[] language plpgsql stable as $$
declare
  known uuid[] := array(
    select p.fair_id from admin_places p where p.admin_id = person and p.fair_id is not null);
  schools uuid[] := person_schools(person);
begin
  if schools = '{}' then return known; end if;
  return array(
    select f.id from fairs f where f.school_id = any (schools)
    union
    select unnest(known));
end
$$;

-- Read when a connection is given to the work of a limited admin (connectLimited). Its policies then
-- find them in its settings: each table of a statement asks.
create function person_places(person uuid, out fairs uuid[], out schools uuid[])
  language plpgsql stable security definer set search_path = public as $$
begin
  fairs := person_fairs(person);
  schools := person_schools(person) || array(
    select f.school_id
    from admin_places p
    join fairs f on f.id = p.fair_id
    where p.admin_id = person);
end
$$;
comment on function person_places is
  'Fairs that a limited admin works at, and schools at which or at a fair of which they do.';

create or replace function visible_fairs() returns uuid[] language sql stable as $$
  select coalesce(nullif(current_setting('app.fairs', true), ''), '{}')::uuid[]
$$;

create or replace function visible_schools() returns uuid[] language sql stable as $$
  select coalesce(nullif(current_setting('app.schools', true), ''), '{}')::uuid[]
$$;

-- The lines of an order ask for their order's place one by one, which took half of the time of the
-- dashboard. Here the fairs are checked instead, once.
create function seen_item_moves(fairs uuid[], from_day date, to_day date, of_method smallint)
  returns table (
    fair_id uuid, day date, item text, unnumbered boolean, title_id uuid, unit_price_cents bigint,
    last_line_id uuid, quantity_sold integer, quantity_refunded integer, gross_cents bigint,
    discount_cents bigint, refund_net_cents bigint, tax_cents bigint)
  language sql stable security definer set search_path = public as $$
  select *
  from item_moves(
    case
      when limited_person() is null then fairs
      else array(select unnest(fairs) intersect select unnest(visible_fairs()))
    end, from_day, to_day, of_method)
$$;
comment on function seen_item_moves is
  'What item_moves returns for those of the fairs that this connection sees.';
