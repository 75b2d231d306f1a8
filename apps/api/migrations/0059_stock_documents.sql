-- Documents of the warehouse with a number of their own (domain 13), and receipts of deliveries.
-- expands

create table stock_documents (
  id           uuid primary key,
  kind         text not null check (kind in ('receipt', 'count', 'shipment')),
  number       integer not null check (number > 0),
  state        text not null default 'open',
  fair_id      uuid references fairs,
  opened_by    text not null,
  opened_by_id uuid references admins,
  opened_at    timestamptz not null default now(),
  closed_by    text,
  closed_at    timestamptz,
  constraint stock_documents_number_key unique (kind, number),
  check ((closed_by is null) = (closed_at is null))
);
comment on table stock_documents is
  'Documents that change the stock of the warehouse, numbered without gaps by kind.';
comment on column stock_documents.closed_at is
  'Booked, received or discarded; the document is never edited afterward.';
create index stock_documents_state_idx on stock_documents (kind, state);
create index stock_documents_fair_idx on stock_documents (fair_id) where fair_id is not null;

create table receipts (
  document_id    uuid primary key references stock_documents,
  is_opening     boolean not null default false,
  supplier       text not null default '',
  reference      text not null default '',
  received_on    date not null,
  continues_id   uuid references receipts,
  rest_closed_by text,
  rest_closed_at timestamptz,
  reversed_by    text,
  reversed_at    timestamptz,
  check ((rest_closed_by is null) = (rest_closed_at is null)),
  check ((reversed_by is null) = (reversed_at is null))
);
comment on table receipts is 'Deliveries to the warehouse, and its opening stock (domain 13.2).';
comment on column receipts.reference is 'Number of the invoice or purchase order.';
comment on column receipts.continues_id is
  'Earlier receipt of which this one receives what was still to come.';
comment on column receipts.rest_closed_at is
  'Nothing that was short is still to come, because somebody said so.';
create index receipts_continues_idx on receipts (continues_id) where continues_id is not null;

create table receipt_lines (
  document_id  uuid not null references receipts,
  title_id     uuid not null references titles,
  expected_qty bigint check (expected_qty > 0),
  good_qty     bigint not null default 0 check (good_qty >= 0),
  damaged_qty  bigint not null default 0 check (damaged_qty >= 0),
  cost_cents   bigint check (cost_cents >= 0),
  changed_at   timestamptz not null default now(),
  primary key (document_id, title_id)
);
comment on table receipt_lines is 'Units of each title of a receipt: the sums of its scans.';
comment on column receipt_lines.expected_qty is
  'Units that the supplier listed; null if the title was not listed.';
comment on column receipt_lines.cost_cents is 'Cost of one unit; shown only with the duty see_costs.';
create index receipt_lines_title_idx on receipt_lines (title_id);

create table receipt_scans (
  id          uuid primary key,
  document_id uuid not null,
  title_id    uuid not null,
  good_qty    bigint not null,
  damaged_qty bigint not null,
  source      text not null check (source in ('scan', 'typed', 'sheet', 'rest')),
  scanned_by  text not null,
  at          timestamptz not null default now(),
  foreign key (document_id, title_id) references receipt_lines
);
comment on table receipt_scans is
  'Append only: units that people added to a line of a receipt or took from it. The ID is the '
  'client''s, so that a scan sent twice counts once.';
create index receipt_scans_line_idx on receipt_scans (document_id, title_id);
create trigger receipt_scans_append_only before update or delete on receipt_scans
  for each row execute function refuse_change();
create trigger receipt_scans_no_truncate before truncate on receipt_scans
  for each statement execute function refuse_change();

create function announce_documents() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv, null, few(array_agg(distinct id)), null)
  from changed
  having count(*) > 0;
  return null;
end $$;
comment on function announce_documents is 'Announces documents of the warehouse with their IDs.';
create trigger stock_documents_announced_insert after insert on stock_documents
  referencing new table as changed
  for each statement execute function announce_documents('warehouse');
create trigger stock_documents_announced_update after update on stock_documents
  referencing old table as before new table as changed
  for each statement execute function announce_documents('warehouse');

create function announce_document_parts() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv, null, few(array_agg(distinct document_id)), null)
  from changed
  having count(*) > 0;
  return null;
end $$;
comment on function announce_document_parts is
  'Announces the documents of the warehouse that changed rows belong to.';
create trigger receipts_announced_update after update on receipts
  referencing old table as before new table as changed
  for each statement execute function announce_document_parts('warehouse');
create trigger receipt_lines_announced_insert after insert on receipt_lines
  referencing new table as changed
  for each statement execute function announce_document_parts('warehouse');
create trigger receipt_lines_announced_update after update on receipt_lines
  referencing old table as before new table as changed
  for each statement execute function announce_document_parts('warehouse');
