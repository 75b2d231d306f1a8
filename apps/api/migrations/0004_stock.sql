-- Titles, the inventory of each fair, cartons, and the movements that every quantity is the sum of.

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
comment on table titles is 'The catalog: books and other items, by SKU.';
comment on column titles.warehouse_qty is 'Sum of the movements into and out of the warehouse.';
comment on column titles.allocated_qty is
  'Ship-to-school units that are paid for and not yet shipped.';
comment on column titles.source_warehouse_qty is
  'Figure that the source system delivered last; only the difference from it is booked.';
create unique index titles_sku_key on titles (lower(sku));
create index titles_isbn13_idx on titles (isbn13) where isbn13 is not null;
create index titles_category_idx on titles (category, lower(title), id);
create index titles_search_idx on titles using gin (
  (title || ' ' || author || ' ' || replace(sku, '-', '') || ' ' || coalesce(isbn13, ''))
  gin_trgm_ops
);

create table fair_lines (
  id                 uuid primary key,
  fair_id            uuid not null references fairs,
  title_id           uuid not null references titles,
  price_cents        bigint not null,
  sent_qty           bigint not null default 0,
  missing_qty        bigint not null default 0,
  adjust_qty         bigint not null default 0,
  sold_qty           bigint not null default 0,
  restocked_qty      bigint not null default 0,
  returned_qty       bigint not null default 0,
  lost_qty           bigint not null default 0,
  counted_return_qty bigint,
  damaged_qty        bigint not null default 0,
  expected_return    bigint generated always as (
    sent_qty - missing_qty + adjust_qty - sold_qty + restocked_qty
  ) stored,
  on_hand            bigint generated always as (
    sent_qty - missing_qty + adjust_qty - sold_qty + restocked_qty - returned_qty - lost_qty
  ) stored,
  status             text not null default 'active' check (status in ('active', 'inactive')),
  version            integer not null default 1,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  constraint fair_lines_title_key unique (fair_id, title_id)
);
comment on table fair_lines is
  'Fair inventory: one title at one fair, in units, moved by deltas. No check keeps on_hand above '
  '0: a sale that was made is never refused (domain 3.8).';
create index fair_lines_changed_idx on fair_lines (fair_id, updated_at);
create index fair_lines_title_idx on fair_lines (title_id, fair_id);
-- Closed-out fairs have returned their stock, so this index stays small.
create index fair_lines_on_hand_idx on fair_lines (title_id) include (on_hand) where on_hand > 0;

create table fair_line_prices (
  fair_id     uuid not null,
  title_id    uuid not null,
  price_cents bigint not null,
  since       timestamptz not null default now(),
  primary key (fair_id, title_id, price_cents),
  foreign key (fair_id, title_id) references fair_lines (fair_id, title_id) on delete cascade
);
comment on table fair_line_prices is
  'Every price that a title ever had at a fair. An order with another price is held '
  '(PRICE_MISMATCH).';

create table former_taxables (
  fair_id  uuid not null,
  title_id uuid not null,
  taxable  boolean not null,
  until    timestamptz not null default now(),
  primary key (fair_id, title_id, taxable),
  foreign key (fair_id, title_id) references fair_lines (fair_id, title_id) on delete cascade
);
comment on table former_taxables is
  'Earlier values of titles.taxable while the fair had the title. An order with a value that the '
  'title never had is held (TAX_MISMATCH).';

create function note_former_taxable() returns trigger language plpgsql as $$
begin
  insert into former_taxables (fair_id, title_id, taxable)
  select fair_id, title_id, old.taxable
  from fair_lines
  where title_id = old.id
  on conflict (fair_id, title_id, taxable) do update set until = excluded.until;
  return null;
end $$;
comment on function note_former_taxable is
  'Records the earlier value of titles.taxable for every fair that has the title.';
create trigger titles_note_taxable after update of taxable on titles
  for each row when (old.taxable <> new.taxable) execute function note_former_taxable();

create table cartons (
  id              uuid primary key,
  code            text not null,
  fair_id         uuid not null references fairs,
  label           text not null default '',
  incomplete      boolean not null default false,
  status          text not null default 'packed' check (
    status in ('packed', 'delivered', 'missing_at_delivery', 'returned', 'missing_at_return')
  ),
  scanned_in_at   timestamptz,
  scanned_in_by   text,
  scanned_back_at timestamptz,
  scanned_back_by text,
  created_at      timestamptz not null default now(),
  constraint cartons_scans_check check (
    (scanned_in_at is null) = (scanned_in_by is null)
    and (scanned_back_at is null) = (scanned_back_by is null)
    and (scanned_back_at is not null) = (status = 'returned')
    and case
      when status in ('packed', 'missing_at_delivery') then scanned_in_at is null
      when status in ('delivered', 'missing_at_return') then scanned_in_at is not null
      else true
    end
  )
);
comment on table cartons is 'Cartons packed for a fair, by the code on the carton.';
comment on column cartons.incomplete is
  'Some of its rows were rejected while the valid ones were imported; the corrected rows may '
  'still be added.';
comment on column cartons.scanned_in_by is
  'Person, or register with its cashier, that scanned it at delivery. Null if the carton was '
  'never scanned in, even if it was scanned back.';
create unique index cartons_code_key on cartons (lower(code));
create index cartons_code_trgm_idx on cartons using gin (code gin_trgm_ops);
create index cartons_fair_idx on cartons (fair_id);

create table carton_contents (
  carton_id uuid not null references cartons,
  title_id  uuid not null references titles,
  qty       integer not null check (qty > 0),
  primary key (carton_id, title_id)
);
comment on table carton_contents is 'Units of each title in a carton, as packed.';

create table stock_movements (
  id           uuid primary key,
  title_id     uuid not null references titles,
  qty          bigint not null check (qty > 0),
  from_place   text not null
    check (from_place in ('warehouse', 'fair', 'customer', 'lost', 'supplier')),
  from_fair_id uuid references fairs,
  to_place     text not null
    check (to_place in ('warehouse', 'fair', 'customer', 'lost', 'supplier')),
  to_fair_id   uuid references fairs,
  reason       text not null,
  ref_type     text not null,
  ref_id       uuid,
  actor        text not null,
  at           timestamptz not null default now(),
  check ((from_place = 'fair') = (from_fair_id is not null)),
  check ((to_place = 'fair') = (to_fair_id is not null))
);
comment on table stock_movements is
  'Append only: every quantity is a sum of these (domain 3.10). "supplier" is the outside world '
  'that fills the warehouse.';
comment on column stock_movements.reason is
  'sent, sale, restock, sync, correction, ship_to_school, …';
create index stock_movements_title_idx on stock_movements (title_id);
create index stock_movements_from_fair_idx on stock_movements (from_fair_id, title_id)
  where from_fair_id is not null;
create index stock_movements_to_fair_idx on stock_movements (to_fair_id, title_id)
  where to_fair_id is not null;
create index stock_movements_ref_idx on stock_movements (ref_id) where ref_id is not null;
create trigger stock_movements_append_only before update or delete on stock_movements
  for each row execute function refuse_change();
create trigger stock_movements_no_truncate before truncate on stock_movements
  for each statement execute function refuse_change();

create table stock_adjustments (
  id            uuid primary key,
  fair_line_id  uuid not null,
  fair_id       uuid not null references fairs,
  title_id      uuid not null references titles,
  delta         bigint not null check (delta <> 0),
  on_hand_after bigint not null,
  reason        text not null check (
    reason in (
      'received', 'correction', 'count', 'damaged', 'missing', 'theft', 'kept_by_school',
      'transfer_in', 'transfer_out', 'other'
    )
  ),
  note          text not null default '',
  transfer_id   uuid references stock_adjustments,
  actor_type    text not null check (actor_type in ('admin', 'device', 'system')),
  actor_id      uuid,
  actor_name    text not null,
  at            timestamptz not null default now(),
  check ((reason = 'transfer_in') = (transfer_id is not null))
);
comment on table stock_adjustments is
  'Append only: units that people added to or took from a fair''s stock, and why (domain 3.8). '
  'Its movement has ref_type adjustment.';
comment on column stock_adjustments.fair_line_id is
  'Line at that time. A line that never sold may be deleted; its adjustments stay.';
comment on column stock_adjustments.delta is
  'Units by which the line''s adjust_qty moved, in either direction.';
comment on column stock_adjustments.transfer_id is
  'On the incoming side of a transfer: the adjustment of the fair that gave the units. The one '
  'movement of the transfer refers to it.';
create index stock_adjustments_line_idx on stock_adjustments (fair_line_id);
create trigger stock_adjustments_append_only before update or delete on stock_adjustments
  for each row execute function refuse_change();
create trigger stock_adjustments_no_truncate before truncate on stock_adjustments
  for each statement execute function refuse_change();
