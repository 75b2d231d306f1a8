-- Kept totals: sums and counts that lists, dashboard and reports would otherwise add up from every
-- order, line, payment, student and eWallet (decision 0020).
--
-- A sale writes its changes to …_changes as new rows, in its own transaction, so that no sale
-- waits for another. fold_totals() adds these rows to the totals once a minute. The true figure at
-- any moment is totals plus changes: the views …_sums. Voided orders and payments are in none.

create function method_bits(methods smallint[]) returns smallint language sql immutable as $$
  select coalesce(bit_or((1 << (method - 1))::smallint), 0::smallint) from unnest(methods) as method
$$;
comment on function method_bits is
  'A set of payment methods as one number: bit 0 for method 1, bit 5 for method 6.';

create function is_reported(status text, voided_by_reset_id uuid)
returns boolean language sql immutable as $$
  select status in ('completed', 'partially_refunded', 'refunded') and voided_by_reset_id is null
$$;
comment on function is_reported is 'True if an order counts in reports (domain 9.1).';

-- Orders and payments, by fair and for the season.

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
comment on table order_totals is
  'Orders by fair, business day, status and set of methods (method_bits), so that each order '
  'counts once.';
create index order_totals_day_idx on order_totals (business_day);

create table order_total_changes (like order_totals, hour timestamptz not null);
comment on table order_total_changes is
  'Changes not yet in order_totals; negative where an order left. hour is the hour of sold_at.';
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
comment on table season_order_totals is
  'Orders of all fairs at four levels: all, by day, by status and methods, by all three. Null '
  'means any.';

create table order_hours (
  fair_id      uuid references fairs,
  day          date not null,
  hour         timestamptz,
  business_day date not null,
  orders       bigint not null,
  constraint order_hours_key unique nulls not distinct (fair_id, hour, day, business_day),
  check (fair_id is null or hour is not null)
);
comment on table order_hours is
  'Number of orders sold in each hour, at three levels: a day of all fairs, an hour of all fairs, '
  'an hour of a fair. Finds the start of a deep page in a newest-first list. Null means any; day '
  'is the UTC day.';
create index order_hours_days_idx on order_hours (day) include (business_day, orders)
  where fair_id is null and hour is null;

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
  constraint payment_totals_key
    unique nulls not distinct (fair_id, business_day, purpose, method, status, is_reported)
);
comment on table payment_totals is
  'Payments by fair, business day, purpose, method and status; fair_id is null for top-ups made '
  'outside of a fair.';
comment on column payment_totals.is_reported is
  'Their order counts in reports; false for top-ups.';

create table payment_total_changes (like payment_totals, hour timestamptz not null);
comment on table payment_total_changes is
  'Changes not yet in payment_totals; hour is the hour of paid_at.';
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
  constraint season_payment_totals_key
    unique nulls not distinct (business_day, purpose, method, status, is_reported),
  check (
    (status is null) = (method is null)
    and (status is null) = (purpose is null)
    and (status is null) = (is_reported is null)
  )
);
comment on table season_payment_totals is
  'Payments of all fairs at four levels, as in season_order_totals.';

create table payment_hours (
  fair_id      uuid references fairs,
  day          date not null,
  hour         timestamptz,
  business_day date not null,
  payments     bigint not null,
  constraint payment_hours_key unique nulls not distinct (fair_id, hour, day, business_day),
  check (fair_id is null or hour is not null)
);
comment on table payment_hours is
  'Number of payments made in each hour, at the levels of order_hours; payments without a fair '
  'are only in the first two.';
create index payment_hours_days_idx on payment_hours (day) include (business_day, payments)
  where fair_id is null and hour is null;

create view order_sums as
  select
    fair_id, business_day, status, methods, orders, units, gross_cents, discount_cents, tax_cents,
    uncollected_cents, overpaid_cents
  from order_totals
  union all
  select
    fair_id, business_day, status, methods, orders, units, gross_cents, discount_cents, tax_cents,
    uncollected_cents, overpaid_cents
  from order_total_changes;
comment on view order_sums is 'order_totals and the changes not yet in it; add the rows up.';

create view payment_sums as
  select
    fair_id, business_day, purpose, method, status, is_reported, payments, amount_cents,
    refunded_cents, change_cents
  from payment_totals
  union all
  select
    fair_id, business_day, purpose, method, status, is_reported, payments, amount_cents,
    refunded_cents, change_cents
  from payment_total_changes;
comment on view payment_sums is 'payment_totals and the changes not yet in it; add the rows up.';

create function count_new_orders() returns trigger language plpgsql as $$
begin
  insert into order_total_changes (
    fair_id, business_day, status, methods, hour, orders, units, gross_cents, discount_cents,
    tax_cents, uncollected_cents, overpaid_cents
  )
  select
    fair_id, business_day, status, method_bits(methods), date_trunc('hour', sold_at, 'UTC'),
    count(*), sum(units), sum(gross_cents), sum(discount_cents), sum(tax_cents),
    sum(uncollected_cents), sum(overpaid_cents)
  from new_rows
  where voided_by_reset_id is null
  group by 1, 2, 3, 4, 5;
  return null;
end $$;
comment on function count_new_orders is 'Adds new orders to order_total_changes.';

create function count_changed_orders() returns trigger language plpgsql as $$
begin
  insert into order_total_changes (
    fair_id, business_day, status, methods, hour, orders, units, gross_cents, discount_cents,
    tax_cents, uncollected_cents, overpaid_cents
  )
  select * from (
    select
      fair_id, business_day, status, method_bits(methods), date_trunc('hour', sold_at, 'UTC'),
      sum(sign) as orders,
      sum(sign * units) as units,
      sum(sign * gross_cents) as gross,
      sum(sign * discount_cents) as discount,
      sum(sign * tax_cents) as tax,
      sum(sign * uncollected_cents) as uncollected,
      sum(sign * overpaid_cents) as overpaid
    from (select 1 as sign, * from new_rows union all select -1, * from old_rows) moved
    where voided_by_reset_id is null
    group by 1, 2, 3, 4, 5
  ) change
  where orders <> 0 or units <> 0 or gross <> 0 or discount <> 0 or tax <> 0 or uncollected <> 0
    or overpaid <> 0;

  -- An order that starts or stops counting in reports takes its payments along.
  insert into payment_total_changes (
    fair_id, business_day, purpose, method, status, is_reported, hour, payments, amount_cents,
    refunded_cents, change_cents
  )
  select
    p.fair_id, p.business_day, p.purpose, p.method, p.status, side.is_reported,
    date_trunc('hour', p.paid_at, 'UTC'), sum(side.sign), sum(side.sign * p.amount_cents),
    sum(side.sign * p.refunded_cents), sum(side.sign * p.change_cents)
  from new_rows n
  join old_rows o
    on o.id = n.id
    and is_reported(o.status, o.voided_by_reset_id) <> is_reported(n.status, n.voided_by_reset_id)
  join payments p on p.order_id = n.id and p.voided_by_reset_id is null
  cross join lateral (values
    (1, is_reported(n.status, n.voided_by_reset_id)),
    (-1, is_reported(o.status, o.voided_by_reset_id))
  ) side (sign, is_reported)
  group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;
comment on function count_changed_orders is
  'Adds the difference that an update of orders makes to order_total_changes.';

create function count_new_payments() returns trigger language plpgsql as $$
begin
  insert into payment_total_changes (
    fair_id, business_day, purpose, method, status, is_reported, hour, payments, amount_cents,
    refunded_cents, change_cents
  )
  select
    p.fair_id, p.business_day, p.purpose, p.method, p.status,
    coalesce(is_reported(o.status, o.voided_by_reset_id), false),
    date_trunc('hour', p.paid_at, 'UTC'), count(*), sum(p.amount_cents), sum(p.refunded_cents),
    sum(p.change_cents)
  from new_rows p
  left join orders o on o.id = p.order_id
  where p.voided_by_reset_id is null
  group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;
comment on function count_new_payments is 'Adds new payments to payment_total_changes.';

create function count_changed_payments() returns trigger language plpgsql as $$
begin
  insert into payment_total_changes (
    fair_id, business_day, purpose, method, status, is_reported, hour, payments, amount_cents,
    refunded_cents, change_cents
  )
  select * from (
    select
      p.fair_id, p.business_day, p.purpose, p.method, p.status,
      coalesce(is_reported(o.status, o.voided_by_reset_id), false),
      date_trunc('hour', p.paid_at, 'UTC'),
      sum(sign) as payments,
      sum(sign * p.amount_cents) as amount,
      sum(sign * p.refunded_cents) as refunded,
      sum(sign * p.change_cents) as change
    from (select 1 as sign, * from new_rows union all select -1, * from old_rows) p
    left join orders o on o.id = p.order_id
    where p.voided_by_reset_id is null
    group by 1, 2, 3, 4, 5, 6, 7
  ) moved
  where payments <> 0 or amount <> 0 or refunded <> 0 or change <> 0;
  return null;
end $$;
comment on function count_changed_payments is
  'Adds the difference that an update of payments makes to payment_total_changes.';

create trigger orders_count_new after insert on orders
  referencing new table as new_rows
  for each statement execute function count_new_orders();
create trigger orders_count_changed after update on orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_orders();
create trigger payments_count_new after insert on payments
  referencing new table as new_rows
  for each statement execute function count_new_payments();
create trigger payments_count_changed after update on payments
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_payments();

create function fold_order_totals() returns void language plpgsql as $$
begin
  -- One fold at a time; a second one leaves it to the first.
  if not pg_try_advisory_xact_lock(hashtextextended('fold totals', 0)) then return; end if;
  with gone as (
    delete from order_total_changes returning *
  ),
  of_fairs as (
    insert into order_totals as t (
      fair_id, business_day, status, methods, orders, units, gross_cents, discount_cents,
      tax_cents, uncollected_cents, overpaid_cents
    )
    select
      fair_id, business_day, status, methods, sum(orders), sum(units), sum(gross_cents),
      sum(discount_cents), sum(tax_cents), sum(uncollected_cents), sum(overpaid_cents)
    from gone
    group by 1, 2, 3, 4
    on conflict (fair_id, business_day, status, methods) do update set
      orders = t.orders + excluded.orders,
      units = t.units + excluded.units,
      gross_cents = t.gross_cents + excluded.gross_cents,
      discount_cents = t.discount_cents + excluded.discount_cents,
      tax_cents = t.tax_cents + excluded.tax_cents,
      uncollected_cents = t.uncollected_cents + excluded.uncollected_cents,
      overpaid_cents = t.overpaid_cents + excluded.overpaid_cents
  ),
  of_season as (
    insert into season_order_totals as t (
      business_day, status, methods, orders, units, gross_cents, discount_cents, tax_cents,
      uncollected_cents, overpaid_cents
    )
    select
      business_day, status, methods, sum(orders), sum(units), sum(gross_cents),
      sum(discount_cents), sum(tax_cents), sum(uncollected_cents), sum(overpaid_cents)
    from gone
    group by grouping sets (
      (), (business_day), (status, methods), (business_day, status, methods)
    )
    having count(*) > 0
    on conflict (business_day, status, methods) do update set
      orders = t.orders + excluded.orders,
      units = t.units + excluded.units,
      gross_cents = t.gross_cents + excluded.gross_cents,
      discount_cents = t.discount_cents + excluded.discount_cents,
      tax_cents = t.tax_cents + excluded.tax_cents,
      uncollected_cents = t.uncollected_cents + excluded.uncollected_cents,
      overpaid_cents = t.overpaid_cents + excluded.overpaid_cents
  )
  insert into order_hours as t (fair_id, day, hour, business_day, orders)
  select fair_id, day, hour, business_day, sum(orders)
  from (select *, (hour at time zone 'UTC')::date as day from gone) each
  group by grouping sets (
    (day, business_day), (day, hour, business_day), (fair_id, day, hour, business_day)
  )
  on conflict on constraint order_hours_key do update set orders = t.orders + excluded.orders;

  with gone as (
    delete from payment_total_changes returning *
  ),
  of_fairs as (
    insert into payment_totals as t (
      fair_id, business_day, purpose, method, status, is_reported, payments, amount_cents,
      refunded_cents, change_cents
    )
    select
      fair_id, business_day, purpose, method, status, is_reported, sum(payments),
      sum(amount_cents), sum(refunded_cents), sum(change_cents)
    from gone
    group by 1, 2, 3, 4, 5, 6
    on conflict on constraint payment_totals_key do update set
      payments = t.payments + excluded.payments,
      amount_cents = t.amount_cents + excluded.amount_cents,
      refunded_cents = t.refunded_cents + excluded.refunded_cents,
      change_cents = t.change_cents + excluded.change_cents
  ),
  of_season as (
    insert into season_payment_totals as t (
      business_day, purpose, method, status, is_reported, payments, amount_cents, refunded_cents,
      change_cents
    )
    select
      business_day, purpose, method, status, is_reported, sum(payments), sum(amount_cents),
      sum(refunded_cents), sum(change_cents)
    from gone
    group by grouping sets (
      (), (business_day), (purpose, method, status, is_reported),
      (business_day, purpose, method, status, is_reported)
    )
    having count(*) > 0
    on conflict on constraint season_payment_totals_key do update set
      payments = t.payments + excluded.payments,
      amount_cents = t.amount_cents + excluded.amount_cents,
      refunded_cents = t.refunded_cents + excluded.refunded_cents,
      change_cents = t.change_cents + excluded.change_cents
  )
  insert into payment_hours as t (fair_id, day, hour, business_day, payments)
  select fair_id, day, hour, business_day, sum(payments)
  from (select *, (hour at time zone 'UTC')::date as day from gone) each
  group by grouping sets (
    (day, business_day), (day, hour, business_day), (fair_id, day, hour, business_day)
  )
  having grouping(fair_id) = 1 or fair_id is not null
  on conflict on constraint payment_hours_key do update set
    payments = t.payments + excluded.payments;
end $$;
comment on function fold_order_totals is
  'Adds the changes of orders and payments to their totals; the sums stay the same.';

-- Titles, refunds and eWallets of the season. A sale only writes which orders start or stop
-- counting in reports. fold_title_totals() looks up their figures outside of any sale, and so does
-- any earlier reader (the views …_moves): nothing that an order or refund adds here ever changes.

create table sale_changes (
  order_id  uuid not null,
  refund_id uuid,
  sign      smallint not null check (sign in (-1, 1))
);
comment on table sale_changes is
  'Orders, or their refunds, that now count in reports (1) or no longer do (-1), not yet in the '
  'totals of the season.';

create table season_title_totals (
  business_day date not null,
  title_id     uuid not null references titles,
  units        integer not null,
  net_cents    bigint not null,
  primary key (business_day, title_id)
);
comment on table season_title_totals is
  'Reported sales of each title at all fairs by day, less its refunds of that day.';

create table season_refund_totals (
  business_day date primary key,
  units        bigint not null,
  net_cents    bigint not null,
  tax_cents    bigint not null,
  total_cents  bigint not null
);
comment on table season_refund_totals is 'Refunds of reported orders at all fairs by day.';

create table season_given_back_totals (
  business_day date not null,
  method       smallint not null,
  paid_out_as  smallint not null,
  amount_cents bigint not null,
  primary key (business_day, method, paid_out_as)
);
comment on table season_given_back_totals is
  'Money that the refunds of season_refund_totals gave back, by the tender that they reduce and '
  'by the way it was paid out.';

create table wallet_total (
  id            boolean primary key default true check (id),
  balance_cents bigint not null default 0
);
comment on table wallet_total is 'One row: the sum of the balances of all eWallets.';
insert into wallet_total default values;

create table wallet_total_changes (balance_cents bigint not null);
comment on table wallet_total_changes is 'Changes not yet in wallet_total.';

create view title_moves as
  select
    o.business_day,
    l.title_id,
    c.sign * l.quantity as units,
    c.sign * l.net_cents as net_cents
  from sale_changes c
  join orders o on o.id = c.order_id
  join order_lines l on l.order_id = o.id
  where c.refund_id is null and l.title_id is not null
  union all
  select r.business_day, l.title_id, -c.sign * x.quantity, -c.sign * x.net_cents
  from sale_changes c
  join refunds r on r.id = c.refund_id
  join refund_lines x on x.refund_id = r.id
  join order_lines l on l.id = x.order_line_id
  where l.title_id is not null;
comment on view title_moves is 'Figures that sale_changes will add to season_title_totals.';

create view refund_moves as
  select
    r.business_day,
    c.sign * r.units as units,
    c.sign * r.net_cents as net_cents,
    c.sign * r.tax_cents as tax_cents,
    c.sign * r.total_cents as total_cents
  from sale_changes c
  join refunds r on r.id = c.refund_id;
comment on view refund_moves is 'Figures that sale_changes will add to season_refund_totals.';

create view given_back_moves as
  select r.business_day, t.method, t.paid_out_as, c.sign * t.amount_cents as amount_cents
  from sale_changes c
  join refunds r on r.id = c.refund_id
  join refund_tenders t on t.refund_id = r.id;
comment on view given_back_moves is
  'Figures that sale_changes will add to season_given_back_totals.';

create view season_title_sums as
  select business_day, title_id, units, net_cents from season_title_totals
  union all
  select business_day, title_id, units, net_cents from title_moves;
comment on view season_title_sums is
  'season_title_totals and the changes not yet in it; add the rows up.';

create view season_refund_sums as
  select business_day, units, net_cents, tax_cents, total_cents from season_refund_totals
  union all
  select business_day, units, net_cents, tax_cents, total_cents from refund_moves;
comment on view season_refund_sums is
  'season_refund_totals and the changes not yet in it; add the rows up.';

create view season_given_back_sums as
  select business_day, method, paid_out_as, amount_cents from season_given_back_totals
  union all
  select business_day, method, paid_out_as, amount_cents from given_back_moves;
comment on view season_given_back_sums is
  'season_given_back_totals and the changes not yet in it; add the rows up.';

create view wallet_sum as
  select sum(balance_cents)::bigint as balance_cents
  from (
    select balance_cents from wallet_total
    union all
    select balance_cents from wallet_total_changes
  ) moved;
comment on view wallet_sum is 'One row: the sum of the balances of all eWallets at this moment.';

create function note_new_sales() returns trigger language plpgsql as $$
begin
  insert into sale_changes (order_id, sign)
  select id, 1 from new_rows where is_reported(status, voided_by_reset_id);
  return null;
end $$;
comment on function note_new_sales is 'Adds new orders to sale_changes.';

create function note_changed_sales() returns trigger language plpgsql as $$
begin
  -- An order that starts or stops counting takes its refunds along.
  insert into sale_changes (order_id, refund_id, sign)
  select
    n.id,
    part.refund_id,
    case when is_reported(n.status, n.voided_by_reset_id) then 1 else -1 end
  from new_rows n
  join old_rows o
    on o.id = n.id
    and is_reported(o.status, o.voided_by_reset_id) <> is_reported(n.status, n.voided_by_reset_id)
  cross join lateral (
    select null::uuid as refund_id
    union all
    select r.id from refunds r where r.order_id = n.id
  ) part;
  return null;
end $$;
comment on function note_changed_sales is
  'Adds orders that start or stop counting in reports to sale_changes.';

create function note_new_refunds() returns trigger language plpgsql as $$
begin
  insert into sale_changes (order_id, refund_id, sign)
  select o.id, n.id, 1
  from new_rows n
  join orders o on o.id = n.order_id
  where is_reported(o.status, o.voided_by_reset_id);
  return null;
end $$;
comment on function note_new_refunds is 'Adds new refunds to sale_changes.';

create function count_new_wallets() returns trigger language plpgsql as $$
begin
  insert into wallet_total_changes (balance_cents)
  select sum(balance_cents) from new_rows having sum(balance_cents) <> 0;
  return null;
end $$;
comment on function count_new_wallets is 'Adds new eWallets to wallet_total_changes.';

create function count_changed_wallets() returns trigger language plpgsql as $$
begin
  insert into wallet_total_changes (balance_cents)
  select sum(moved)
  from (
    select balance_cents as moved from new_rows
    union all
    select -balance_cents from old_rows
  ) sides
  having sum(moved) <> 0;
  return null;
end $$;
comment on function count_changed_wallets is
  'Adds the difference that an update of eWallets makes to wallet_total_changes.';

create trigger orders_note_new after insert on orders
  referencing new table as new_rows
  for each statement execute function note_new_sales();
create trigger orders_note_changed after update on orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_changed_sales();
create trigger refunds_note_new after insert on refunds
  referencing new table as new_rows
  for each statement execute function note_new_refunds();
create trigger wallets_count_new after insert on wallets
  referencing new table as new_rows
  for each statement execute function count_new_wallets();
create trigger wallets_count_changed after update on wallets
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_wallets();

create function fold_title_totals() returns void language plpgsql as $$
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
  'Adds the changes of titles, refunds and eWallets to their totals; the sums stay the same.';

create function fold_totals() returns void language plpgsql as $$
begin
  perform fold_order_totals();
  perform fold_title_totals();
end $$;
comment on function fold_totals is
  'Adds the changes to the totals of each fair and of the season; the sums stay the same.';

-- Students of each school.

create table student_counts (
  school_id uuid not null references schools,
  status    text not null,
  students  bigint not null,
  primary key (school_id, status)
);
comment on table student_counts is
  'Number of students by school and status, kept by the triggers of students; a sale changes none.';

create function count_new_students() returns trigger language plpgsql as $$
begin
  insert into student_counts as c (school_id, status, students)
  select school_id, status, count(*)
  from new_rows
  group by 1, 2
  order by 1, 2
  on conflict (school_id, status) do update set students = c.students + excluded.students;
  return null;
end $$;
comment on function count_new_students is 'Adds new students to student_counts.';

create function count_changed_students() returns trigger language plpgsql as $$
begin
  insert into student_counts as c (school_id, status, students)
  select school_id, status, sum(sign)
  from (
    select 1 as sign, school_id, status from new_rows
    union all
    select -1, school_id, status from old_rows
  ) moved
  group by 1, 2
  having sum(sign) <> 0
  order by 1, 2
  on conflict (school_id, status) do update set students = c.students + excluded.students;
  return null;
end $$;
comment on function count_changed_students is
  'Moves students whose school or status changed in student_counts.';

create function count_gone_students() returns trigger language plpgsql as $$
begin
  insert into student_counts as c (school_id, status, students)
  select school_id, status, -count(*)
  from old_rows
  group by 1, 2
  order by 1, 2
  on conflict (school_id, status) do update set students = c.students + excluded.students;
  return null;
end $$;
comment on function count_gone_students is 'Takes deleted students out of student_counts.';

create trigger students_count_new after insert on students
  referencing new table as new_rows
  for each statement execute function count_new_students();
create trigger students_count_changed after update on students
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_students();
create trigger students_count_gone after delete on students
  referencing old table as old_rows
  for each statement execute function count_gone_students();

-- Recounts, for tables that were filled with their triggers disabled.

create function recount_orders() returns void language plpgsql as $$
begin
  lock table orders, payments in share row exclusive mode;
  truncate order_totals, order_total_changes, season_order_totals, order_hours, payment_totals,
    payment_total_changes, season_payment_totals, payment_hours;
  insert into order_total_changes (
    fair_id, business_day, status, methods, hour, orders, units, gross_cents, discount_cents,
    tax_cents, uncollected_cents, overpaid_cents
  )
  select
    fair_id, business_day, status, method_bits(methods), date_trunc('hour', sold_at, 'UTC'),
    count(*), sum(units), sum(gross_cents), sum(discount_cents), sum(tax_cents),
    sum(uncollected_cents), sum(overpaid_cents)
  from orders
  where voided_by_reset_id is null
  group by 1, 2, 3, 4, 5;
  insert into payment_total_changes (
    fair_id, business_day, purpose, method, status, is_reported, hour, payments, amount_cents,
    refunded_cents, change_cents
  )
  select
    p.fair_id, p.business_day, p.purpose, p.method, p.status,
    coalesce(is_reported(o.status, o.voided_by_reset_id), false),
    date_trunc('hour', p.paid_at, 'UTC'), count(*), sum(p.amount_cents), sum(p.refunded_cents),
    sum(p.change_cents)
  from payments p
  left join orders o on o.id = p.order_id
  where p.voided_by_reset_id is null
  group by 1, 2, 3, 4, 5, 6, 7;
  perform fold_totals();
end $$;
comment on function recount_orders is 'Rebuilds the totals of orders and payments.';

create function recount_titles() returns void language plpgsql as $$
begin
  lock table orders, refunds, wallets in share row exclusive mode;
  truncate sale_changes, season_title_totals, season_refund_totals, season_given_back_totals,
    wallet_total_changes;
  insert into season_title_totals (business_day, title_id, units, net_cents)
  select business_day, title_id, sum(units), sum(net_cents)
  from (
    select o.business_day, l.title_id, l.quantity as units, l.net_cents
    from orders o
    join order_lines l on l.order_id = o.id
    where is_reported(o.status, o.voided_by_reset_id) and l.title_id is not null
    union all
    select r.business_day, l.title_id, -x.quantity, -x.net_cents
    from refunds r
    join orders o on o.id = r.order_id
    join refund_lines x on x.refund_id = r.id
    join order_lines l on l.id = x.order_line_id
    where is_reported(o.status, o.voided_by_reset_id) and l.title_id is not null
  ) counted
  group by 1, 2
  order by 1, 2;
  insert into season_refund_totals (business_day, units, net_cents, tax_cents, total_cents)
  select r.business_day, sum(r.units), sum(r.net_cents), sum(r.tax_cents), sum(r.total_cents)
  from refunds r
  join orders o on o.id = r.order_id
  where is_reported(o.status, o.voided_by_reset_id)
  group by 1;
  insert into season_given_back_totals (business_day, method, paid_out_as, amount_cents)
  select r.business_day, t.method, t.paid_out_as, sum(t.amount_cents)
  from refunds r
  join orders o on o.id = r.order_id
  join refund_tenders t on t.refund_id = r.id
  where is_reported(o.status, o.voided_by_reset_id)
  group by 1, 2, 3;
  update wallet_total
  set balance_cents = (select coalesce(sum(balance_cents), 0) from wallets);
end $$;
comment on function recount_titles is 'Rebuilds the totals of titles, refunds and eWallets.';

create function recount_sales() returns void language plpgsql as $$
begin
  perform recount_orders();
  perform recount_titles();
end $$;
comment on function recount_sales is
  'Rebuilds every kept total from orders, refunds, payments and eWallets.';

create function recount_students() returns void language plpgsql as $$
begin
  lock table students in share row exclusive mode;
  truncate student_counts;
  insert into student_counts (school_id, status, students)
  select school_id, status, count(*) from students group by 1, 2;
end $$;
comment on function recount_students is 'Rebuilds student_counts.';
