-- Damaged and short cartons, cartons missing after sales, and cartons found at another place.
-- expands

alter table carton_contents
  add column short_qty bigint not null default 0 check (short_qty >= 0),
  add column damaged_qty bigint not null default 0 check (damaged_qty >= 0),
  add column sold_qty bigint not null default 0 check (sold_qty >= 0),
  add constraint carton_contents_corrections_check
    check (short_qty + damaged_qty + sold_qty <= qty);
comment on column carton_contents.short_qty is
  'Units on the packing list that were not in the carton.';
comment on column carton_contents.damaged_qty is 'Units that arrived damaged.';
comment on column carton_contents.sold_qty is
  'Of a carton missing at delivery: units that stayed at the fair because they were sold already.';

alter table stock_adjustments add column carton_id uuid references cartons;
comment on column stock_adjustments.carton_id is 'Carton that the damaged units came in.';
create index stock_adjustments_carton_idx on stock_adjustments (carton_id)
  where carton_id is not null;

create table found_cartons (
  id          uuid primary key,
  code        text not null,
  fair_id     uuid not null references fairs,
  stage       text not null check (stage in ('delivery', 'return')),
  found_by    text not null,
  found_at    timestamptz not null default now(),
  resolution  text check (resolution in ('claimed', 'dismissed')),
  resolved_by text,
  resolved_at timestamptz,
  constraint found_cartons_resolved_check check (
    num_nulls(resolution, resolved_by, resolved_at) in (0, 3)
  )
);
comment on table found_cartons is
  'Carton codes scanned at a fair that has no such carton (domain 4.6).';
comment on column found_cartons.fair_id is 'Fair at which it was scanned.';
comment on column found_cartons.resolution is
  'claimed: scanned by its own fair; dismissed by a person.';
create unique index found_cartons_open_key on found_cartons (lower(code), fair_id)
  where resolved_at is null;
create index found_cartons_fair_idx on found_cartons (fair_id);
