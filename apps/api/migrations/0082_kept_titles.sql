-- Kept totals of what all fairs sold of each title and refunded on each day, and of what is on all eWallets: what the dashboard would otherwise
-- add up from every order, line and wallet.
--
-- A sale writes which orders begin or cease to count in reports, not what they add up to: fold_totals() looks that up once a minute, outside of
-- any sale, and so does whoever reads before (the views …_sums). Nothing that an order or a refund adds to these totals ever changes.

create table sale_changes (
  order_id  uuid not null,
  refund_id uuid,
  sign      smallint not null check (sign in (-1, 1))
);
comment on table sale_changes is 'Orders, or refunds of theirs, that count in reports now (1) or no longer do (-1), and are not in the totals of the season yet.';

create table season_title_totals (
  business_day date not null,
  title_id     uuid not null references titles,
  units        integer not null,
  net_cents    bigint not null,
  primary key (business_day, title_id)
);
comment on table season_title_totals is 'Reported sales of each title at all fairs by day, less what was refunded of it on that day.';

create table season_refund_totals (
  business_day date primary key,
  units        bigint not null,
  net_cents    bigint not null,
  tax_cents    bigint not null,
  total_cents  bigint not null
);

create table season_given_back_totals (
  business_day date not null,
  method       smallint not null,
  paid_out_as  smallint not null,
  amount_cents bigint not null,
  primary key (business_day, method, paid_out_as)
);
comment on table season_given_back_totals is 'What the refunds of season_refund_totals gave back: by the tender that they reduce and by how it was paid out.';

create table wallet_total (
  id            boolean primary key default true check (id),
  balance_cents bigint not null default 0
);
insert into wallet_total default values;
create table wallet_total_changes (balance_cents bigint not null);

create view title_moves as
  select o.business_day, l.title_id, c.sign * l.quantity as units, c.sign * l.net_cents as net_cents
    from sale_changes c join orders o on o.id = c.order_id join order_lines l on l.order_id = o.id
   where c.refund_id is null and l.title_id is not null
  union all
  select r.business_day, l.title_id, -c.sign * x.quantity, -c.sign * x.net_cents
    from sale_changes c join refunds r on r.id = c.refund_id join refund_lines x on x.refund_id = r.id join order_lines l on l.id = x.order_line_id
   where l.title_id is not null;
comment on view title_moves is 'What sale_changes will add to season_title_totals.';

create view refund_moves as
  select r.business_day, c.sign * r.units as units, c.sign * r.net_cents as net_cents, c.sign * r.tax_cents as tax_cents, c.sign * r.total_cents as total_cents
    from sale_changes c join refunds r on r.id = c.refund_id;

create view given_back_moves as
  select r.business_day, t.method, t.paid_out_as, c.sign * t.amount_cents as amount_cents
    from sale_changes c join refunds r on r.id = c.refund_id join refund_tenders t on t.refund_id = r.id;

create view season_title_sums as
  select business_day, title_id, units, net_cents from season_title_totals
  union all
  select business_day, title_id, units, net_cents from title_moves;

create view season_refund_sums as
  select business_day, units, net_cents, tax_cents, total_cents from season_refund_totals
  union all
  select business_day, units, net_cents, tax_cents, total_cents from refund_moves;

create view season_given_back_sums as
  select business_day, method, paid_out_as, amount_cents from season_given_back_totals
  union all
  select business_day, method, paid_out_as, amount_cents from given_back_moves;

create view wallet_sum as
  select sum(balance_cents)::bigint as balance_cents from (select balance_cents from wallet_total union all select balance_cents from wallet_total_changes) moved;

create function note_new_sales() returns trigger language plpgsql as $$
begin
  insert into sale_changes (order_id, sign) select id, 1 from new_rows where is_reported(status, voided_by_reset_id);
  return null;
end $$;

create function note_changed_sales() returns trigger language plpgsql as $$
begin
  -- An order that begins or ceases to count takes its refunds along.
  insert into sale_changes (order_id, refund_id, sign)
  select n.id, part.refund_id, case when is_reported(n.status, n.voided_by_reset_id) then 1 else -1 end
    from new_rows n join old_rows o on o.id = n.id and is_reported(o.status, o.voided_by_reset_id) <> is_reported(n.status, n.voided_by_reset_id)
   cross join lateral (select null::uuid as refund_id union all select r.id from refunds r where r.order_id = n.id) part;
  return null;
end $$;

create function note_new_refunds() returns trigger language plpgsql as $$
begin
  insert into sale_changes (order_id, refund_id, sign)
  select o.id, n.id, 1 from new_rows n join orders o on o.id = n.order_id where is_reported(o.status, o.voided_by_reset_id);
  return null;
end $$;

create function count_new_wallets() returns trigger language plpgsql as $$
begin
  insert into wallet_total_changes select sum(balance_cents) from new_rows having sum(balance_cents) <> 0;
  return null;
end $$;

create function count_changed_wallets() returns trigger language plpgsql as $$
begin
  insert into wallet_total_changes
  select sum(moved) from (select balance_cents as moved from new_rows union all select -balance_cents from old_rows) sides having sum(moved) <> 0;
  return null;
end $$;

create trigger orders_note_new after insert on orders referencing new table as new_rows for each statement execute function note_new_sales();
create trigger orders_note_changed after update on orders referencing old table as old_rows new table as new_rows for each statement execute function note_changed_sales();
create trigger refunds_note_new after insert on refunds referencing new table as new_rows for each statement execute function note_new_refunds();
create trigger wallets_count_new after insert on wallets referencing new table as new_rows for each statement execute function count_new_wallets();
create trigger wallets_count_changed after update on wallets referencing old table as old_rows new table as new_rows for each statement execute function count_changed_wallets();

alter function fold_totals rename to fold_order_totals;

create function fold_title_totals() returns void language plpgsql as $$
begin
  -- One at a time; whoever comes meanwhile leaves it at that.
  if not pg_try_advisory_xact_lock(hashtextextended('fold titles', 0)) then return; end if;
  -- One statement, so that what is added up is what is taken away.
  with gone as (delete from sale_changes),
  of_titles as (
    insert into season_title_totals as t (business_day, title_id, units, net_cents)
    select business_day, title_id, sum(units), sum(net_cents) from title_moves group by 1, 2 order by 1, 2
    on conflict (business_day, title_id) do update set units = t.units + excluded.units, net_cents = t.net_cents + excluded.net_cents),
  of_refunds as (
    insert into season_refund_totals as t (business_day, units, net_cents, tax_cents, total_cents)
    select business_day, sum(units), sum(net_cents), sum(tax_cents), sum(total_cents) from refund_moves group by 1
    on conflict (business_day) do update set
      units = t.units + excluded.units, net_cents = t.net_cents + excluded.net_cents, tax_cents = t.tax_cents + excluded.tax_cents, total_cents = t.total_cents + excluded.total_cents)
  insert into season_given_back_totals as t (business_day, method, paid_out_as, amount_cents)
  select business_day, method, paid_out_as, sum(amount_cents) from given_back_moves group by 1, 2, 3
  on conflict (business_day, method, paid_out_as) do update set amount_cents = t.amount_cents + excluded.amount_cents;

  with gone as (delete from wallet_total_changes returning balance_cents)
  update wallet_total t set balance_cents = t.balance_cents + moved.cents from (select sum(balance_cents) as cents from gone) moved where moved.cents is not null;
end $$;

create function fold_totals() returns void language plpgsql as $$
begin
  perform fold_order_totals();
  perform fold_title_totals();
end $$;
comment on function fold_totals is 'Adds the changes to the totals, for a fair and for all of them. Sums stay as they are, at every moment.';

create function recount_titles() returns void language plpgsql as $$
begin
  lock table orders, refunds, wallets in share row exclusive mode;
  truncate sale_changes, season_title_totals, season_refund_totals, season_given_back_totals, wallet_total_changes;
  insert into season_title_totals (business_day, title_id, units, net_cents)
  select business_day, title_id, sum(units), sum(net_cents) from (
    select o.business_day, l.title_id, l.quantity as units, l.net_cents
      from orders o join order_lines l on l.order_id = o.id where is_reported(o.status, o.voided_by_reset_id) and l.title_id is not null
    union all
    select r.business_day, l.title_id, -x.quantity, -x.net_cents
      from refunds r join orders o on o.id = r.order_id join refund_lines x on x.refund_id = r.id join order_lines l on l.id = x.order_line_id
     where is_reported(o.status, o.voided_by_reset_id) and l.title_id is not null) counted group by 1, 2 order by 1, 2;
  insert into season_refund_totals (business_day, units, net_cents, tax_cents, total_cents)
  select r.business_day, sum(r.units), sum(r.net_cents), sum(r.tax_cents), sum(r.total_cents)
    from refunds r join orders o on o.id = r.order_id where is_reported(o.status, o.voided_by_reset_id) group by 1;
  insert into season_given_back_totals (business_day, method, paid_out_as, amount_cents)
  select r.business_day, t.method, t.paid_out_as, sum(t.amount_cents)
    from refunds r join orders o on o.id = r.order_id join refund_tenders t on t.refund_id = r.id where is_reported(o.status, o.voided_by_reset_id) group by 1, 2, 3;
  update wallet_total set balance_cents = (select coalesce(sum(balance_cents), 0) from wallets);
end $$;

alter function recount_sales rename to recount_orders;
create function recount_sales() returns void language plpgsql as $$
begin
  perform recount_orders();
  perform recount_titles();
end $$;
comment on function recount_sales is 'Makes every kept total anew from orders, refunds, payments and wallets: for tables that were filled past the triggers.';

select recount_titles();

-- The name that a title was sold under last is found from its newest line back.
drop index order_lines_title_idx;
create index order_lines_title_idx on order_lines (title_id, id);
