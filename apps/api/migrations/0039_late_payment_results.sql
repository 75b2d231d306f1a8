-- A late result that differs from what a payment became moves it under review (domain 4.1).
-- expands

alter table payment_events add column reported text;
comment on column payment_events.reported is
  'Result that a register reported, if it differs from `to_status`: a person decides about it.';
