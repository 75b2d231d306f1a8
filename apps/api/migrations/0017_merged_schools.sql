-- Duplicates of schools that were merged into others.

alter table schools
  add column merged_into uuid references schools,
  add constraint schools_merged_check
    check (merged_into is null or (merged_into <> id and status = 'inactive' and not in_source));
comment on column schools.merged_into is
  'School that this duplicate was merged into. Its identifier stands for that school.';

create index schools_merged_idx on schools (merged_into) where merged_into is not null;
