-- Price lists by season, contents of the packages, and packing lists made from them.

create function season_of(day date) returns text language sql immutable as $$
  select to_char(day, 'YYYY') || case when extract(month from day) > 6 then '-fall' else '-spring' end
$$;
comment on function season_of is
  'Code of the season of a day: 2026-fall. Spring is January to June.';

create table season_prices (
  title_id    uuid not null references titles on delete cascade,
  season      text not null check (season ~ '^[1-9]\d{3}-(spring|fall)$'),
  price_cents bigint not null check (price_cents between 1 and 99999),
  primary key (title_id, season)
);
comment on table season_prices is
  'Price of a title at fairs that start in a season. Titles without one have the price of the '
  'catalog. Lines that a fair has keep their price.';

create table package_lists (
  id             uuid primary key,
  season         text not null check (season ~ '^[1-9]\d{3}-(spring|fall)$'),
  package_option smallint not null check (package_option between 1 and 12),
  version        integer not null default 1,
  updated_by     text not null,
  updated_at     timestamptz not null default now(),
  constraint package_lists_key unique (season, package_option)
);
comment on table package_lists is 'The content list of a package in one season.';

create table package_titles (
  list_id  uuid not null references package_lists on delete cascade,
  title_id uuid not null references titles,
  qty      integer not null check (qty between 1 and 9999),
  primary key (list_id, title_id)
);
comment on table package_titles is 'Titles of a package in one season, in units.';
create index package_titles_title_idx on package_titles (title_id);

create table packing_lists (
  id             uuid primary key,
  fair_id        uuid not null references fairs,
  season         text not null,
  package_option smallint not null,
  units          integer not null,
  made_by        text not null,
  made_at        timestamptz not null default now()
);
comment on table packing_lists is
  'Packing lists that were made from a package. The ID is that of the import that sent the units, '
  'which is deleted earlier.';
create index packing_lists_fair_idx on packing_lists (fair_id);

create table packing_substitutes (
  packing_list_id uuid not null references packing_lists,
  instead_of_id   uuid not null references titles,
  title_id        uuid references titles,
  qty             integer not null check (qty > 0),
  primary key (packing_list_id, instead_of_id)
);
comment on table packing_substitutes is
  'Append only: units of a title that were packed instead of another one that was short; without '
  'title_id, units that were left out.';
create trigger packing_substitutes_append_only before update or delete on packing_substitutes
  for each row execute function refuse_change();
