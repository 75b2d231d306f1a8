-- A search among all orders or payments counts its hits and finds the newest of them in an index alone; only the rows of the page are looked up.
create index order_lines_title_idx on order_lines (title_id, sold_at desc, order_id desc) include (title);
drop index payments_last4_idx;
create index payments_last4_idx on payments (card_last4, paid_at desc, id desc) include (order_id) where card_last4 is not null;
drop index payments_amount_idx;
create index payments_amount_idx on payments (amount_cents, paid_at desc, id desc);
create index payments_part_idx on payments (amount_cents, paid_at desc, order_id desc) where is_part;
drop index orders_amount_idx;
create index orders_amount_idx on orders (total_cents, sold_at desc, id desc);
