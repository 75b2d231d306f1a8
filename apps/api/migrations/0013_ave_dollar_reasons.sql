-- Reasons of AveDollar adjustments.

alter table ave_dollar_entries add column note text not null default '';
comment on column ave_dollar_entries.note is 'Reason of an adjustment; blank for other entries.';
