-- Agreements with schools on their profit, by sales band.

alter table schools
  add column profit_bands jsonb not null default '[]'
    check (jsonb_typeof(profit_bands) = 'array');
comment on column schools.profit_bands is
  'Sales bands of the agreement, lowest first: fromCents, profitCashPpm and profitAveDollarPpm of each (domain 8.7). Empty: the shares of the settings apply.';
