-- Titles, what each fair has of them, cartons, and the movements that every quantity is the sum of.

create table titles (
  id                   uuid primary key,
  sku                  text not null,
  isbn13               text,
  title                text not null check (char_length(title) between 1 and 255),
  author               text not null default '',
  category             text not null default 'Other',
  format               text not null default '',
  price_cents          bigint not null check (price_cents between 0 and 99999),
  taxable              boolean not null default true,
  warehouse_qty        bigint not null default 0,
  allocated_qty        bigint not null default 0,
  source_warehouse_qty bigint,
  in_source            boolean not null default false,
  status               text not null default 'active' check (status in ('active', 'inactive')),
  version              integer not null default 1,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now()
);
comment on column titles.warehouse_qty is 'The sum of the movements into and out of the warehouse.';
comment on column titles.allocated_qty is 'Ship-to-school units that are paid and not yet shipped.';
comment on column titles.source_warehouse_qty is 'The figure that the source system delivered last; only the difference to it is booked.';
create unique index titles_sku_key on titles (lower(sku));

create table fair_lines (
  id              uuid primary key,
  fair_id         uuid not null references fairs,
  title_id        uuid not null references titles,
  price_cents     bigint not null,
  sent_qty        bigint not null default 0,
  missing_qty     bigint not null default 0,
  adjust_qty      bigint not null default 0,
  sold_qty        bigint not null default 0,
  restocked_qty   bigint not null default 0,
  returned_qty    bigint not null default 0,
  lost_qty        bigint not null default 0,
  counted_return_qty bigint,
  damaged_qty     bigint not null default 0,
  expected_return bigint generated always as (sent_qty - missing_qty + adjust_qty - sold_qty + restocked_qty) stored,
  on_hand         bigint generated always as (sent_qty - missing_qty + adjust_qty - sold_qty + restocked_qty - returned_qty - lost_qty) stored,
  status          text not null default 'active' check (status in ('active', 'inactive')),
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint fair_lines_title_key unique (fair_id, title_id)
);
comment on table fair_lines is 'Fair inventory: one title at one fair, in units, moved by deltas. No check keeps on_hand above 0: a sale that was made is never refused (domain 3.8).';
create index fair_lines_changed_idx on fair_lines (fair_id, updated_at);

create table fair_line_prices (
  fair_id     uuid not null,
  title_id    uuid not null,
  price_cents bigint not null,
  since       timestamptz not null default now(),
  primary key (fair_id, title_id, price_cents),
  foreign key (fair_id, title_id) references fair_lines (fair_id, title_id) on delete cascade
);
comment on table fair_line_prices is 'Every price that a fair''s line ever had: an order with another one is held (PRICE_MISMATCH).';

create table cartons (
  id              uuid primary key,
  code            text not null,
  fair_id         uuid not null references fairs,
  label           text not null default '',
  incomplete      boolean not null default false,
  status          text not null default 'packed' check (status in ('packed', 'delivered', 'missing_at_delivery', 'returned', 'missing_at_return')),
  scanned_in_at   timestamptz,
  scanned_back_at timestamptz,
  created_at      timestamptz not null default now()
);
comment on column cartons.incomplete is 'Some of its rows were rejected while the valid ones were imported: the corrected rows may still be added.';
create unique index cartons_code_key on cartons (lower(code));
create index cartons_fair_idx on cartons (fair_id);

create table carton_contents (
  carton_id uuid not null references cartons,
  title_id  uuid not null references titles,
  qty       integer not null check (qty > 0),
  primary key (carton_id, title_id)
);

create table stock_movements (
  id           uuid primary key,
  title_id     uuid not null references titles,
  qty          bigint not null check (qty > 0),
  from_place   text not null check (from_place in ('warehouse', 'fair', 'customer', 'lost', 'supplier')),
  from_fair_id uuid references fairs,
  to_place     text not null check (to_place in ('warehouse', 'fair', 'customer', 'lost', 'supplier')),
  to_fair_id   uuid references fairs,
  reason       text not null,
  ref_type     text not null,
  ref_id       uuid,
  actor        text not null,
  at           timestamptz not null default now(),
  check ((from_place = 'fair') = (from_fair_id is not null)),
  check ((to_place = 'fair') = (to_fair_id is not null))
);
comment on table stock_movements is 'Append only: every quantity is a sum of these (domain 3.10). "supplier" is the outside world that the warehouse is filled from.';
comment on column stock_movements.reason is 'sent, sale, restock, sync, correction, ship_to_school, …';
create index stock_movements_title_idx on stock_movements (title_id);
create index stock_movements_from_fair_idx on stock_movements (from_fair_id, title_id) where from_fair_id is not null;
create index stock_movements_to_fair_idx on stock_movements (to_fair_id, title_id) where to_fair_id is not null;
create index stock_movements_ref_idx on stock_movements (ref_id) where ref_id is not null;
