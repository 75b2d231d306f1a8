-- Reports find the rounded cash of a fair's days.
-- expands
-- concurrently

create index concurrently payments_rounding_idx
  on payments (fair_id, business_day) include (order_id, rounding_cents)
  where rounding_cents <> 0;
