-- Students that staff add and change, and the fields that the source system owns.

alter table students
  add column version       integer not null default 1,
  add column source_fields text[] not null default '{}';
comment on column students.source_fields is
  'Fields that the last sync delivered, in camelCase. While in_source, only a sync changes them.';

-- Until the next sync says which columns its file has, the source owns all that it may have.
update students
set source_fields = '{studentNumber,firstName,lastName,grade,teacher,factsFamilyId,parents}'
where in_source;
