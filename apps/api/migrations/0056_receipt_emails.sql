-- Receipts by email: how many were sent for which order, so that a tablet is no way to send mail.
-- expands

create table receipt_emails (
  id        uuid primary key,
  order_id  uuid not null references orders,
  device_id uuid not null references devices,
  at        timestamptz not null default now()
);
comment on table receipt_emails is
  'Receipts that registers had emailed within a day; no address is kept (trust T40).';
create index receipt_emails_device_idx on receipt_emails (device_id, at);
create index receipt_emails_order_idx on receipt_emails (order_id);
