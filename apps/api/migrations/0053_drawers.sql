-- The drawer of each register: floats, pay-outs and counts (domain 9.12).
-- expands

create table drawer_entries (
  id                   uuid primary key,
  fair_id              uuid not null references fairs,
  device_id            uuid not null references devices,
  business_day         date not null,
  kind                 text not null
    check (kind in ('float_in', 'float_out', 'to_safe', 'pay_out', 'count')),
  amount_cents         bigint not null check (amount_cents between 0 and 100000000),
  pieces               jsonb,
  check_cents          bigint check (check_cents between 0 and 100000000),
  checks               integer check (checks between 0 and 100000),
  expected_cents       bigint,
  expected_check_cents bigint,
  second_person        text,
  reason               text not null,
  entered_by           text not null,
  at                   timestamptz not null,
  received_at          timestamptz not null default now(),
  close_out_id         uuid references close_outs,
  seq                  bigint generated always as identity,
  body_hash            bytea not null,
  constraint drawer_entries_count_check check (
    case
      when kind = 'count' then (check_cents + checks + expected_cents + expected_check_cents) is not null
        and second_person is not null
      else coalesce(check_cents, checks, expected_cents, expected_check_cents) is null
        and coalesce(second_person, pieces::text) is null
        and amount_cents > 0
    end
  )
);
comment on table drawer_entries is
  'Append only: money put into and taken out of a register''s drawer beside sales, and its counts. '
  'The last count of a drawer and day stands.';
comment on column drawer_entries.id is 'ID made by the register, so that a repeat is known.';
comment on column drawer_entries.amount_cents is 'Amount moved; of a count the cash counted.';
comment on column drawer_entries.expected_cents is
  'Of a count: the cash that the register expected at that moment.';
comment on column drawer_entries.close_out_id is
  'Close-out in force when it was received: the entry counts in no figure while that one stands.';
create index drawer_entries_day_idx on drawer_entries (fair_id, business_day);
create trigger drawer_entries_append_only before update or delete on drawer_entries
  for each row execute function refuse_change();
create trigger drawer_entries_no_truncate before truncate on drawer_entries
  for each statement execute function refuse_change();
create trigger drawer_entries_announced_insert after insert on drawer_entries
  referencing new table as changed
  for each statement execute function announce_fairs('fairs');

create view standing_drawer_entries as
  select d.*
  from drawer_entries d
  join fairs f on f.id = d.fair_id
  where (f.reset_at is null or d.at > f.reset_at)
    and not exists (
      select
      from standing_close_outs c
      where c.id = d.close_out_id);
comment on view standing_drawer_entries is
  'Entries that figures count: none from before a reset, none received after the close-out in force.';

create or replace view standing_float_counts as
  with office as (
    select distinct on (c.fair_id, c.business_day, c.direction) c.*
    from float_counts c
    join fairs f on f.id = c.fair_id
    where f.reset_at is null or c.at > f.reset_at
    order by c.fair_id, c.business_day, c.direction, c.seq desc
  ),
  drawers as (
    select
      d.*,
      case d.kind when 'float_in' then 'in' else 'out' end as direction
    from standing_drawer_entries d
    where d.kind in ('float_in', 'float_out', 'pay_out')
  )
  select
    o.id,
    o.fair_id,
    o.business_day,
    o.direction,
    o.amount_cents + coalesce(
      (
        select sum(d.amount_cents)
        from drawers d
        where d.fair_id = o.fair_id
          and d.business_day = o.business_day
          and d.direction = o.direction
          and d.kind = 'pay_out'),
      0)::bigint as amount_cents,
    o.counted_by,
    o.second_person,
    o.note,
    o.entered_by,
    o.at,
    o.seq
  from office o
  union all
  select
    (array_agg(d.id order by d.seq desc))[1],
    d.fair_id,
    d.business_day,
    d.direction,
    sum(d.amount_cents)::bigint,
    string_agg(distinct d.entered_by, ', '),
    '',
    string_agg(distinct nullif(d.reason, ''), ', '),
    string_agg(distinct d.entered_by, ', '),
    max(d.at),
    max(d.seq)
  from drawers d
  where not exists (
    select
    from office o
    where o.fair_id = d.fair_id
      and o.business_day = d.business_day
      and o.direction = d.direction)
  group by d.fair_id, d.business_day, d.direction;
comment on view standing_float_counts is
  'Float of each day and direction: the office''s last count, else the sum of the drawers. What '
  'drawers paid out is added to what went out (domain 9.12).';
