-- Searches by amount read which orders are meant from the index alone; totals of searches leave out what is voided by looking at the voided ones.

drop index orders_amount_idx;
create index orders_amount_idx on orders (total_cents, sold_at desc, id);
drop index payments_amount_idx;
create index payments_amount_idx on payments (amount_cents, paid_at desc) include (id, order_id);
create index orders_voided_idx on orders (id) where voided_by_reset_id is not null;
create index payments_voided_idx on payments (id) where voided_by_reset_id is not null;
