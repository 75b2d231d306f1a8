-- Sales of each fair by day, which the dashboard compares with those of the fair before. Adding
-- them up from totals by status and from refunds took half of its time.
-- expands

create table fair_day_totals (
  fair_id       uuid not null,
  business_day  date not null,
  orders        integer not null,
  net_cents     bigint not null,
  refunds_cents bigint not null,
  primary key (fair_id, business_day)
);
comment on table fair_day_totals is
  'Reported orders of each fair by day, and their net sales less the refunds of that day.';
comment on column fair_day_totals.refunds_cents is 'Refunds of the day, before tax.';

create view fair_day_moves as
  select
    o.fair_id,
    o.business_day,
    c.sign::integer as orders,
    c.sign * (o.gross_cents - o.discount_cents) as net_cents,
    0::bigint as refunds_cents
  from sale_changes c
  join orders o on o.id = c.order_id
  where c.refund_id is null
  union all
  select r.fair_id, r.business_day, 0, -c.sign * r.net_cents, c.sign * r.net_cents
  from sale_changes c
  join refunds r on r.id = c.refund_id;
comment on view fair_day_moves is 'Figures that sale_changes will add to fair_day_totals.';

create view fair_day_sums as
  select fair_id, business_day, orders, net_cents, refunds_cents from fair_day_totals
  union all
  select fair_id, business_day, orders, net_cents, refunds_cents from fair_day_moves;
comment on view fair_day_sums is 'fair_day_totals and the changes not yet in it; add the rows up.';

create view counted_fair_days as
  select fair_id, business_day, sum(orders) as orders, sum(net_cents) as net_cents,
    sum(refunds_cents) as refunds_cents
  from (
    select fair_id, business_day, 1 as orders, gross_cents - discount_cents as net_cents,
      0 as refunds_cents
    from orders
    where is_reported(status, voided_by_reset_id)
    union all
    select r.fair_id, r.business_day, 0, -r.net_cents, r.net_cents
    from refunds r
    join orders o on o.id = r.order_id
    where is_reported(o.status, o.voided_by_reset_id)
  ) sold
  group by fair_id, business_day;
comment on view counted_fair_days is
  'What fair_day_sums must add up to, counted from orders and refunds.';

-- A fold that has begun ends first, and none begins meanwhile. Sales go on: the statement below sees
-- each of them with its pending change, or neither.
select pg_advisory_xact_lock(hashtextextended('fold titles', 0));
insert into fair_day_totals (fair_id, business_day, orders, net_cents, refunds_cents)
select fair_id, business_day, sum(orders), sum(net_cents), sum(refunds_cents)
from (
  select fair_id, business_day, orders, net_cents, refunds_cents from counted_fair_days
  union all
  select fair_id, business_day, -orders, -net_cents, -refunds_cents from fair_day_moves
) unfolded
group by 1, 2;
analyze fair_day_totals;

create or replace function fold_title_totals() returns void language plpgsql as $$
begin
  -- One fold at a time; a second one leaves it to the first.
  if not pg_try_advisory_xact_lock(hashtextextended('fold titles', 0)) then return; end if;
  -- One statement, so that the views read exactly the rows that are deleted.
  with gone as (
    delete from sale_changes
  ),
  of_titles as (
    insert into season_title_totals as t (business_day, title_id, units, net_cents)
    select business_day, title_id, sum(units), sum(net_cents)
    from title_moves
    group by 1, 2
    order by 1, 2
    on conflict (business_day, title_id) do update set
      units = t.units + excluded.units,
      net_cents = t.net_cents + excluded.net_cents
  ),
  of_fairs as (
    insert into fair_day_totals as t (fair_id, business_day, orders, net_cents, refunds_cents)
    select fair_id, business_day, sum(orders), sum(net_cents), sum(refunds_cents)
    from fair_day_moves
    group by 1, 2
    order by 1, 2
    on conflict (fair_id, business_day) do update set
      orders = t.orders + excluded.orders,
      net_cents = t.net_cents + excluded.net_cents,
      refunds_cents = t.refunds_cents + excluded.refunds_cents
  ),
  of_refunds as (
    insert into season_refund_totals as t (business_day, units, net_cents, tax_cents, total_cents)
    select business_day, sum(units), sum(net_cents), sum(tax_cents), sum(total_cents)
    from refund_moves
    group by 1
    on conflict (business_day) do update set
      units = t.units + excluded.units,
      net_cents = t.net_cents + excluded.net_cents,
      tax_cents = t.tax_cents + excluded.tax_cents,
      total_cents = t.total_cents + excluded.total_cents
  )
  insert into season_given_back_totals as t (business_day, method, paid_out_as, amount_cents)
  select business_day, method, paid_out_as, sum(amount_cents)
  from given_back_moves
  group by 1, 2, 3
  on conflict (business_day, method, paid_out_as) do update set
    amount_cents = t.amount_cents + excluded.amount_cents;

  with gone as (
    delete from wallet_total_changes returning balance_cents
  )
  update wallet_total t
  set balance_cents = t.balance_cents + moved.cents
  from (select sum(balance_cents) as cents from gone) moved
  where moved.cents is not null;
end $$;
comment on function fold_title_totals is
  'Adds the changes of titles, fairs by day, refunds and eWallets to their totals; the sums stay '
  'the same.';

create function recount_fair_days() returns void language plpgsql as $$
begin
  lock table orders, refunds in share row exclusive mode;
  if exists (select from sale_changes) then
    raise exception 'recount_fair_days() follows recount_titles().';
  end if;
  truncate fair_day_totals;
  insert into fair_day_totals (fair_id, business_day, orders, net_cents, refunds_cents)
  select fair_id, business_day, orders, net_cents, refunds_cents from counted_fair_days;
end $$;
comment on function recount_fair_days is
  'Rebuilds the totals of fairs by day, right after recount_titles() has settled all changes.';

create or replace function recount_sales() returns void language plpgsql as $$
begin
  perform recount_orders();
  perform recount_titles();
  perform recount_fair_days();
  -- Made anew by the task that keeps them.
  truncate fair_figures, fair_item_figures, fair_figure_changes;
end $$;
