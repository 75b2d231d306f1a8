-- Money that is put into the drawers as change before a day, and taken out of them again: never money of a sale.
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
comment on table float_counts is 'Append only: the float counted in and out on a day of a fair. The last count of a day and direction stands.';
create index float_counts_day_idx on float_counts (fair_id, business_day, direction, seq desc);

create view standing_float_counts as
  select distinct on (c.fair_id, c.business_day, c.direction) c.*
    from float_counts c join fairs f on f.id = c.fair_id
   where f.reset_at is null or c.at > f.reset_at
   order by c.fair_id, c.business_day, c.direction, c.seq desc;
comment on view standing_float_counts is 'The last count of each day and direction; those of before a reset end with it.';

create trigger float_counts_append_only before update or delete on float_counts
  for each row execute function refuse_change();
create trigger float_counts_no_truncate before truncate on float_counts
  for each statement execute function refuse_change();
create trigger float_counts_announced_insert after insert on float_counts
  referencing new table as changed for each statement execute function announce_fairs('fairs');

-- Counted cash is reported without the float: a float that is gone with nothing sold leaves less than nothing.
alter table close_outs drop constraint close_outs_counted_cash_cents_check;
