-- Orders with their lines, payments, refunds; ledgers of eWallets and AveDollars; what could not be booked.

create table device_epochs (
  device_id             uuid not null references devices,
  epoch                 integer not null,
  acknowledged_sequence bigint not null default 0,
  highest_sequence      bigint not null default 0,
  primary key (device_id, epoch)
);
comment on column device_epochs.acknowledged_sequence is 'Every sequence up to this one is stored, as an order or as a held order.';

create table fair_device_counters (
  fair_id     uuid not null references fairs,
  device_id   uuid not null references devices,
  letter      text not null,
  last_number integer not null default 0,
  primary key (fair_id, device_id),
  constraint fair_device_counters_letter_key unique (fair_id, letter)
);
comment on table fair_device_counters is 'Order numbers are <FAIR>-<letter><4 digits>, counted per fair and device and never reused.';

create table orders (
  id                    uuid primary key,
  order_number          text not null constraint orders_number_key unique,
  client_order_id       uuid not null constraint orders_client_order_key unique,
  body_hash             bytea not null,
  fair_id               uuid not null references fairs,
  school_id             uuid not null references schools,
  device_id             uuid not null references devices,
  epoch                 integer not null,
  sequence              bigint not null,
  cashier_id            uuid not null references admins,
  business_day          date not null,
  sold_at               timestamptz not null,
  received_at           timestamptz not null default now(),
  customer_type         text not null check (customer_type in ('student', 'parent', 'teacher', 'school', 'other')),
  student_id            uuid references students,
  customer_name         text,
  status                text not null check (status in ('open', 'completed', 'partially_refunded', 'refunded', 'cancelled')),
  tax_rate_ppm          integer not null,
  tax_exempt            boolean not null,
  exempt_reason         text check (exempt_reason in ('school_purchase', 'organization', 'other')),
  exempt_certificate_no text,
  units                 integer not null,
  gross_cents           bigint not null,
  discount_cents        bigint not null,
  subtotal_cents        bigint not null,
  tax_cents             bigint not null,
  total_cents           bigint not null,
  refunded_net_cents    bigint not null default 0,
  refunded_tax_cents    bigint not null default 0,
  uncollected_cents     bigint not null default 0,
  overpaid_cents        bigint not null default 0,
  methods               smallint[] not null,
  payment_status        text not null,
  ship_to_school        boolean not null,
  flags                 text[] not null default '{}',
  voided_by_reset_id    uuid,
  constraint orders_sequence_key unique (device_id, epoch, sequence),
  check (subtotal_cents = gross_cents - discount_cents),
  check (total_cents = subtotal_cents + tax_cents)
);
comment on column orders.business_day is 'The calendar day of sold_at in the fair''s zone.';
comment on column orders.body_hash is 'SHA-256 of the order as received (without mode): tells a repeat from another body under the same number.';
comment on column orders.flags is 'What was unusual about a sale that was booked all the same.';
create index orders_newest_idx on orders (sold_at desc, id desc);
create index orders_fair_newest_idx on orders (fair_id, sold_at desc, id desc);
create index orders_fair_day_idx on orders (fair_id, business_day);
create index orders_student_idx on orders (student_id) where student_id is not null;

create table order_lines (
  id                  uuid primary key,
  order_id            uuid not null references orders,
  line_no             integer not null,
  title_id            uuid references titles,
  sku                 text,
  title               text not null,
  category            text not null,
  quantity            integer not null check (quantity between 1 and 999),
  unit_price_cents    bigint not null,
  gross_cents         bigint not null,
  discount_cents      bigint not null,
  net_cents           bigint not null,
  taxable             boolean not null,
  tax_cents           bigint not null,
  fulfilment          text not null check (fulfilment in ('in_person', 'ship_to_school')),
  fulfilment_status   text not null check (fulfilment_status in ('taken', 'to_ship', 'shipped', 'delivered', 'cancelled')),
  last_copy           boolean not null default false,
  refunded_qty        integer not null default 0,
  refunded_net_cents  bigint not null default 0,
  refunded_tax_cents  bigint not null default 0,
  restocked_qty       integer not null default 0,
  constraint order_lines_number_key unique (order_id, line_no),
  check (net_cents = gross_cents - discount_cents),
  check (refunded_qty between 0 and quantity)
);
create index order_lines_title_idx on order_lines (title_id);

create table payments (
  id                uuid primary key,
  client_payment_id uuid not null constraint payments_client_payment_key unique,
  order_id          uuid references orders,
  fair_id           uuid references fairs,
  school_id         uuid not null references schools,
  device_id         uuid references devices,
  purpose           text not null check (purpose in ('sale', 'wallet_top_up')),
  method            smallint not null check (method between 1 and 6),
  type              smallint not null check (type between 0 and 2),
  status            text not null check (status in ('pending', 'completed', 'failed', 'cancelled', 'refunded', 'under_review')),
  amount_cents      bigint not null check (amount_cents > 0),
  tendered_cents    bigint not null default 0,
  change_cents      bigint not null default 0,
  refunded_cents    bigint not null default 0 check (refunded_cents between 0 and amount_cents),
  check_number      text,
  card_brand        text,
  card_last4        text,
  processor_ref     text,
  student_id        uuid references students,
  wallet_id         uuid references wallets,
  review_reason     text,
  failure_code      text,
  business_day      date not null,
  paid_at           timestamptz not null,
  created_at        timestamptz not null default now()
);
comment on column payments.amount_cents is 'What was applied to the order or the wallet; tendered and change are kept apart (domain C4).';
comment on column payments.client_payment_id is 'Made by the register; for a top-up of the source file its externalId, so that each is credited once for ever.';
create index payments_order_idx on payments (order_id);
create index payments_fair_day_idx on payments (fair_id, business_day);
create unique index payments_processor_ref_key on payments (processor_ref) where processor_ref is not null;

create table payment_events (
  id          uuid primary key,
  payment_id  uuid not null references payments,
  from_status text,
  to_status   text not null,
  actor       text not null,
  note        text not null default '',
  at          timestamptz not null default now(),
  seq         bigint generated always as identity
);
comment on table payment_events is 'Append only: the moves of each payment (domain 4.1).';
create index payment_events_payment_idx on payment_events (payment_id, seq);

create table refunds (
  id               uuid primary key,
  client_refund_id uuid not null constraint refunds_client_refund_key unique,
  body_hash        bytea not null,
  order_id         uuid not null references orders,
  fair_id          uuid not null references fairs,
  device_id        uuid references devices,
  business_day     date not null,
  refunded_at      timestamptz not null,
  reason           text not null,
  units            integer not null,
  net_cents        bigint not null,
  tax_cents        bigint not null,
  total_cents      bigint not null,
  actor            text not null,
  created_at       timestamptz not null default now(),
  check (total_cents = net_cents + tax_cents)
);
comment on column refunds.business_day is 'Refunds count on the day they are made (domain 8.4).';
create index refunds_fair_day_idx on refunds (fair_id, business_day);
create index refunds_order_idx on refunds (order_id);

create table refund_lines (
  refund_id     uuid not null references refunds,
  order_line_id uuid not null references order_lines,
  quantity      integer not null check (quantity > 0),
  net_cents     bigint not null,
  tax_cents     bigint not null,
  restock       boolean not null,
  primary key (refund_id, order_line_id, restock)
);
comment on column refund_lines.restock is 'Whether these units went back to the fair''s stock; damaged ones do not, so one line may stand here twice.';

create table refund_tenders (
  id           uuid primary key,
  refund_id    uuid not null references refunds,
  payment_id   uuid references payments,
  method       smallint not null check (method between 1 and 6),
  paid_out_as  smallint not null check (paid_out_as between 1 and 6),
  amount_cents bigint not null check (amount_cents > 0)
);
comment on table refund_tenders is 'What a refund gave back: the tender that it reduces, and how it was paid out (cash for a check).';
create index refund_tenders_refund_idx on refund_tenders (refund_id);

create table wallet_entries (
  id                  uuid primary key,
  wallet_id           uuid not null references wallets,
  type                text not null check (type in ('top_up', 'spend', 'refund', 'adjust', 'payout')),
  amount_cents        bigint not null check (amount_cents <> 0),
  balance_after_cents bigint not null check (balance_after_cents >= 0),
  payment_id          uuid references payments,
  refund_id           uuid references refunds,
  idempotency_key     text not null constraint wallet_entries_idempotency_key unique,
  business_day        date not null,
  actor               text not null,
  note                text not null default '',
  at                  timestamptz not null default now(),
  seq                 bigint generated always as identity
);
comment on table wallet_entries is 'Append only ledger of eWallets; positive funds, negative spends.';
comment on column wallet_entries.business_day is 'The day in the school''s zone that the money moved (paid_at of a top-up, the sale''s day of a spend).';
create index wallet_entries_wallet_idx on wallet_entries (wallet_id, seq);
create index wallet_entries_payment_idx on wallet_entries (payment_id) where payment_id is not null;

create table ave_dollar_entries (
  id                  uuid primary key,
  school_id           uuid not null references schools,
  type                text not null check (type in ('earn', 'spend', 'refund', 'reverse', 'adjust')),
  amount_cents        bigint not null check (amount_cents <> 0),
  balance_after_cents bigint not null check (balance_after_cents >= 0),
  fair_id             uuid references fairs,
  payment_id          uuid references payments,
  refund_id           uuid references refunds,
  idempotency_key     text not null constraint ave_dollar_entries_idempotency_key unique,
  business_day        date not null,
  actor               text not null,
  at                  timestamptz not null default now(),
  seq                 bigint generated always as identity
);
comment on table ave_dollar_entries is 'Append only ledger of each school''s AveDollars.';
create index ave_dollar_entries_school_idx on ave_dollar_entries (school_id, seq);

create table held_orders (
  id              uuid primary key,
  client_order_id text not null,
  body            jsonb not null,
  body_hash       bytea not null,
  fair_id         uuid not null references fairs,
  device_id       uuid not null references devices,
  cashier_id      uuid not null references admins,
  epoch           integer not null,
  sequence        bigint not null,
  reason          text not null,
  detail          text not null,
  business_day    date not null,
  sold_at         timestamptz not null,
  total_cents     bigint not null,
  received_at     timestamptz not null default now(),
  state           text not null default 'waiting' check (state in ('waiting', 'released', 'discarded')),
  order_id        uuid references orders,
  decided_by      uuid references admins,
  decided_at      timestamptz,
  decision_reason text,
  constraint held_orders_body_key unique (device_id, epoch, sequence, body_hash)
);
comment on table held_orders is 'Orders that a register sold but that could not be booked as they stand, whole as received (domain 4.4); in no report.';
create index held_orders_fair_idx on held_orders (fair_id, state);
create index held_orders_client_order_idx on held_orders (client_order_id);

create table held_refunds (
  id               uuid primary key,
  client_refund_id uuid not null constraint held_refunds_client_refund_key unique,
  client_order_id  uuid not null,
  body             jsonb not null,
  body_hash        bytea not null,
  fair_id          uuid not null references fairs,
  device_id        uuid not null references devices,
  reason           text not null,
  received_at      timestamptz not null default now(),
  state            text not null default 'waiting' check (state in ('waiting', 'released', 'discarded'))
);
comment on table held_refunds is 'Refunds whose order is held or that could not be booked: they wait with it.';
create index held_refunds_order_idx on held_refunds (client_order_id) where state = 'waiting';

create table device_day_totals (
  device_id         uuid not null references devices,
  epoch             integer not null,
  business_day      date not null,
  reported_orders   integer not null,
  reported_cents    bigint not null,
  reported_at       timestamptz not null default now(),
  primary key (device_id, epoch, business_day)
);
comment on table device_day_totals is 'Control totals as the register counts them; compared with what is held from it (invariant I10).';
