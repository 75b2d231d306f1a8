-- Files that jobs make, stored where every process finds them, and the setup that all processes of
-- this database share.

create table stored_files (
  name       text primary key,
  size_bytes bigint check (size_bytes >= 0),
  created_at timestamptz not null default now()
);
comment on table stored_files is
  'Finished files of exports and reports, unless FILES_DIR names a folder for them.';
comment on column stored_files.name is 'Job, attempt and format, as in jobs.stored_file.';
comment on column stored_files.size_bytes is 'Null while the file is being written.';

create table stored_file_chunks (
  file_name text not null references stored_files on delete cascade,
  position  integer not null check (position >= 0),
  bytes     bytea not null,
  primary key (file_name, position)
);
comment on table stored_file_chunks is 'Content of the stored files, in pieces of equal size.';
-- Workbooks are compressed already, and reports are read once.
alter table stored_file_chunks alter column bytes set storage external;

create table shared_setup (
  singleton   boolean primary key default true check (singleton),
  key_check   text not null,
  files_id    uuid,
  files_place text,
  check ((files_id is null) = (files_place is null))
);
comment on table shared_setup is
  'One row, written by the first process: what SECRET_KEY and FILES_DIR of all others must match.';
comment on column shared_setup.key_check is
  'Derived from the secret key, which cannot be derived from it.';
comment on column shared_setup.files_id is
  'Content of the marker in the folder of files. Null: files are stored in stored_files.';
comment on column shared_setup.files_place is 'Path of that folder where it was chosen.';
