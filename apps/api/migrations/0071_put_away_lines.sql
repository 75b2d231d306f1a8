-- A booked put-away keeps what was expected of each title: at a closed-out fair booking takes the
-- units off the fair, which then expects none (domain 13.5).
-- expands

create table put_away_lines (
  fair_id      uuid   not null references put_aways,
  title_id     uuid   not null references titles,
  expected_qty bigint not null check (expected_qty >= 0),
  constraint put_away_lines_pkey primary key (fair_id, title_id)
);
comment on table put_away_lines is
  'Titles that a booked put-away counted, with the units that were on hand at the fair then.';
comment on column put_away_lines.expected_qty is 'Units.';

alter table put_away_lines enable row level security;
create policy places on put_away_lines using (fair_id = any ((select visible_fairs())::uuid[]));

-- Those that were booked before: what was counted of the titles that were scanned.
insert into put_away_lines (fair_id, title_id, expected_qty)
select l.fair_id, l.title_id, greatest(l.on_hand, 0) + case f.close_out_state
    when 'finished' then l.counted_return_qty
    else 0
  end
from put_aways p
join fairs f on f.id = p.fair_id
join fair_lines l on l.fair_id = p.fair_id
where p.state = 'booked'
  and l.counted_return_qty is not null
  and exists (
    select
    from put_away_scans s
    where s.fair_id = l.fair_id and s.title_id = l.title_id and s.kind <> 'not_ours');
