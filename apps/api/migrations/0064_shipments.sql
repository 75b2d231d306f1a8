-- Restock shipments: books from the warehouse to a fair that already sells (domain 13.4).
-- expands

create table shipments (
  document_id uuid primary key references stock_documents,
  packed_by   text,
  packed_at   timestamptz,
  sent_by     text,
  sent_at     timestamptz,
  check ((packed_by is null) = (packed_at is null)),
  check ((sent_by is null) = (sent_at is null))
);
comment on table shipments is 'Restock shipments to fairs (domain 13.4).';

create table shipment_lines (
  document_id uuid not null references shipments,
  carton      smallint not null check (carton between 1 and 99),
  title_id    uuid not null references titles,
  qty         integer not null check (qty between 1 and 9999),
  primary key (document_id, carton, title_id)
);
comment on table shipment_lines is 'Units of each title in each carton of a shipment.';
create index shipment_lines_title_idx on shipment_lines (title_id);

create table shipment_cartons (
  id          uuid primary key,
  document_id uuid not null references shipments,
  number      smallint not null,
  code        text not null,
  unique (document_id, number)
);
comment on table shipment_cartons is
  'Cartons of a packed shipment. They become cartons of the fair, with the same ID, when it is sent.';

alter table cartons add column shipment_id uuid references shipments;
comment on column cartons.shipment_id is 'Restock that the carton came with; null for the packing list.';
create index cartons_shipment_idx on cartons (shipment_id) where shipment_id is not null;

create function settle_shipments() returns trigger language plpgsql as $$
begin
  update stock_documents d
  set state = s.state, closed_by = s.by, closed_at = s.at
  from (
    select c.shipment_id,
      case
        when bool_or(c.status = 'packed') then 'sent'
        when bool_or(c.status = 'missing_at_delivery') then 'received_in_part'
        else 'received'
      end as state,
      (array_agg(coalesce(c.scanned_in_by, c.scanned_back_by)
        order by coalesce(c.scanned_in_at, c.scanned_back_at) desc nulls last))[1] as by,
      max(coalesce(c.scanned_in_at, c.scanned_back_at)) as at
    from cartons c
    where c.shipment_id in (
      select shipment_id
      from changed
      where shipment_id is not null)
    group by c.shipment_id) s
  where d.id = s.shipment_id and d.state in ('sent', 'received', 'received_in_part')
    and d.state <> s.state;
  return null;
end $$;
comment on function settle_shipments is
  'A sent shipment is received once none of its cartons is awaited, in part while one is missing.';
create trigger cartons_settle_shipments after update on cartons
  referencing new table as changed
  for each statement execute function settle_shipments();

create trigger shipments_announced_update after update on shipments
  referencing old table as before new table as changed
  for each statement execute function announce_document_parts('warehouse');
create trigger shipment_lines_announced_insert after insert on shipment_lines
  referencing new table as changed
  for each statement execute function announce_document_parts('warehouse');
create trigger shipment_lines_announced_update after update on shipment_lines
  referencing old table as before new table as changed
  for each statement execute function announce_document_parts('warehouse');
create trigger shipment_lines_announced_delete after delete on shipment_lines
  referencing old table as changed
  for each statement execute function announce_document_parts('warehouse');
