-- Reports compare the number of checks that a close-out counted. The amounts have columns; the number stood
-- in the snapshot alone, so it is read from there for the close-outs that exist as well.
alter table close_outs
  add column counted_checks bigint generated always as ((snapshot -> 'counted' ->> 'checks')::bigint) stored;
comment on column close_outs.counted_checks is 'Number of checks counted; null where they were not counted.';

create or replace view standing_close_outs as
  select c.* from close_outs c where not exists (select from close_out_reversals r where r.close_out_id = c.id);
