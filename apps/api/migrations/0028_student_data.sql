-- Retention rule of students' names, and erasures of many students with their proof.

alter table settings add column student_retention_months integer not null default 0
  constraint settings_student_retention_check check (student_retention_months between 0 and 120);
comment on column settings.student_retention_months is
  'Months after a student''s last activity at which the names are erased; 0: never by itself.';

alter table schools add column student_retention_months integer
  constraint schools_student_retention_check check (student_retention_months between 0 and 120);
comment on column schools.student_retention_months is
  'Rule of this school instead of that of the settings; null: the settings apply.';

create table student_erasures (
  id           uuid primary key,
  school_id    uuid not null references schools,
  kind         text not null
    constraint student_erasures_kind_check check (kind in ('school', 'retention')),
  months       integer,
  asked_by     uuid references admins,
  asked_by_name text not null,
  reason       text not null default '',
  asked_at     timestamptz not null default now(),
  phase        text not null default 'students'
    constraint student_erasures_phase_check
      check (phase in ('students', 'texts', 'scan', 'done')),
  progress     integer not null default 0
    constraint student_erasures_progress_check check (progress between 0 and 100),
  last_student uuid,
  runner       uuid,
  lease_until  timestamptz,
  total        integer not null,
  erased       integer not null default 0,
  "left"       integer not null default 0,
  counts       jsonb not null default '{}',
  scan         jsonb,
  proof        bytea,
  finished_at  timestamptz,
  constraint student_erasures_done_check
    check ((phase = 'done') = (finished_at is not null) and (phase = 'done') = (proof is not null))
);
alter table student_erasures alter column proof set storage external;
comment on table student_erasures is
  'Erasures of all students of a school, or of those whom the retention rule reached. Never changed '
  'once done.';
comment on column student_erasures.months is 'Rule that was in effect; null for a whole school.';
comment on column student_erasures.last_student is 'Students up to this ID are done.';
comment on column student_erasures.runner is 'Run that works on it until lease_until.';
comment on column student_erasures."left" is 'Students skipped because something stood in the way.';
comment on column student_erasures.counts is 'Changed rows by table.';
comment on column student_erasures.scan is
  'What was searched after it, and the places that still hold an erased name.';
comment on column student_erasures.proof is 'The proof as a PDF.';

create unique index student_erasures_open_key on student_erasures (school_id)
  where finished_at is null;
create index student_erasures_school_idx on student_erasures (school_id, asked_at desc);

create trigger student_erasures_kept before update on student_erasures
  for each row when (old.finished_at is not null) execute function refuse_change();
create trigger student_erasures_no_delete before delete on student_erasures
  for each row execute function refuse_change();
create trigger student_erasures_no_truncate before truncate on student_erasures
  for each statement execute function refuse_change();

create table student_erasure_names (
  erasure_id uuid not null references student_erasures,
  name       text not null,
  constraint student_erasure_names_pkey primary key (erasure_id, name)
);
comment on table student_erasure_names is
  'Names that a running erasure looks for. Deleted by its last step.';
