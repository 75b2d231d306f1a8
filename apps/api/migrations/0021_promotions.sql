-- Promotions of a school's students to the next grade at year end.

create table promotions (
  id         uuid primary key,
  school_id  uuid not null references schools,
  last_grade text not null,
  promoted   integer not null,
  graduated  integer not null,
  made       jsonb not null,
  actor      text not null,
  at         timestamptz not null default clock_timestamp(),
  undone_at  timestamptz
);
comment on table promotions is 'Promotions of students, each with all that its undo restores.';
comment on column promotions.made is
  'Of each student: ID, grade and status before, and the version after. No names.';
create index promotions_school_idx on promotions (school_id, at desc);
