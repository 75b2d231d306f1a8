-- Background tasks wait in `jobs` beside the jobs of staff, and graphile-worker's schema goes with
-- the columns that steps of an erasure no longer use. Whatever waits there is moved.

alter table jobs
  alter column owner_id drop not null,
  add column run_at timestamptz not null default now(),
  add column priority int not null default 0,
  add column max_attempts int not null default 5,
  add column recurring boolean not null default false,
  add constraint jobs_recurring_check check (not recurring or owner_id is null);
comment on table jobs is
  'Queue of background work: jobs that somebody started or scheduled, with their outcome, and tasks.';
comment on column jobs.owner_id is 'null for a task, such as an email, which is deleted once done.';
comment on column jobs.run_at is 'Time from which a waiting job is due.';
comment on column jobs.priority is 'Lower ones run first.';
comment on column jobs.recurring is 'One row per recurring task, which waits for its next time.';

create or replace function announce_jobs() returns trigger language plpgsql as $$
begin
  perform announce(array['jobs'], null, array[c.id], c.owner_id)
  from changed c
  left join before b using (id)
  where c.owner_id is not null and (c.status, c.progress) is distinct from (b.status, b.progress);
  return null;
end $$;
create or replace function announce_new_jobs() returns trigger language plpgsql as $$
begin
  perform announce(array['jobs'], null, array[id], owner_id) from changed where owner_id is not null;
  return null;
end $$;

update jobs set status = 'queued', lease_until = null where status = 'running';

create unique index jobs_one_at_work_key on jobs (kind, owner_id) where status = 'running';
create unique index jobs_recurring_key on jobs (kind) where recurring;
create index jobs_waiting_idx on jobs (priority, run_at, id) where status = 'queued';

do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  update jobs set priority = queued.priority, run_at = queued.run_at
  from graphile_worker._private_jobs queued
  where queued.key = jobs.id::text and jobs.status = 'queued';
  -- Jobs of staff are in `jobs` already; recurring tasks are planned by the first process.
  insert into jobs (id, kind, status, params, run_at, attempts, max_attempts, created_at, finished_at)
  select gen_random_uuid(), task.identifier,
    case when queued.attempts < queued.max_attempts then 'queued' else 'failed' end,
    queued.payload::jsonb, queued.run_at, queued.attempts, queued.max_attempts, queued.created_at,
    case when queued.attempts >= queued.max_attempts then queued.updated_at end
  from graphile_worker._private_jobs queued
  join graphile_worker._private_tasks task on task.id = queued.task_id
  where not jsonb_exists_any(
    case jsonb_typeof(queued.payload::jsonb) when 'object' then queued.payload::jsonb else '{}' end,
    array['jobId', '_cron']);
  drop schema graphile_worker cascade;
end $$;

alter table student_erasures drop column runner, drop column lease_until;
