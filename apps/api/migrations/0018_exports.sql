-- Files that are too large for a row stand in the data folder; the job keeps their name.

alter table jobs add column stored_file text;
comment on column jobs.stored_file is 'Name of the finished file in the folder "files" of the data folder; null once it has been deleted.';
