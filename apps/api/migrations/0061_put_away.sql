-- Put-away of returns: what came back from a fair, carton by carton (domain 13.5).
-- expands

create table put_aways (
  fair_id   uuid primary key references fairs,
  state     text not null default 'open' check (state in ('open', 'booked')),
  opened_by text not null,
  opened_at timestamptz not null default now(),
  booked_by text,
  booked_at timestamptz,
  constraint put_aways_booked_check
    check ((state = 'booked') = (booked_by is not null) and (booked_by is null) = (booked_at is null))
);
comment on table put_aways is
  'Returns of fairs that were begun to be put away. Booking makes the scans the return count.';

create table put_away_scans (
  id         uuid primary key,
  fair_id    uuid not null references put_aways,
  title_id   uuid references titles,
  carton_id  uuid references cartons,
  kind       text not null check (kind in ('good', 'damaged', 'not_ours')),
  code       text not null default '',
  qty        bigint not null check (qty <> 0),
  note       text not null default '',
  scanned_by text not null,
  at         timestamptz not null default now(),
  constraint put_away_scans_title_check check (kind = 'not_ours' or title_id is not null)
);
comment on table put_away_scans is
  'Append only: units that came back, or were taken off again. The ID is the client''s, so that a '
  'scan sent twice counts once.';
comment on column put_away_scans.code is 'Code of what is not ours.';
comment on column put_away_scans.carton_id is 'Carton that the unit came in, if one was named.';
create index put_away_scans_fair_idx on put_away_scans (fair_id);
create trigger put_away_scans_append_only before update or delete on put_away_scans
  for each row execute function refuse_change();
create trigger put_away_scans_no_truncate before truncate on put_away_scans
  for each statement execute function refuse_change();

create trigger put_aways_announced_insert after insert on put_aways
  referencing new table as changed
  for each statement execute function announce_fairs('warehouse');
create trigger put_aways_announced_update after update on put_aways
  referencing old table as before new table as changed
  for each statement execute function announce_fairs('warehouse');
create trigger put_away_scans_announced_insert after insert on put_away_scans
  referencing new table as changed
  for each statement execute function announce_fairs('warehouse');
