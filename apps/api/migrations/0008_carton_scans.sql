-- Who scanned a carton, beside when.

alter table cartons add column scanned_in_by text, add column scanned_back_by text;
comment on column cartons.scanned_in_by is 'Who scanned it at delivery: a person, or a register with its cashier. Null where the carton was never scanned in, also on one that was scanned back.';
alter table cartons add constraint cartons_scans_check check (
  (scanned_in_at is null) = (scanned_in_by is null) and (scanned_back_at is null) = (scanned_back_by is null)
  and (scanned_back_at is not null) = (status = 'returned')
  and case when status in ('packed', 'missing_at_delivery') then scanned_in_at is null when status in ('delivered', 'missing_at_return') then scanned_in_at is not null else true end
);
