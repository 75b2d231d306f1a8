-- Ledgers of eWallets and AveDollars. The balances are in wallets and schools.

create table wallet_entries (
  id                  uuid primary key,
  wallet_id           uuid not null references wallets,
  type                text not null
    check (type in ('top_up', 'spend', 'refund', 'adjust', 'payout')),
  amount_cents        bigint not null check (amount_cents <> 0),
  balance_after_cents bigint not null check (balance_after_cents >= 0),
  payment_id          uuid references payments,
  refund_id           uuid references refunds,
  idempotency_key     text not null constraint wallet_entries_idempotency_key unique,
  business_day        date not null,
  actor               text not null,
  note                text not null default '',
  at                  timestamptz not null default clock_timestamp(),
  seq                 bigint generated always as identity
);
comment on table wallet_entries is
  'Append only: the ledger of eWallets. Positive amounts add money, negative amounts spend it.';
comment on column wallet_entries.business_day is
  'Day in the school''s time zone on which the money moved: paid_at of a top-up, the day of the '
  'sale for a spend.';
comment on column wallet_entries.at is
  'Time of the write, not the start of the transaction, as in payments.created_at.';
create index wallet_entries_wallet_idx on wallet_entries (wallet_id, seq);
create index wallet_entries_payment_idx on wallet_entries (payment_id)
  where payment_id is not null;
create trigger wallet_entries_append_only before update or delete on wallet_entries
  for each row execute function refuse_change();
create trigger wallet_entries_no_truncate before truncate on wallet_entries
  for each statement execute function refuse_change();

create table ave_dollar_entries (
  id                  uuid primary key,
  school_id           uuid not null references schools,
  type                text not null
    check (type in ('earn', 'spend', 'refund', 'reverse', 'adjust')),
  amount_cents        bigint not null check (amount_cents <> 0),
  balance_after_cents bigint not null check (balance_after_cents >= 0),
  fair_id             uuid references fairs,
  payment_id          uuid references payments,
  refund_id           uuid references refunds,
  idempotency_key     text not null constraint ave_dollar_entries_idempotency_key unique,
  business_day        date not null,
  actor               text not null,
  at                  timestamptz not null default now(),
  seq                 bigint generated always as identity
);
comment on table ave_dollar_entries is
  'Append only: the ledger of each school''s AveDollars, with signs as in wallet_entries.';
create index ave_dollar_entries_school_idx on ave_dollar_entries (school_id, seq);
create trigger ave_dollar_entries_append_only before update or delete on ave_dollar_entries
  for each row execute function refuse_change();
create trigger ave_dollar_entries_no_truncate before truncate on ave_dollar_entries
  for each statement execute function refuse_change();
