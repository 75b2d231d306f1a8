-- Imports that run as jobs, and what each import made, so that it can be taken back.

alter table jobs add column input bytea;
comment on column jobs.input is 'The file that the job is to read; kept until it ends.';

alter table uploads add column made jsonb;
alter table uploads add column undone_at timestamptz;
comment on column uploads.id is 'Of a commit that wrote something: its job''s id too.';
comment on column uploads.made is 'What a commit wrote, as its kind of upload needs it for taking it back; null where it wrote nothing.';

-- The log outlives a fair that is taken back.
alter table uploads drop constraint uploads_fair_id_fkey;
alter table uploads add constraint uploads_fair_id_fkey foreign key (fair_id) references fairs on delete set null;
