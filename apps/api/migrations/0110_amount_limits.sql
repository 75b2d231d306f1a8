-- Amounts beyond what any call accepts (decision 0110).
--
-- An earlier version took change, tendered amounts and counts of up to 2^53 - 1 cents. Two of them overflow
-- every sum, so those rows are repaired here: the activity of each payment says what the register claimed.
-- The checks are wider than the limits of the contract, so that orders of earlier versions keep standing.

do $$
declare repaired bigint;
begin
  with wrong as (
    select id, status, amount_cents, tendered_cents, change_cents from payments
     where change_cents not between 0 and 100000000 or tendered_cents not between 0 and 100000000000
  ), noted as (
    insert into activity (id, actor_type, actor_name, action, entity, entity_id, changes)
    select gen_random_uuid(), 'system', 'System', 'payment.amounts_corrected', 'payment', id,
           jsonb_build_object(
             'tenderedCents', jsonb_build_object('from', tendered_cents, 'to', amount_cents),
             'changeCents', jsonb_build_object('from', change_cents, 'to', 0))
      from wrong
  )
  update payments p set tendered_cents = wrong.amount_cents, change_cents = 0 from wrong where p.id = wrong.id;
  get diagnostics repaired = row_count;
  update orders set overpaid_cents = 0 where overpaid_cents > 100000000;
  -- Kept totals may have overflowed with them.
  if repaired > 0 then perform recount_sales(); end if;
end $$;

alter table payments
  add constraint payments_amounts_check check (
    amount_cents <= 100000000000 and tendered_cents between 0 and 100000000000 and change_cents between 0 and 100000000000);
alter table orders
  add constraint orders_amounts_check check (
    gross_cents <= 100000000000 and tax_cents <= 100000000000
    and uncollected_cents <= 100000000000 and overpaid_cents between 0 and 100000000000);
-- Counts and close-outs are append-only, so the rows of earlier versions stay as they were entered.
alter table cash_counts
  add constraint cash_counts_amounts_check check (cash_cents <= 100000000 and check_cents <= 100000000 and checks <= 100000) not valid;
alter table close_outs
  add constraint close_outs_amounts_check check (counted_cash_cents <= 100000000 and counted_check_cents <= 100000000) not valid;

create or replace view standing_cash_counts as
  select distinct on (c.fair_id, c.business_day) c.*
    from cash_counts c join fairs f on f.id = c.fair_id
   where (f.reset_at is null or c.at > f.reset_at) and c.cash_cents <= 100000000 and c.check_cents <= 100000000
   order by c.fair_id, c.business_day, c.seq desc;
comment on view standing_cash_counts is 'The last count of each day; counts of training money end with the reset, one beyond the limits never stands.';

create or replace view standing_close_outs as
  select c.id, c.fair_id, c.number, c.profit_option, c.profit_rate_ppm, c.profit_cents,
         case when c.counted_cash_cents <= 100000000 then c.counted_cash_cents end as counted_cash_cents,
         case when c.counted_check_cents <= 100000000 then c.counted_check_cents end as counted_check_cents,
         c.snapshot, c.snapshot_sha256, c.finished_at, c.finished_by, c.finished_by_name
    from close_outs c where not exists (select from close_out_reversals r where r.close_out_id = c.id);
comment on view standing_close_outs is 'The close-out that holds: none of an open fair, one of a finished fair. Money counted beyond the limits counts as not counted.';
