-- Reports compare the number of checks that a close-out counted. The amounts have columns; the number stood
-- in the snapshot alone, so it is read from there for the close-outs that exist as well.
alter table close_outs
  add column counted_checks bigint generated always as ((snapshot -> 'counted' ->> 'checks')::bigint) stored;
comment on column close_outs.counted_checks is 'Number of checks counted; null where they were not counted.';

create or replace view standing_close_outs as
  select c.id, c.fair_id, c.number, c.profit_option, c.profit_rate_ppm, c.profit_cents,
         case when c.counted_cash_cents <= 100000000 then c.counted_cash_cents end as counted_cash_cents,
         case when c.counted_check_cents <= 100000000 then c.counted_check_cents end as counted_check_cents,
         c.snapshot, c.snapshot_sha256, c.finished_at, c.finished_by, c.finished_by_name,
         case when c.counted_checks <= 100000 then c.counted_checks end as counted_checks
    from close_outs c where not exists (select from close_out_reversals r where r.close_out_id = c.id);
