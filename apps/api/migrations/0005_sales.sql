-- Orders with their lines, payments and refunds, and what could not be booked.

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
  sequence_repeated     boolean not null default false,
  cashier_id            uuid not null references admins,
  business_day          date not null,
  sold_at               timestamptz not null,
  received_at           timestamptz not null default now(),
  customer_type         text not null
    check (customer_type in ('student', 'parent', 'teacher', 'school', 'other')),
  student_id            uuid references students,
  customer_name         text,
  status                text not null
    check (status in ('open', 'completed', 'partially_refunded', 'refunded', 'cancelled')),
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
  voided_by_reset_id    uuid constraint orders_voided_by_reset_fkey references fair_resets,
  check (subtotal_cents = gross_cents - discount_cents),
  check (total_cents = subtotal_cents + tax_cents),
  -- Far below the point at which sums overflow (decision 0030).
  constraint orders_amounts_check check (
    gross_cents <= 100000000000
    and tax_cents <= 100000000000
    and uncollected_cents <= 100000000000
    and overpaid_cents between 0 and 100000000000
  )
);
comment on table orders is 'Sales as booked.';
comment on column orders.body_hash is
  'SHA-256 of the order as received (without mode); tells a repeated order from another one under '
  'the same number.';
comment on column orders.sequence_repeated is
  'Released although another order of the register has its number (SEQUENCE_CONFLICT); such a '
  'number occurs more than once.';
comment on column orders.business_day is 'Calendar day of sold_at in the fair''s time zone.';
comment on column orders.flags is 'Unusual facts about a sale that was booked anyway.';
-- A repeated number is unique with its own ID, so every lookup of a number uses this index.
create unique index orders_sequence_key
  on orders (device_id, epoch, sequence, (case when sequence_repeated then id end))
  nulls not distinct;
create index orders_newest_idx on orders (sold_at desc, id desc);
create index orders_fair_newest_idx on orders (fair_id, sold_at desc, id desc);
create index orders_school_newest_idx on orders (school_id, sold_at desc, id desc);
create index orders_fair_day_idx on orders (fair_id, business_day);
create index orders_student_idx on orders (student_id) where student_id is not null;
create index orders_voided_idx on orders (id) where voided_by_reset_id is not null;
-- Filters and searches over all orders; without these indexes they read every order of the season.
create index orders_unusual_idx on orders (status, sold_at desc, id desc)
  where status <> 'completed';
create index orders_exempt_idx on orders (sold_at desc, id desc)
  where tax_exempt and voided_by_reset_id is null;
create index orders_shipped_idx on orders (sold_at desc, id desc)
  where ship_to_school and voided_by_reset_id is null;
create index orders_ave_dollar_idx on orders (sold_at desc, id desc)
  where methods && '{6}'::smallint[];
create index orders_amount_idx on orders (total_cents, sold_at desc, id desc);
create index orders_number_trgm_idx on orders using gin (order_number gin_trgm_ops);
create index orders_customer_trgm_idx on orders using gin (customer_name gin_trgm_ops)
  where customer_name is not null;

create table order_lines (
  id                 uuid primary key,
  order_id           uuid not null references orders,
  line_no            integer not null,
  sold_at            timestamptz not null,
  title_id           uuid references titles,
  sku                text,
  title              text not null,
  category           text not null,
  quantity           integer not null check (quantity between 1 and 999),
  unit_price_cents   bigint not null,
  gross_cents        bigint not null,
  discount_cents     bigint not null,
  discount_reason    text,
  net_cents          bigint not null,
  taxable            boolean not null,
  tax_cents          bigint not null,
  fulfilment         text not null check (fulfilment in ('in_person', 'ship_to_school')),
  fulfilment_status  text not null
    check (fulfilment_status in ('taken', 'to_ship', 'shipped', 'delivered', 'cancelled')),
  last_copy          boolean not null default false,
  refunded_qty       integer not null default 0,
  refunded_net_cents bigint not null default 0,
  refunded_tax_cents bigint not null default 0,
  restocked_qty      integer not null default 0,
  shipped_qty        integer not null default 0,
  shipped_at         timestamptz,
  delivered_at       timestamptz,
  constraint order_lines_number_key unique (order_id, line_no),
  check (net_cents = gross_cents - discount_cents),
  check (refunded_qty between 0 and quantity),
  check (shipped_qty between 0 and quantity)
);
comment on table order_lines is 'Lines of each order: one title, or one item without a SKU.';
comment on column order_lines.sold_at is
  'Copied from the order, which never changes it, so that one index answers searches by title.';
comment on column order_lines.discount_reason is 'Reason that the register gave for the discount.';
comment on column order_lines.shipped_qty is
  'Units that left the warehouse for the school: those not refunded before the line was shipped.';
create index order_lines_title_idx on order_lines (title_id, sold_at desc, order_id desc)
  include (title);
create index order_lines_unnumbered_idx on order_lines (title) where title_id is null;
create index order_lines_last_copy_idx on order_lines (title_id) where last_copy;
create index order_lines_to_ship_idx on order_lines (order_id) where fulfilment_status = 'to_ship';

create table sold_titles (
  title_id uuid,
  title    text not null,
  constraint sold_titles_key unique nulls not distinct (title_id, title)
);
comment on table sold_titles is
  'Every name under which a title, or an item without a SKU, was ever sold. Searches read these '
  'few rows instead of all order lines.';
create index sold_titles_trgm_idx on sold_titles using gin (title gin_trgm_ops);

create function note_sold_titles() returns trigger language plpgsql as $$
begin
  -- Always in the same order, so that two registers with the same new titles cannot deadlock.
  insert into sold_titles (title_id, title)
  select distinct n.title_id, n.title
  from new_rows n
  where not exists (
    select from sold_titles s where s.title_id = n.title_id and s.title = n.title
  )
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;
comment on function note_sold_titles is 'Adds the titles of new order lines to sold_titles.';
create trigger order_lines_note_titles after insert on order_lines
  referencing new table as new_rows
  for each statement execute function note_sold_titles();

create table payments (
  id                 uuid primary key,
  client_payment_id  uuid not null constraint payments_client_payment_key unique,
  order_id           uuid references orders,
  fair_id            uuid references fairs,
  school_id          uuid not null references schools,
  device_id          uuid references devices,
  purpose            text not null check (purpose in ('sale', 'wallet_top_up')),
  method             smallint not null check (method between 1 and 6),
  type               smallint not null check (type between 0 and 2),
  status             text not null check (
    status in ('pending', 'completed', 'failed', 'cancelled', 'refunded', 'under_review')
  ),
  amount_cents       bigint not null check (amount_cents > 0),
  is_part            boolean not null default false,
  tendered_cents     bigint not null default 0,
  change_cents       bigint not null default 0,
  refunded_cents     bigint not null default 0
    check (refunded_cents between 0 and amount_cents),
  check_number       text,
  card_brand         text,
  card_last4         text,
  processor_ref      text,
  student_id         uuid references students,
  wallet_id          uuid references wallets,
  review_reason      text,
  failure_code       text,
  business_day       date not null,
  paid_at            timestamptz not null,
  created_at         timestamptz not null default clock_timestamp(),
  voided_by_reset_id uuid references fair_resets,
  -- Far below the point at which sums overflow (decision 0030).
  constraint payments_amounts_check check (
    amount_cents <= 100000000000
    and tendered_cents between 0 and 100000000000
    and change_cents between 0 and 100000000000
  )
);
comment on table payments is 'Payments of orders, and top-ups of eWallets.';
comment on column payments.client_payment_id is
  'Made by the register. For a top-up from the source file it is its externalId, so that each is '
  'credited only once.';
comment on column payments.amount_cents is
  'Amount applied to the order or the eWallet; tendered and change are kept apart (domain C4).';
comment on column payments.is_part is
  'The amount differs from the total of the order; never changes after the sale.';
comment on column payments.created_at is
  'Time of the write, not the start of the transaction: a top-up that waited for a close-out was '
  'booked after it.';
comment on column payments.voided_by_reset_id is
  'Copied from the order; such a payment is in no list and no sum.';
create unique index payments_processor_ref_key on payments (processor_ref)
  where processor_ref is not null;
create index payments_order_idx on payments (order_id);
create index payments_newest_idx on payments (paid_at desc, id desc);
create index payments_fair_newest_idx on payments (fair_id, paid_at desc, id desc);
create index payments_school_newest_idx on payments (school_id, paid_at desc, id desc);
create index payments_fair_day_idx on payments (fair_id, business_day);
create index payments_top_ups_idx on payments (fair_id, business_day)
  where purpose = 'wallet_top_up';
create index payments_student_idx on payments (student_id) where student_id is not null;
create index payments_voided_idx on payments (id) where voided_by_reset_id is not null;
-- Filters and searches over all payments; without these indexes they read every payment.
create index payments_attention_idx on payments (status, paid_at desc)
  where status in ('pending', 'under_review', 'failed');
create index payments_amount_idx on payments (amount_cents, paid_at desc, id desc);
create index payments_part_idx on payments (amount_cents, paid_at desc, order_id desc)
  where is_part;
create index payments_last4_idx on payments (card_last4, paid_at desc, id desc)
  include (order_id)
  where card_last4 is not null;
create index payments_check_idx on payments (lower(check_number), paid_at desc)
  where check_number is not null;
create index payments_check_trgm_idx on payments using gin (check_number gin_trgm_ops)
  where check_number is not null;
create index payments_reference_trgm_idx on payments using gin (processor_ref gin_trgm_ops)
  where processor_ref is not null;

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
comment on table payment_events is 'Append only: changes of status of each payment (domain 4.1).';
create index payment_events_payment_idx on payment_events (payment_id, seq);
create trigger payment_events_append_only before update or delete on payment_events
  for each row execute function refuse_change();
create trigger payment_events_no_truncate before truncate on payment_events
  for each statement execute function refuse_change();

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
comment on table refunds is 'Refunds of orders, in whole or in part.';
comment on column refunds.business_day is 'Refunds count on the day they are made (domain 8.4).';
create index refunds_order_idx on refunds (order_id);
create index refunds_fair_day_idx on refunds (fair_id, business_day);
create index refunds_day_idx on refunds (business_day);

create table refund_lines (
  refund_id     uuid not null references refunds,
  order_line_id uuid not null references order_lines,
  quantity      integer not null check (quantity > 0),
  net_cents     bigint not null,
  tax_cents     bigint not null,
  restock       boolean not null,
  primary key (refund_id, order_line_id, restock)
);
comment on table refund_lines is 'Units of each order line that a refund took back.';
comment on column refund_lines.restock is
  'True if these units went back to the fair''s stock. Damaged units do not, so one order line '
  'may have two rows.';

create table refund_tenders (
  id           uuid primary key,
  refund_id    uuid not null references refunds,
  payment_id   uuid references payments,
  method       smallint not null check (method between 1 and 6),
  paid_out_as  smallint not null check (paid_out_as between 1 and 6),
  amount_cents bigint not null check (amount_cents > 0)
);
comment on table refund_tenders is
  'Money that a refund gave back: the tender that it reduces, and the way it was paid out (cash '
  'for a check).';
create index refund_tenders_refund_idx on refund_tenders (refund_id);

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
  state           text not null default 'waiting'
    check (state in ('waiting', 'released', 'discarded')),
  order_id        uuid references orders,
  decided_by      uuid references admins,
  decided_at      timestamptz,
  decision_reason text,
  constraint held_orders_body_key unique (device_id, epoch, sequence, body_hash)
);
comment on table held_orders is
  'Orders that a register sold but that could not be booked as they are, whole as received '
  '(domain 4.4); in no report.';
create index held_orders_fair_idx on held_orders (fair_id, state);
create index held_orders_client_order_idx on held_orders (client_order_id);
create index held_orders_order_idx on held_orders (order_id) where order_id is not null;

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
  state            text not null default 'waiting'
    check (state in ('waiting', 'released', 'discarded'))
);
comment on table held_refunds is
  'Refunds whose order is held, or that could not be booked; they wait with the order.';
create index held_refunds_order_idx on held_refunds (client_order_id) where state = 'waiting';

-- A register may hand in a sale that it made before the student was erased (domain 3.6). Locking
-- the student makes the sale wait for an erasure that is under way.
create function leave_out_erased_customer() returns trigger language plpgsql as $$
begin
  perform from students where id = new.student_id and erased_at is not null for key share;
  if found then new.customer_name := 'Erased student'; end if;
  return new;
end $$;
comment on function leave_out_erased_customer is
  'Replaces the name of an erased student on a new order.';
create trigger orders_erased_customer before insert on orders
  for each row
  when (new.student_id is not null and new.customer_name is not null)
  execute function leave_out_erased_customer();

create function leave_out_erased_held_customer() returns trigger language plpgsql as $$
begin
  perform
  from students s
  join fairs f on f.school_id = s.school_id
  where f.id = new.fair_id
    and s.student_number = trim(new.body ->> 'studentNumber')
    and s.erased_at is not null;
  if found then new.body := jsonb_set(new.body, '{customerName}', '"Erased student"'); end if;
  return new;
end $$;
comment on function leave_out_erased_held_customer is
  'Replaces the name of an erased student on a new held order.';
create trigger held_orders_erased_customer before insert on held_orders
  for each row
  when (new.body ->> 'customerName' is not null)
  execute function leave_out_erased_held_customer();
