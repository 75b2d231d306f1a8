-- Days after a close-out by which a school pays, for its statement.
-- expands

alter table settings
  add column statement_due_days smallint not null default 30,
  add constraint settings_statement_due_days_check check (statement_due_days between 0 and 365) not valid;
comment on column settings.statement_due_days is
  'Days from the close-out to the day by which a school pays, unless its own terms name others.';
