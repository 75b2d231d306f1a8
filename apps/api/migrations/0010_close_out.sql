-- Closing out a fair: its immutable snapshots and what reverted them, and the money counted each evening.

create table close_outs (
  id                  uuid primary key,
  fair_id             uuid not null references fairs,
  number              integer not null check (number >= 1),
  profit_option       text not null check (profit_option in ('cash', 'ave_dollar')),
  profit_rate_ppm     integer not null check (profit_rate_ppm between 0 and 1000000),
  profit_cents        bigint not null check (profit_cents >= 0),
  counted_cash_cents  bigint check (counted_cash_cents >= 0),
  counted_check_cents bigint check (counted_check_cents >= 0),
  snapshot            json not null,
  snapshot_sha256     bytea not null check (length(snapshot_sha256) = 32),
  finished_at         timestamptz not null,
  finished_by         uuid references admins,
  finished_by_name    text not null,
  constraint close_outs_number_key unique (fair_id, number)
);
comment on table close_outs is 'Append only: the snapshots v1, v2, … of each fair that was finished (domain 4.4).';
comment on column close_outs.snapshot is 'json, not jsonb: the text as it was hashed. SALES_SUMMARY over the full range, settlement, counts, returns, orders.';
comment on column close_outs.profit_cents is 'Cash profit, or the AveDollars that were earned with it.';
comment on column close_outs.finished_at is 'Taken once the fair was locked: what is booked for the fair later, such as a late top-up, is not in the snapshot.';

create table close_out_reversals (
  close_out_id     uuid primary key references close_outs,
  reason           text not null check (char_length(reason) between 5 and 255),
  reverted_at      timestamptz not null default now(),
  reverted_by      uuid references admins,
  reverted_by_name text not null
);
comment on table close_out_reversals is 'Append only: which close-outs were reverted, each at most once.';

create view standing_close_outs as
  select c.* from close_outs c where not exists (select from close_out_reversals r where r.close_out_id = c.id);
comment on view standing_close_outs is 'The close-out that holds: none of an open fair, one of a finished fair.';

create table cash_counts (
  id            uuid primary key,
  fair_id       uuid not null references fairs,
  business_day  date not null,
  cash_cents    bigint not null check (cash_cents >= 0),
  check_cents   bigint not null check (check_cents >= 0),
  checks        integer not null check (checks >= 0),
  counted_by    text not null,
  second_person text not null,
  note          text not null default '',
  entered_by    text not null,
  at            timestamptz not null default now(),
  seq           bigint generated always as identity,
  check (lower(counted_by) <> lower(second_person))
);
comment on table cash_counts is 'Append only: the money counted on a day of a fair. The last count of a day stands (domain 9.4).';
create index cash_counts_day_idx on cash_counts (fair_id, business_day, seq desc);

create view standing_cash_counts as
  select distinct on (c.fair_id, c.business_day) c.*
    from cash_counts c join fairs f on f.id = c.fair_id
   where f.reset_at is null or c.at > f.reset_at
   order by c.fair_id, c.business_day, c.seq desc;
comment on view standing_cash_counts is 'The last count of each day; counts of training money end with the reset.';

do $$
declare ledger text;
begin
  foreach ledger in array array['close_outs', 'close_out_reversals', 'cash_counts'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_change()', ledger || '_append_only', ledger);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()', ledger || '_no_truncate', ledger);
  end loop;
end $$;

-- The moment of writing, not of the transaction's begin: a top-up that waited for a close-out was booked after it.
alter table payments alter column created_at set default clock_timestamp();
alter table wallet_entries alter column at set default clock_timestamp();
