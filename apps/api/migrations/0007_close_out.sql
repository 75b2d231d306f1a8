-- Closing out a fair: its snapshots and their reversals, and the money counted each evening.

create table close_outs (
  id                  uuid primary key,
  fair_id             uuid not null references fairs,
  number              integer not null check (number >= 1),
  profit_option       text not null check (profit_option in ('cash', 'ave_dollar')),
  profit_rate_ppm     integer not null check (profit_rate_ppm between 0 and 1000000),
  profit_cents        bigint not null check (profit_cents >= 0),
  counted_cash_cents  bigint,
  counted_check_cents bigint check (counted_check_cents >= 0),
  counted_checks      bigint generated always as (
    (snapshot -> 'counted' ->> 'checks')::bigint
  ) stored,
  snapshot            json not null,
  snapshot_sha256     bytea not null check (length(snapshot_sha256) = 32),
  finished_at         timestamptz not null,
  finished_by         uuid references admins,
  finished_by_name    text not null,
  constraint close_outs_number_key unique (fair_id, number),
  -- Sums in reports must not overflow (decision 0030).
  constraint close_outs_amounts_check
    check (counted_cash_cents <= 100000000 and counted_check_cents <= 100000000)
);
comment on table close_outs is
  'Append only: the snapshots v1, v2, … of each fair that was finished (domain 4.4).';
comment on column close_outs.profit_cents is 'Cash profit, or the AveDollars earned instead.';
comment on column close_outs.counted_cash_cents is
  'Cash without the float; below zero if part of the float is missing.';
comment on column close_outs.counted_checks is
  'Number of checks counted; null if they were not counted.';
comment on column close_outs.snapshot is
  'json, not jsonb: the text exactly as it was hashed. SALES_SUMMARY over the full range, '
  'settlement, counts, returns, orders.';
comment on column close_outs.finished_at is
  'Taken once the fair was locked: anything booked for the fair later, such as a late top-up, is '
  'not in the snapshot.';
create trigger close_outs_append_only before update or delete on close_outs
  for each row execute function refuse_change();
create trigger close_outs_no_truncate before truncate on close_outs
  for each statement execute function refuse_change();

create table close_out_reversals (
  close_out_id     uuid primary key references close_outs,
  reason           text not null check (char_length(reason) between 5 and 255),
  reverted_at      timestamptz not null default now(),
  reverted_by      uuid references admins,
  reverted_by_name text not null
);
comment on table close_out_reversals is
  'Append only: close-outs that were reverted, each at most once.';
create trigger close_out_reversals_append_only before update or delete on close_out_reversals
  for each row execute function refuse_change();
create trigger close_out_reversals_no_truncate before truncate on close_out_reversals
  for each statement execute function refuse_change();

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
  check (lower(counted_by) <> lower(second_person)),
  -- Sums in reports must not overflow (decision 0030).
  constraint cash_counts_amounts_check
    check (cash_cents <= 100000000 and check_cents <= 100000000 and checks <= 100000)
);
comment on table cash_counts is
  'Append only: money counted on a day of a fair. The last count of a day stands (domain 9.4).';
create index cash_counts_day_idx on cash_counts (fair_id, business_day, seq desc);
create trigger cash_counts_append_only before update or delete on cash_counts
  for each row execute function refuse_change();
create trigger cash_counts_no_truncate before truncate on cash_counts
  for each statement execute function refuse_change();

create table float_counts (
  id            uuid primary key,
  fair_id       uuid not null references fairs,
  business_day  date not null,
  direction     text not null check (direction in ('in', 'out')),
  amount_cents  bigint not null check (amount_cents >= 0),
  counted_by    text not null,
  second_person text not null,
  note          text not null default '',
  entered_by    text not null,
  at            timestamptz not null default now(),
  seq           bigint generated always as identity,
  check (lower(counted_by) <> lower(second_person))
);
comment on table float_counts is
  'Append only: the float, change money that is put into the drawers before a day and taken out '
  'after it; never money of a sale. The last count of a day and direction stands.';
create index float_counts_day_idx on float_counts (fair_id, business_day, direction, seq desc);
create trigger float_counts_append_only before update or delete on float_counts
  for each row execute function refuse_change();
create trigger float_counts_no_truncate before truncate on float_counts
  for each statement execute function refuse_change();

create view standing_close_outs as
  select
    c.id,
    c.fair_id,
    c.number,
    c.profit_option,
    c.profit_rate_ppm,
    c.profit_cents,
    case when c.counted_cash_cents <= 100000000 then c.counted_cash_cents end
      as counted_cash_cents,
    case when c.counted_check_cents <= 100000000 then c.counted_check_cents end
      as counted_check_cents,
    c.snapshot,
    c.snapshot_sha256,
    c.finished_at,
    c.finished_by,
    c.finished_by_name,
    case when c.counted_checks <= 100000 then c.counted_checks end as counted_checks
  from close_outs c
  where not exists (select from close_out_reversals r where r.close_out_id = c.id);
comment on view standing_close_outs is
  'Close-out in force: none for an open fair, one for a finished fair. Money counted beyond the '
  'limits is treated as not counted.';

create view standing_cash_counts as
  select distinct on (c.fair_id, c.business_day) c.*
  from cash_counts c
  join fairs f on f.id = c.fair_id
  where (f.reset_at is null or c.at > f.reset_at)
    and c.cash_cents <= 100000000
    and c.check_cents <= 100000000
  order by c.fair_id, c.business_day, c.seq desc;
comment on view standing_cash_counts is
  'Last count of each day. A reset ends the counts of training money; a count beyond the limits '
  'never stands.';

create view standing_float_counts as
  select distinct on (c.fair_id, c.business_day, c.direction) c.*
  from float_counts c
  join fairs f on f.id = c.fair_id
  where f.reset_at is null or c.at > f.reset_at
  order by c.fair_id, c.business_day, c.direction, c.seq desc;
comment on view standing_float_counts is
  'Last count of each day and direction since the last reset.';
