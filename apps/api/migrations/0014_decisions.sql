-- What staff decide about orders and payments: released orders, shipped lines, reviewed payments.

alter table orders add column sequence_repeated boolean not null default false;
comment on column orders.sequence_repeated is 'Released although another order of the register has its number (SEQUENCE_CONFLICT); such a number stands more than once.';
alter table orders drop constraint orders_sequence_key;
create unique index orders_sequence_key on orders (device_id, epoch, sequence) where not sequence_repeated;

alter table order_lines
  add column shipped_qty integer not null default 0 check (shipped_qty between 0 and quantity),
  add column shipped_at timestamptz,
  add column delivered_at timestamptz;
comment on column order_lines.shipped_qty is 'Units that left the warehouse for the school: what was not refunded before the line was shipped.';

create index held_orders_order_idx on held_orders (order_id) where order_id is not null;

create index payments_newest_idx on payments (paid_at desc, id desc);
create index payments_fair_newest_idx on payments (fair_id, paid_at desc, id desc);
create index payments_attention_idx on payments (status, paid_at desc) where status in ('pending', 'under_review', 'failed');
