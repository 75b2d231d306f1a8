-- Kept totals of orders and payments: what lists, dashboard and sales reports would otherwise count again and again.
--
-- A sale writes what it changes into …_total_changes, in its own transaction and as new rows, so that no sale waits for another.
-- fold_totals() adds these rows to the totals once a minute. What is kept at any moment is totals and changes together: the views …_sums.
-- Voided orders and payments are in none of them.

create function method_bits(methods smallint[]) returns smallint language sql immutable as
  $$ select coalesce(bit_or((1 << (method - 1))::smallint), 0::smallint) from unnest(methods) as method $$;
comment on function method_bits is 'A set of payment methods as one number: bit 0 for method 1, bit 5 for method 6.';

create function is_reported(status text, voided_by_reset_id uuid) returns boolean language sql immutable as
  $$ select status in ('completed', 'partially_refunded', 'refunded') and voided_by_reset_id is null $$;
comment on function is_reported is 'Whether an order counts in reports (domain 9.1).';

create table order_totals (
  fair_id           uuid not null references fairs,
  business_day      date not null,
  status            text not null,
  methods           smallint not null,
  orders            bigint not null,
  units             bigint not null,
  gross_cents       bigint not null,
  discount_cents    bigint not null,
  tax_cents         bigint not null,
  uncollected_cents bigint not null,
  overpaid_cents    bigint not null,
  primary key (fair_id, business_day, status, methods)
);
comment on table order_totals is 'Orders by fair, business day, status and set of methods (method_bits), so that one order counts once.';

create table order_total_changes (like order_totals, hour timestamptz not null);
comment on table order_total_changes is 'What is not in order_totals yet; negative where an order left. hour is that of sold_at.';
create index order_total_changes_fair_idx on order_total_changes (fair_id, business_day);

create table season_order_totals (
  business_day      date,
  status            text,
  methods           smallint,
  orders            bigint not null,
  units             bigint not null,
  gross_cents       bigint not null,
  discount_cents    bigint not null,
  tax_cents         bigint not null,
  uncollected_cents bigint not null,
  overpaid_cents    bigint not null,
  constraint season_order_totals_key unique nulls not distinct (business_day, status, methods),
  check ((status is null) = (methods is null))
);
comment on table season_order_totals is 'The orders of all fairs at four grains: everything, by day, by status and methods, by all three. Null is "any".';

create table order_hours (
  hour         timestamptz not null,
  business_day date not null,
  orders       bigint not null,
  primary key (hour, business_day)
);
comment on table order_hours is 'How many orders were sold in each hour: says where a page of the newest-first list begins.';

create table payment_totals (
  fair_id        uuid references fairs,
  business_day   date not null,
  purpose        text not null,
  method         smallint not null,
  status         text not null,
  is_reported    boolean not null,
  payments       bigint not null,
  amount_cents   bigint not null,
  refunded_cents bigint not null,
  change_cents   bigint not null,
  constraint payment_totals_key unique nulls not distinct (fair_id, business_day, purpose, method, status, is_reported)
);
comment on column payment_totals.is_reported is 'Their order counts in reports; false for top-ups.';

create table payment_total_changes (like payment_totals, hour timestamptz not null);
create index payment_total_changes_fair_idx on payment_total_changes (fair_id, business_day);

create table season_payment_totals (
  business_day   date,
  purpose        text,
  method         smallint,
  status         text,
  is_reported    boolean,
  payments       bigint not null,
  amount_cents   bigint not null,
  refunded_cents bigint not null,
  change_cents   bigint not null,
  constraint season_payment_totals_key unique nulls not distinct (business_day, purpose, method, status, is_reported),
  check ((status is null) = (method is null) and (status is null) = (purpose is null) and (status is null) = (is_reported is null))
);
comment on table season_payment_totals is 'The payments of all fairs at four grains, as season_order_totals.';

create table payment_hours (
  hour         timestamptz not null,
  business_day date not null,
  payments     bigint not null,
  primary key (hour, business_day)
);

create view order_sums as
  select fair_id, business_day, status, methods, orders, units, gross_cents, discount_cents, tax_cents, uncollected_cents, overpaid_cents from order_totals
  union all
  select fair_id, business_day, status, methods, orders, units, gross_cents, discount_cents, tax_cents, uncollected_cents, overpaid_cents from order_total_changes;

create view payment_sums as
  select fair_id, business_day, purpose, method, status, is_reported, payments, amount_cents, refunded_cents, change_cents from payment_totals
  union all
  select fair_id, business_day, purpose, method, status, is_reported, payments, amount_cents, refunded_cents, change_cents from payment_total_changes;

create function count_new_orders() returns trigger language plpgsql as $$
begin
  insert into order_total_changes (fair_id, business_day, status, methods, hour, orders, units, gross_cents, discount_cents, tax_cents, uncollected_cents, overpaid_cents)
  select fair_id, business_day, status, method_bits(methods), date_trunc('hour', sold_at, 'UTC'),
         count(*), sum(units), sum(gross_cents), sum(discount_cents), sum(tax_cents), sum(uncollected_cents), sum(overpaid_cents)
    from new_rows where voided_by_reset_id is null group by 1, 2, 3, 4, 5;
  return null;
end $$;

create function count_changed_orders() returns trigger language plpgsql as $$
begin
  insert into order_total_changes (fair_id, business_day, status, methods, hour, orders, units, gross_cents, discount_cents, tax_cents, uncollected_cents, overpaid_cents)
  select * from (
    select fair_id, business_day, status, method_bits(methods), date_trunc('hour', sold_at, 'UTC'), sum(sign) as orders, sum(sign * units) as units, sum(sign * gross_cents) as gross,
           sum(sign * discount_cents) as discount, sum(sign * tax_cents) as tax, sum(sign * uncollected_cents) as uncollected, sum(sign * overpaid_cents) as overpaid
      from (select 1 as sign, * from new_rows union all select -1, * from old_rows) moved
     where voided_by_reset_id is null group by 1, 2, 3, 4, 5) change
   where orders <> 0 or units <> 0 or gross <> 0 or discount <> 0 or tax <> 0 or uncollected <> 0 or overpaid <> 0;

  -- An order that begins or ceases to count in reports takes its payments along.
  insert into payment_total_changes (fair_id, business_day, purpose, method, status, is_reported, hour, payments, amount_cents, refunded_cents, change_cents)
  select p.fair_id, p.business_day, p.purpose, p.method, p.status, side.is_reported, date_trunc('hour', p.paid_at, 'UTC'),
         sum(side.sign), sum(side.sign * p.amount_cents), sum(side.sign * p.refunded_cents), sum(side.sign * p.change_cents)
    from new_rows n join old_rows o on o.id = n.id and is_reported(o.status, o.voided_by_reset_id) <> is_reported(n.status, n.voided_by_reset_id)
    join payments p on p.order_id = n.id and p.voided_by_reset_id is null
   cross join lateral (values (1, is_reported(n.status, n.voided_by_reset_id)), (-1, is_reported(o.status, o.voided_by_reset_id))) side (sign, is_reported)
   group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;

create function count_new_payments() returns trigger language plpgsql as $$
begin
  insert into payment_total_changes (fair_id, business_day, purpose, method, status, is_reported, hour, payments, amount_cents, refunded_cents, change_cents)
  select p.fair_id, p.business_day, p.purpose, p.method, p.status, coalesce(is_reported(o.status, o.voided_by_reset_id), false), date_trunc('hour', p.paid_at, 'UTC'),
         count(*), sum(p.amount_cents), sum(p.refunded_cents), sum(p.change_cents)
    from new_rows p left join orders o on o.id = p.order_id
   where p.voided_by_reset_id is null group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;

create function count_changed_payments() returns trigger language plpgsql as $$
begin
  insert into payment_total_changes (fair_id, business_day, purpose, method, status, is_reported, hour, payments, amount_cents, refunded_cents, change_cents)
  select * from (
    select p.fair_id, p.business_day, p.purpose, p.method, p.status, coalesce(is_reported(o.status, o.voided_by_reset_id), false), date_trunc('hour', p.paid_at, 'UTC'),
           sum(sign) as payments, sum(sign * p.amount_cents) as amount, sum(sign * p.refunded_cents) as refunded, sum(sign * p.change_cents) as change
      from (select 1 as sign, * from new_rows union all select -1, * from old_rows) p left join orders o on o.id = p.order_id
     where p.voided_by_reset_id is null group by 1, 2, 3, 4, 5, 6, 7) moved
   where payments <> 0 or amount <> 0 or refunded <> 0 or change <> 0;
  return null;
end $$;

create trigger orders_count_new after insert on orders referencing new table as new_rows for each statement execute function count_new_orders();
create trigger orders_count_changed after update on orders referencing old table as old_rows new table as new_rows for each statement execute function count_changed_orders();
create trigger payments_count_new after insert on payments referencing new table as new_rows for each statement execute function count_new_payments();
create trigger payments_count_changed after update on payments referencing old table as old_rows new table as new_rows for each statement execute function count_changed_payments();

create function fold_totals() returns void language plpgsql as $$
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
  insert into order_hours as t (hour, business_day, orders) select hour, business_day, sum(orders) from gone group by 1, 2
  on conflict (hour, business_day) do update set orders = t.orders + excluded.orders;

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
  insert into payment_hours as t (hour, business_day, payments) select hour, business_day, sum(payments) from gone group by 1, 2
  on conflict (hour, business_day) do update set payments = t.payments + excluded.payments;
end $$;
comment on function fold_totals is 'Adds the changes to the totals, for a fair and for all of them. Sums stay as they are, at every moment.';

create function recount_sales() returns void language plpgsql as $$
begin
  lock table orders, payments in share row exclusive mode;
  truncate order_totals, order_total_changes, season_order_totals, order_hours, payment_totals, payment_total_changes, season_payment_totals, payment_hours;
  insert into order_total_changes (fair_id, business_day, status, methods, hour, orders, units, gross_cents, discount_cents, tax_cents, uncollected_cents, overpaid_cents)
  select fair_id, business_day, status, method_bits(methods), date_trunc('hour', sold_at, 'UTC'),
         count(*), sum(units), sum(gross_cents), sum(discount_cents), sum(tax_cents), sum(uncollected_cents), sum(overpaid_cents)
    from orders where voided_by_reset_id is null group by 1, 2, 3, 4, 5;
  insert into payment_total_changes (fair_id, business_day, purpose, method, status, is_reported, hour, payments, amount_cents, refunded_cents, change_cents)
  select p.fair_id, p.business_day, p.purpose, p.method, p.status, coalesce(is_reported(o.status, o.voided_by_reset_id), false), date_trunc('hour', p.paid_at, 'UTC'),
         count(*), sum(p.amount_cents), sum(p.refunded_cents), sum(p.change_cents)
    from payments p left join orders o on o.id = p.order_id
   where p.voided_by_reset_id is null group by 1, 2, 3, 4, 5, 6, 7;
  perform fold_totals();
end $$;
comment on function recount_sales is 'Makes every kept total anew from orders and payments: for tables that were filled past the triggers.';

select recount_sales();

create index payments_top_ups_idx on payments (fair_id, business_day) where purpose = 'wallet_top_up';
create index refunds_day_idx on refunds (business_day);
create index order_lines_to_ship_idx on order_lines (order_id) where fulfilment_status = 'to_ship';
