-- Floats of some fairs are read from the counts and entries of those fairs alone, and those of drawers
-- have a note also if no entry has a reason.
-- expands

create or replace view standing_float_counts as
  with counts as not materialized (
    select c.*
    from float_counts c
    join fairs f on f.id = c.fair_id
    where f.reset_at is null or c.at > f.reset_at
  ),
  drawers as not materialized (
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
  from (
    select distinct on (c.fair_id, c.business_day, c.direction) c.*
    from counts c
    order by c.fair_id, c.business_day, c.direction, c.seq desc) o
  union all
  select
    (array_agg(d.id order by d.seq desc))[1],
    d.fair_id,
    d.business_day,
    d.direction,
    sum(d.amount_cents)::bigint,
    string_agg(distinct d.entered_by, ', '),
    '',
    coalesce(string_agg(distinct nullif(d.reason, ''), ', '), ''),
    string_agg(distinct d.entered_by, ', '),
    max(d.at),
    max(d.seq)
  from drawers d
  where not exists (
    select
    from counts c
    where c.fair_id = d.fair_id
      and c.business_day = d.business_day
      and c.direction = d.direction)
  group by d.fair_id, d.business_day, d.direction;
