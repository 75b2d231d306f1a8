-- Payouts that were reversed: booked by mistake, cash brought back, or a check voided.
-- expands

create table payout_reversals (
  payout_id   uuid primary key references payouts,
  reason      text not null constraint payout_reversals_reason_check
    check (reason in ('mistake', 'cash_returned', 'check_voided')),
  note        text not null,
  office_day  date not null,
  reversed_by uuid not null references admins,
  at          timestamptz not null default clock_timestamp()
);
comment on table payout_reversals is
  'Append only: payouts whose money went back into the eWallet, each at most once and whole.';
comment on column payout_reversals.office_day is
  'Day in the default time zone of the settings, on which the cash came back or the check was voided.';

create index payout_reversals_day_idx on payout_reversals (office_day);

create trigger payout_reversals_append_only before delete or update on payout_reversals
  for each row execute function refuse_change();
create trigger payout_reversals_no_truncate before truncate on payout_reversals
  for each statement execute function refuse_change();
