-- A search reads its matches from an index alone, with the mark of those that a reset voided, and the
-- total of a date range reads one row a day.
-- expands
-- concurrently

create index concurrently orders_total_newest_idx
  on orders (total_cents, sold_at desc, id desc) include (voided_by_reset_id);
drop index concurrently orders_amount_idx;

create index concurrently orders_student_newest_idx
  on orders (student_id, sold_at desc, id desc) include (voided_by_reset_id)
  where student_id is not null;
drop index concurrently orders_student_idx;

create index concurrently payments_of_order_idx
  on payments (order_id) include (id, paid_at, voided_by_reset_id);
drop index concurrently payments_order_idx;

create index concurrently payments_amount_newest_idx
  on payments (amount_cents, paid_at desc, id desc) include (voided_by_reset_id);
drop index concurrently payments_amount_idx;

create index concurrently payments_part_newest_idx
  on payments (amount_cents, paid_at desc, order_id desc) include (voided_by_reset_id)
  where is_part;
drop index concurrently payments_part_idx;

create index concurrently payments_last4_newest_idx
  on payments (card_last4, paid_at desc, id desc) include (order_id, voided_by_reset_id)
  where card_last4 is not null;
drop index concurrently payments_last4_idx;

create index concurrently season_order_totals_days_idx
  on season_order_totals (business_day) include (orders)
  where status is null and business_day is not null;
create index concurrently season_payment_totals_days_idx
  on season_payment_totals (business_day) include (payments)
  where status is null and business_day is not null;
