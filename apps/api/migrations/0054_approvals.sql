-- Approvals at registers (domain 8.13), and the settings that say what needs one.
-- expands

create table approvals (
  id              uuid primary key,
  fair_id         uuid not null references fairs,
  device_id       uuid not null references devices,
  kinds           text[] not null,
  client_order_id uuid not null,
  client_refund_id uuid,
  amount_cents    bigint not null default 0 check (amount_cents >= 0),
  admin_id        uuid not null references admins,
  is_checked      boolean not null,
  approved_at     timestamptz not null default now(),
  order_id        uuid references orders
);
comment on table approvals is
  'What people with the duty approved at registers, for one sale or refund each.';
comment on column approvals.amount_cents is
  'The most that it gives away: the discount of the sale, or the money given back.';
comment on column approvals.is_checked is
  'True if the server checked the code of the person; false for one given without a network.';
comment on column approvals.order_id is
  'Order that it was used for; null until the sale or refund is booked.';
create index approvals_order_idx on approvals (order_id) where order_id is not null;

alter table held_refunds add column approver_id uuid references admins;
comment on column held_refunds.approver_id is
  'Person with the duty who sent the refund, and so approved it.';

alter table settings
  add column max_discount_percent smallint not null default 20,
  add column max_offline_hours smallint not null default 24,
  add constraint settings_approvals_check
    check (max_discount_percent between 0 and 100 and max_offline_hours between 1 and 168) not valid;
comment on column settings.max_discount_percent is
  'Share of a line above which a discount at a register needs an approval.';
comment on column settings.max_offline_hours is
  'Hours without a network after which selling on at a register needs an approval.';
