-- Counts of the warehouse: their titles, scans, and the differences that they booked.
-- expands

create table counts (
  document_id uuid primary key references stock_documents,
  scope      text not null check (scope in ('warehouse', 'category', 'titles', 'scanned')),
  categories text[] not null default '{}',
  note       text not null default '',
  round      integer not null default 1,
  version    integer not null default 1,
  updated_at timestamptz not null default now(),
  check ((scope = 'category') = (cardinality(categories) > 0))
);
comment on table counts is
  'Counts of the warehouse, beside their rows of stock_documents (domain 13.3).';
comment on column counts.round is
  'Above 1 while titles are counted again, or once they were.';

create table count_lines (
  id                    uuid primary key,
  document_id              uuid not null references counts,
  title_id              uuid not null references titles,
  round                 integer not null,
  counted_qty           bigint check (counted_qty >= 0),
  first_record_qty      bigint,
  on_record_qty         bigint,
  counted_at            timestamptz,
  counted_by            text[] not null default '{}',
  earlier_qty           bigint,
  earlier_on_record_qty bigint,
  constraint count_lines_title_key unique (document_id, title_id),
  check ((counted_qty is null) = (on_record_qty is null)),
  check ((counted_qty is null) = (first_record_qty is null)),
  check ((earlier_qty is null) = (earlier_on_record_qty is null))
);
comment on table count_lines is 'Titles of counts with the units counted.';
comment on column count_lines.round is 'Round in which the title was, or is to be, counted last.';
comment on column count_lines.counted_qty is
  'Sum of the scans of the round; null until it is counted in it.';
comment on column count_lines.first_record_qty is
  'Warehouse quantity at the first scan of the round, read under the lock of the title.';
comment on column count_lines.on_record_qty is
  'Warehouse quantity at the last scan of the round. The difference is judged against it; if it '
  'is not first_record_qty, the stock moved during the count.';
comment on column count_lines.earlier_qty is 'Result of the round before, if counted again.';

create table count_scans (
  id            uuid primary key,
  seq           bigint generated always as identity,
  document_id      uuid not null references counts,
  title_id      uuid not null references titles,
  round         integer not null,
  kind          text not null check (kind in ('units', 'total', 'confirmed')),
  qty           bigint not null,
  on_record_qty bigint not null,
  admin_id      uuid not null references admins,
  admin_name    text not null,
  at            timestamptz not null default now(),
  undone_at     timestamptz,
  undone_by     text,
  check ((undone_at is null) = (undone_by is null))
);
comment on table count_scans is
  'Each scan or typed number of a count, by the ID that its client made: sent twice, it counts '
  'once.';
comment on column count_scans.kind is
  'units: adds them. total: the title has so many altogether. confirmed: none, because nobody '
  'scanned it and somebody confirmed that.';
comment on column count_scans.qty is
  'Change of the units counted; below 0 if a total was less than counted before.';
create index count_scans_title_idx on count_scans (document_id, title_id);
create index count_scans_admin_idx on count_scans (document_id, admin_id, seq);

create table count_differences (
  id            uuid primary key,
  document_id      uuid not null references counts,
  title_id      uuid not null references titles,
  counted_qty   bigint not null,
  on_record_qty bigint not null,
  difference    bigint not null
    check (difference <> 0 and difference = counted_qty - on_record_qty),
  price_cents   bigint not null,
  reason        text not null,
  note          text not null default '',
  constraint count_differences_title_key unique (document_id, title_id)
);
comment on table count_differences is
  'Append only: differences that counts have booked, each with its movement of ref_type count.';
comment on column count_differences.price_cents is 'Catalog price when it was booked.';
create index count_differences_title_idx on count_differences (title_id);
create trigger count_differences_append_only before update or delete on count_differences
  for each row execute function refuse_change();
create trigger count_differences_no_truncate before truncate on count_differences
  for each statement execute function refuse_change();

create trigger counts_announced_update after update on counts
  referencing old table as before new table as changed
  for each statement execute function announce_document_parts('warehouse');
create trigger count_lines_announced_insert after insert on count_lines
  referencing new table as changed
  for each statement execute function announce_document_parts('warehouse');
create trigger count_lines_announced_update after update on count_lines
  referencing old table as before new table as changed
  for each statement execute function announce_document_parts('warehouse');
