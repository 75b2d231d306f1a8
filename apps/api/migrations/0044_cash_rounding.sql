-- Cash is rounded to the nearest five cents if the company says so (domain 8.11).
-- expands

alter table settings add column round_cash boolean not null default false;

alter table payments
  add column rounding_cents smallint not null default 0,
  -- Existing rows have the default, so that the table need not be read.
  add constraint payments_rounding_check
    check (rounding_cents = 0 or method = 3 and rounding_cents between -2 and 2) not valid;
comment on column payments.rounding_cents is
  'Cash taken more than the amount, below 0 less; the amount is as it was owed.';

alter table refunds
  add column rounding_cents smallint not null default 0,
  add constraint refunds_rounding_check check (rounding_cents between -2 and 2) not valid;
comment on column refunds.rounding_cents is
  'Cash paid out more than its tenders, below 0 less.';
