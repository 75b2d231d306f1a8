-- eWallet top-ups that the office accepts, with receipts and reversals.

create table desk_top_ups (
  payment_id        uuid primary key references payments,
  receipt_number    bigint generated always as identity constraint desk_top_ups_receipt_key unique,
  office_day        date not null,
  taken_by          uuid not null references admins,
  reversal_reason   text check (reversal_reason in ('check_returned', 'card_disputed', 'mistake')),
  reversal_note     text,
  reversed_day      date,
  reversed_by       uuid references admins,
  reversed_at       timestamptz,
  uncollected_cents bigint not null default 0 check (uncollected_cents >= 0),
  constraint desk_top_ups_reversal_check check (
    num_nulls(reversal_reason, reversal_note, reversed_day, reversed_by, reversed_at) in (0, 5)
    and (reversed_at is not null or uncollected_cents = 0)
  )
);
comment on table desk_top_ups is
  'Top-ups that the office accepted: the receipt of each payment, and its reversal if it has one.';
comment on column desk_top_ups.office_day is
  'Day in the default time zone of the settings, on which the money was taken; reversed_day too.';
comment on column desk_top_ups.uncollected_cents is
  'Part of a returned check or disputed card payment that the eWallet had spent.';
create index desk_top_ups_day_idx on desk_top_ups (office_day);
create index desk_top_ups_reversed_idx on desk_top_ups (reversed_day)
  where reversed_day is not null;
