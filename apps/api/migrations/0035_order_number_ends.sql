-- A search for four digits finds the newest orders whose number ends in them.
-- expands
-- concurrently

create index concurrently orders_number_end_idx
  on orders (right(order_number, 4), sold_at desc, id desc) include (voided_by_reset_id);
