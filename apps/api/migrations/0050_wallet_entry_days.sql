-- What eWallets gained on a day, of which the dashboard adds up the days.
-- concurrently

create index concurrently wallet_entries_day_idx on wallet_entries (business_day)
  include (amount_cents);
