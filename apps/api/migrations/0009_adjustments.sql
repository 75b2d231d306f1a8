-- Stock that was changed by hand, and how a title is found across fairs.

create table stock_adjustments (
  id            uuid primary key,
  fair_line_id  uuid not null,
  fair_id       uuid not null references fairs,
  title_id      uuid not null references titles,
  delta         bigint not null check (delta <> 0),
  on_hand_after bigint not null,
  reason        text not null check (reason in ('received', 'correction', 'count', 'damaged', 'missing', 'theft', 'kept_by_school', 'transfer_in', 'transfer_out', 'other')),
  note          text not null default '',
  transfer_id   uuid references stock_adjustments,
  actor_type    text not null check (actor_type in ('admin', 'device', 'system')),
  actor_id      uuid,
  actor_name    text not null,
  at            timestamptz not null default now(),
  check ((reason = 'transfer_in') = (transfer_id is not null))
);
comment on table stock_adjustments is 'Append only: what people added to a fair''s stock or took from it, and why (domain 3.8). Its movement has ref_type adjustment.';
comment on column stock_adjustments.fair_line_id is 'The line as it was then; a line that never sold may be deleted, its adjustments stay.';
comment on column stock_adjustments.delta is 'By how many units the line''s adjust_qty moved, either way.';
comment on column stock_adjustments.transfer_id is 'On the incoming side of a transfer: the adjustment of the fair that gave the units, which the one movement refers to.';
create index stock_adjustments_line_idx on stock_adjustments (fair_line_id);

create trigger stock_adjustments_append_only before update or delete on stock_adjustments for each row execute function refuse_change();
create trigger stock_adjustments_no_truncate before truncate on stock_adjustments for each statement execute function refuse_change();

create index fair_lines_title_idx on fair_lines (title_id);
create index titles_isbn13_idx on titles (isbn13) where isbn13 is not null;
