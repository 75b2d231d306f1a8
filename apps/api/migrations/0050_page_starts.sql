-- Where a page deep in a newest-first list begins: rows by day, then by the hours of that day, and by the hours of a fair. So it costs
-- the days of a season and the hours of one day, and not all hours of the season.

drop table order_hours;
create table order_hours (
  fair_id      uuid references fairs,
  day          date not null,
  hour         timestamptz,
  business_day date not null,
  orders       bigint not null,
  constraint order_hours_key unique nulls not distinct (fair_id, hour, day, business_day),
  check (fair_id is null or hour is not null)
);
create index order_hours_days_idx on order_hours (day) include (business_day, orders) where fair_id is null and hour is null;
comment on table order_hours is 'How many orders were sold in each hour, at three grains: a day of all fairs, an hour of all fairs, an hour of a fair. Null is "any"; day is that of UTC.';

drop table payment_hours;
create table payment_hours (
  fair_id      uuid references fairs,
  day          date not null,
  hour         timestamptz,
  business_day date not null,
  payments     bigint not null,
  constraint payment_hours_key unique nulls not distinct (fair_id, hour, day, business_day),
  check (fair_id is null or hour is not null)
);
create index payment_hours_days_idx on payment_hours (day) include (business_day, payments) where fair_id is null and hour is null;
comment on table payment_hours is 'How many payments were made in each hour, at the grains of order_hours; those without a fair are in the first two alone.';

create or replace function fold_totals() returns void language plpgsql as $$
begin
  -- One at a time; whoever comes meanwhile leaves it at that.
  if not pg_try_advisory_xact_lock(hashtextextended('fold totals', 0)) then return; end if;
  with gone as (delete from order_total_changes returning *),
  of_fairs as (
    insert into order_totals as t (fair_id, business_day, status, methods, orders, units, gross_cents, discount_cents, tax_cents, uncollected_cents, overpaid_cents)
    select fair_id, business_day, status, methods, sum(orders), sum(units), sum(gross_cents), sum(discount_cents), sum(tax_cents), sum(uncollected_cents), sum(overpaid_cents)
      from gone group by 1, 2, 3, 4
    on conflict (fair_id, business_day, status, methods) do update set
      orders = t.orders + excluded.orders, units = t.units + excluded.units, gross_cents = t.gross_cents + excluded.gross_cents, discount_cents = t.discount_cents + excluded.discount_cents,
      tax_cents = t.tax_cents + excluded.tax_cents, uncollected_cents = t.uncollected_cents + excluded.uncollected_cents, overpaid_cents = t.overpaid_cents + excluded.overpaid_cents),
  of_season as (
    insert into season_order_totals as t (business_day, status, methods, orders, units, gross_cents, discount_cents, tax_cents, uncollected_cents, overpaid_cents)
    select business_day, status, methods, sum(orders), sum(units), sum(gross_cents), sum(discount_cents), sum(tax_cents), sum(uncollected_cents), sum(overpaid_cents)
      from gone group by grouping sets ((), (business_day), (status, methods), (business_day, status, methods)) having count(*) > 0
    on conflict (business_day, status, methods) do update set
      orders = t.orders + excluded.orders, units = t.units + excluded.units, gross_cents = t.gross_cents + excluded.gross_cents, discount_cents = t.discount_cents + excluded.discount_cents,
      tax_cents = t.tax_cents + excluded.tax_cents, uncollected_cents = t.uncollected_cents + excluded.uncollected_cents, overpaid_cents = t.overpaid_cents + excluded.overpaid_cents)
  insert into order_hours as t (fair_id, day, hour, business_day, orders)
    select fair_id, day, hour, business_day, sum(orders) from (select *, (hour at time zone 'UTC')::date as day from gone) each
     group by grouping sets ((day, business_day), (day, hour, business_day), (fair_id, day, hour, business_day))
  on conflict on constraint order_hours_key do update set orders = t.orders + excluded.orders;

  with gone as (delete from payment_total_changes returning *),
  of_fairs as (
    insert into payment_totals as t (fair_id, business_day, purpose, method, status, is_reported, payments, amount_cents, refunded_cents, change_cents)
    select fair_id, business_day, purpose, method, status, is_reported, sum(payments), sum(amount_cents), sum(refunded_cents), sum(change_cents) from gone group by 1, 2, 3, 4, 5, 6
    on conflict on constraint payment_totals_key do update set
      payments = t.payments + excluded.payments, amount_cents = t.amount_cents + excluded.amount_cents, refunded_cents = t.refunded_cents + excluded.refunded_cents, change_cents = t.change_cents + excluded.change_cents),
  of_season as (
    insert into season_payment_totals as t (business_day, purpose, method, status, is_reported, payments, amount_cents, refunded_cents, change_cents)
    select business_day, purpose, method, status, is_reported, sum(payments), sum(amount_cents), sum(refunded_cents), sum(change_cents)
      from gone group by grouping sets ((), (business_day), (purpose, method, status, is_reported), (business_day, purpose, method, status, is_reported)) having count(*) > 0
    on conflict on constraint season_payment_totals_key do update set
      payments = t.payments + excluded.payments, amount_cents = t.amount_cents + excluded.amount_cents, refunded_cents = t.refunded_cents + excluded.refunded_cents, change_cents = t.change_cents + excluded.change_cents)
  insert into payment_hours as t (fair_id, day, hour, business_day, payments)
    select fair_id, day, hour, business_day, sum(payments) from (select *, (hour at time zone 'UTC')::date as day from gone) each
     group by grouping sets ((day, business_day), (day, hour, business_day), (fair_id, day, hour, business_day)) having grouping(fair_id) = 1 or fair_id is not null
  on conflict on constraint payment_hours_key do update set payments = t.payments + excluded.payments;
end $$;

select recount_sales();
