-- Leftover eWallet money that the office pays back to families.

create table payouts (
  id             uuid primary key,
  payout_number  bigint not null generated always as identity constraint payouts_number_key unique,
  student_id     uuid not null references students,
  method         smallint not null constraint payouts_method_check check (method in (2, 3)),
  amount_cents   bigint not null constraint payouts_amount_cents_check check (amount_cents > 0),
  check_number   text,
  office_day     date not null,
  paid_by        uuid not null references admins,
  at             timestamptz not null default clock_timestamp(),
  constraint payouts_check_number_check check ((method = 2) = (check_number is not null))
);
comment on table payouts is
  'Append only: leftover money paid out at the office in cash or by check, each with its receipt.';
comment on column payouts.office_day is
  'Day in the default time zone of the settings, on which the money was handed over.';

create index payouts_day_idx on payouts (office_day);
create index payouts_student_idx on payouts (student_id);

create trigger payouts_append_only before delete or update on payouts
  for each row execute function refuse_change();
create trigger payouts_no_truncate before truncate on payouts
  for each statement execute function refuse_change();
