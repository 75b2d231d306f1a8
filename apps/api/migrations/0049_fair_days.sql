-- The book of figures: what was sold, paid and given back at each fair on each day (docs/reading-fast.md).
-- Figures of a fair and day are made from rows, and made anew once the day was touched; nothing is
-- ever added to them. Readers count the days touched since, in the same snapshot.
-- expands

create table fair_days_touched (
  fair_id uuid not null,
  day     date not null,
  at      timestamptz not null default now()
);
comment on table fair_days_touched is
  'Days of fairs whose figures were not made again since a change, which wrote them in its own '
  'transaction, as new rows: no sale waits for another.';
comment on column fair_days_touched.fair_id is
  'All zeros for what has no fair: top-ups elsewhere, and the entries of eWallets.';
create index fair_days_touched_day_idx on fair_days_touched (day, fair_id);

create function figure(figures jsonb, name text) returns bigint language sql immutable as $$
  select coalesce((figures ->> name)::bigint, 0)
$$;
comment on function figure is 'One of the figures; 0 if they do not have it.';

create table fair_days (
  fair_id       uuid,
  day           date not null,
  sales         jsonb not null,
  parts         jsonb not null,
  orders        bigint not null generated always as (figure(sales, 'orders')) stored,
  net_cents     bigint not null generated always as (
    figure(sales, 'grossCents') - figure(sales, 'discountCents') - figure(sales, 'refundNetCents')
  ) stored,
  refunds_cents bigint not null generated always as (figure(sales, 'refundNetCents')) stored,
  constraint fair_days_key unique nulls not distinct (fair_id, day)
);
comment on table fair_days is
  'Figures of each fair and day, and of all fairs by day (fair_id null), as made last.';
comment on column fair_days.sales is 'Those of sales_figures, without zeros.';
comment on column fair_days.parts is 'Those of part_figures, without zeros; none for all fairs.';
create index fair_days_day_idx on fair_days (day);

create table fair_day_orders (
  fair_id            uuid,
  day                date not null,
  status             text not null,
  methods            smallint not null,
  orders             bigint not null,
  net_cents          bigint not null,
  refunded_net_cents bigint not null,
  constraint fair_day_orders_key unique nulls not distinct (fair_id, day, status, methods)
);
comment on table fair_day_orders is
  'Orders of each fair and day, and of all fairs by day, by status and set of methods (method_bits): '
  'each order counts once. Voided orders are in none.';
create index fair_day_orders_day_idx on fair_day_orders (day);

create table fair_day_payments (
  fair_id        uuid,
  day            date not null,
  purpose        text not null,
  method         smallint not null,
  status         text not null,
  payments       bigint not null,
  amount_cents   bigint not null,
  refunded_cents bigint not null,
  constraint fair_day_payments_key
    unique nulls not distinct (fair_id, day, purpose, method, status)
);
comment on table fair_day_payments is 'Payments, as fair_day_orders.';
create index fair_day_payments_day_idx on fair_day_payments (day);

create table day_items (
  day               date not null,
  item_id           integer not null references report_items,
  last_line_id      uuid not null,
  quantity_sold     bigint not null,
  quantity_refunded bigint not null,
  gross_cents       bigint not null,
  discount_cents    bigint not null,
  refund_net_cents  bigint not null,
  tax_cents         bigint not null,
  primary key (day, item_id)
);
comment on table day_items is
  'Sales of all fairs by day and row of ITEM_SALES, as made last. Those of one fair are few enough '
  'to be read from its lines.';
comment on column day_items.last_line_id is 'The last line, which names the item.';
create index day_items_item_idx on day_items (item_id);

-- The only places that say what a figure is. Those with a method are of orders paid with it.

create function has_tender(of_order uuid, of_method smallint)
returns boolean language sql stable as $$
  select exists (
    select
    from payments p
    where p.order_id = of_order
      and p.method = of_method
      and p.purpose = 'sale'
      and p.status in ('completed', 'under_review', 'refunded'))
$$;
comment on function has_tender is 'True if a payment that counts as money of the sale has the method.';

create function sales_figures(fairs uuid[], from_day date, to_day date, of_method smallint)
returns table (fair_id uuid, day date, figure text, amount bigint) language sql stable as $$
  select moved.fair_id, moved.day, moved.figure, sum(moved.amount)::bigint
  from (
    select o.fair_id, o.business_day as day, f.figure, f.amount
    from orders o
    cross join lateral (values
      ('orders', 1::bigint),
      ('unitsSold', o.units),
      ('grossCents', o.gross_cents),
      ('discountCents', o.discount_cents),
      ('taxCollectedCents', o.tax_cents),
      ('uncollectedCents', o.uncollected_cents),
      ('overpaidCents', o.overpaid_cents)
    ) f (figure, amount)
    where o.fair_id = any(fairs)
      and o.business_day between from_day and to_day
      and is_reported(o.status, o.voided_by_reset_id)
      and (of_method is null or has_tender(o.id, of_method))
    union all
    -- Cash counts in the drawers as applied, a check at its face value with the change from the cash.
    select p.fair_id, p.business_day, f.figure, f.amount
    from payments p
    join orders o on o.id = p.order_id
    cross join lateral (values
      (p.method || '.count', 1::bigint),
      (p.method || '.salesCents', p.amount_cents),
      (p.method || '.underReviewCents', case p.status when 'under_review' then p.amount_cents end),
      ('expectedCashCents', case p.method
        when 3 then p.amount_cents + p.rounding_cents when 2 then -p.change_cents end),
      ('cashRoundingCents', p.rounding_cents),
      ('expectedChecksCents', case p.method when 2 then p.amount_cents + p.change_cents end),
      ('expectedCheckCount', case p.method when 2 then 1 end),
      ('checkChangeCents', case p.method when 2 then p.change_cents end)
    ) f (figure, amount)
    where p.fair_id = any(fairs)
      and p.business_day between from_day and to_day
      and p.purpose = 'sale'
      and p.status in ('completed', 'under_review', 'refunded')
      and is_reported(o.status, o.voided_by_reset_id)
      and (of_method is null or has_tender(o.id, of_method))
    union all
    -- What was never given back had never been collected.
    select r.fair_id, r.business_day, f.figure, f.amount
    from refunds r
    join orders o on o.id = r.order_id
    cross join lateral (values
      ('unitsRefunded', r.units::bigint),
      ('refundNetCents', r.net_cents),
      ('taxRefundedCents', r.tax_cents),
      ('uncollectedCents', -r.total_cents),
      ('expectedCashCents', -r.rounding_cents),
      ('cashRoundingCents', -r.rounding_cents)
    ) f (figure, amount)
    where r.fair_id = any(fairs)
      and r.business_day between from_day and to_day
      and is_reported(o.status, o.voided_by_reset_id)
      and (of_method is null or has_tender(o.id, of_method))
    union all
    select r.fair_id, r.business_day, f.figure, f.amount
    from refunds r
    join orders o on o.id = r.order_id
    join refund_tenders t on t.refund_id = r.id
    cross join lateral (values
      (t.method || '.refundsCents', t.amount_cents),
      ('uncollectedCents', t.amount_cents),
      ('expectedCashCents', case t.paid_out_as when 3 then -t.amount_cents end),
      ('otherCashRefundCents', case when t.paid_out_as = 3 and t.method <> 3 then t.amount_cents end)
    ) f (figure, amount)
    where r.fair_id = any(fairs)
      and r.business_day between from_day and to_day
      and is_reported(o.status, o.voided_by_reset_id)
      and (of_method is null or has_tender(o.id, of_method))
    union all
    -- Top-ups by cash and check until the close-out: later ones are not part of its settlement.
    select p.fair_id, p.business_day, f.figure, f.amount
    from payments p
    cross join lateral (values
      ('topUpsHeldCents', p.amount_cents),
      ('cashTopUpCents', case p.method when 3 then p.amount_cents end),
      ('expectedCashCents', case p.method when 3 then p.amount_cents else -p.change_cents end),
      ('expectedChecksCents', case p.method when 2 then p.amount_cents + p.change_cents end),
      ('expectedCheckCount', case p.method when 2 then 1 end),
      ('checkChangeCents', case p.method when 2 then p.change_cents end)
    ) f (figure, amount)
    where p.fair_id = any(fairs)
      and p.business_day between from_day and to_day
      and p.purpose = 'wallet_top_up'
      and p.method in (2, 3)
      and p.status in ('completed', 'under_review', 'refunded')
      and not exists (
        select
        from standing_close_outs c
        where c.fair_id = p.fair_id and c.finished_at < p.created_at)
    union all
    -- Their payouts, on their own day.
    select p.fair_id, e.business_day, f.figure, f.amount
    from payments p
    join wallet_entries e on e.payment_id = p.id
    cross join lateral (values
      ('expectedCashCents', e.amount_cents),
      ('topUpsHeldCents', e.amount_cents),
      ('topUpPayoutCents', -e.amount_cents)
    ) f (figure, amount)
    where p.fair_id = any(fairs)
      and e.business_day between from_day and to_day
      and p.purpose = 'wallet_top_up'
      and p.method in (2, 3)
      and p.status in ('completed', 'under_review', 'refunded')
      and e.type in ('refund', 'payout')
      and e.amount_cents < 0
      and not exists (
        select
        from standing_close_outs c
        where c.fair_id = p.fair_id and c.finished_at < e.at)
    union all
    select no_fair, e.business_day, 'walletCents', e.amount_cents
    from unnest(fairs) no_fair
    join wallet_entries e on no_fair = '00000000-0000-0000-0000-000000000000'
    where e.business_day between from_day and to_day
  ) moved
  where moved.amount <> 0
  group by moved.fair_id, moved.day, moved.figure
  having sum(moved.amount) <> 0
$$;
comment on function sales_figures is
  'Sales, tenders and money in the drawers by fair and day (domain 8.2, 9.4): figures of a tender '
  'begin with the number of its method. walletCents are what eWallets gained, without a fair.';

create function part_figures(fairs uuid[], from_day date, to_day date, of_method smallint)
returns table (fair_id uuid, day date, figure text, amount bigint) language sql stable as $$
  with sold as materialized (
    select o.fair_id, o.business_day as day, o.id, o.order_number, o.business_day, o.customer_type,
      o.tax_rate_ppm, o.tax_exempt, o.exempt_reason, o.gross_cents, o.discount_cents,
      o.subtotal_cents, o.tax_cents, o.total_cents, o.refunded_net_cents, o.refunded_tax_cents,
      o.uncollected_cents
    from orders o
    where o.fair_id = any(fairs)
      and o.business_day between from_day and to_day
      and is_reported(o.status, o.voided_by_reset_id)
      and (of_method is null or has_tender(o.id, of_method))
  ),
  returned as materialized (
    select r.fair_id, r.business_day as day, r.id as refund_id, r.net_cents as back_net_cents,
      r.tax_cents as back_tax_cents, r.total_cents as back_total_cents, o.id, o.order_number,
      o.business_day, o.tax_exempt, o.exempt_reason, o.subtotal_cents, o.total_cents,
      o.uncollected_cents
    from refunds r
    join orders o on o.id = r.order_id
    where r.fair_id = any(fairs)
      and r.business_day between from_day and to_day
      and is_reported(o.status, o.voided_by_reset_id)
      and (of_method is null or has_tender(o.id, of_method))
  ),
  lines as (
    select o.fair_id, o.day, o.tax_exempt, o.exempt_reason, l.taxable, l.fulfilment,
      l.net_cents as net, l.tax_cents as tax, l.quantity
    from sold o
    join order_lines l on l.order_id = o.id
    union all
    select r.fair_id, r.day, r.tax_exempt, r.exempt_reason, l.taxable, l.fulfilment, -x.net_cents,
      -x.tax_cents, -x.quantity
    from returned r
    join refund_lines x on x.refund_id = r.refund_id
    join order_lines l on l.id = x.order_line_id
  ),
  -- Net of an order that earns a profit (domain 8.7), at the end of a day and of the day before.
  moments as (
    select o.fair_id, o.day, m.sign, o.uncollected_cents - back.untendered as uncollected,
      o.subtotal_cents - back.net as net, o.total_cents - back.total as total,
      paid.ave_dollars - back.ave_dollars as ave_dollars
    from (
      select fair_id, day, id, business_day, subtotal_cents, total_cents, uncollected_cents
      from sold
      union
      select fair_id, day, id, business_day, subtotal_cents, total_cents, uncollected_cents
      from returned) o
    join (values (1, 0), (-1, 1)) m (sign, days_before) on o.business_day <= o.day - m.days_before
    cross join lateral (
      select coalesce(sum(p.amount_cents), 0)::bigint as ave_dollars
      from payments p
      where p.order_id = o.id
        and p.method = 6
        and p.purpose = 'sale'
        and p.status in ('completed', 'under_review', 'refunded')) paid
    cross join lateral (
      select coalesce(sum(r.net_cents), 0)::bigint as net,
        coalesce(sum(r.total_cents), 0)::bigint as total,
        coalesce(sum(t.ave_dollars), 0)::bigint as ave_dollars,
        coalesce(sum(r.total_cents - t.given_back), 0)::bigint as untendered
      from refunds r
      cross join lateral (
        select coalesce(sum(t.amount_cents), 0)::bigint as given_back,
          coalesce(sum(t.amount_cents) filter (where t.method = 6), 0)::bigint as ave_dollars
        from refund_tenders t
        where t.refund_id = r.id) t
      where r.order_id = o.id and r.business_day <= o.day - m.days_before) back
    where of_method is null
  )
  select moved.fair_id, moved.day, moved.figure, sum(moved.amount)::bigint
  from (
    select l.fair_id, l.day, f.figure, f.amount
    from lines l
    cross join lateral (values
      (case
        when l.tax_exempt then 'exemptNetCents'
        when l.taxable then 'taxableNetCents'
        else 'nonTaxableNetCents'
      end, l.net),
      (case
        when not l.tax_exempt then null
        when l.exempt_reason = 'school_purchase' then 'schoolPurchaseCents'
        when l.exempt_reason = 'organization' then 'organizationCents'
        when l.exempt_reason = 'other' then 'otherCents'
        else 'notGivenCents'
      end, l.net),
      ('shipToSchoolNetCents', case l.fulfilment when 'ship_to_school' then l.net end),
      ('shipToSchoolUnits', case l.fulfilment when 'ship_to_school' then l.quantity end),
      ('byLinesCents', l.net + l.tax)
    ) f (figure, amount)
    union all
    -- Each order against its lines, payments and refunds. None of both totals uses a figure of it,
    -- except for what was not collected.
    select o.fair_id, o.day, f.figure, f.amount
    from sold o
    cross join lateral (
      select coalesce(sum(gross_cents), 0) as gross, coalesce(sum(discount_cents), 0) as discount,
        coalesce(sum(net_cents), 0) as net, coalesce(sum(tax_cents), 0) as tax
      from order_lines
      where order_id = o.id) l
    cross join lateral (
      select coalesce(sum(p.amount_cents), 0) as amount
      from payments p
      where p.order_id = o.id
        and p.purpose = 'sale'
        and p.status in ('completed', 'under_review', 'refunded')) paid
    cross join lateral (
      select coalesce(sum(total_cents), 0) as total
      from refunds
      where order_id = o.id) back
    cross join lateral (values
      ('customers.' || o.customer_type, 1::numeric),
      ('taxRates.' || o.tax_rate_ppm, case when not o.tax_exempt then 1 end),
      ('byPaymentsCents', paid.amount + o.uncollected_cents),
      ('differs.' || o.order_number, greatest(
        abs(o.gross_cents - l.gross), abs(o.discount_cents - l.discount),
        abs(o.subtotal_cents - l.net), abs(o.tax_cents - l.tax),
        abs(o.total_cents - o.uncollected_cents - paid.amount),
        abs(o.refunded_net_cents + o.refunded_tax_cents - back.total)))
    ) f (figure, amount)
    union all
    -- Each refund against its lines, and what it gave back.
    select r.fair_id, r.day, f.figure, f.amount
    from returned r
    cross join lateral (
      select coalesce(sum(net_cents), 0) as net, coalesce(sum(tax_cents), 0) as tax
      from refund_lines
      where refund_id = r.refund_id) l
    cross join lateral (
      select coalesce(sum(amount_cents), 0) as amount
      from refund_tenders
      where refund_id = r.refund_id) t
    cross join lateral (values
      ('byPaymentsCents', -r.back_total_cents::numeric),
      ('differs.' || r.order_number, greatest(
        abs(r.back_net_cents - l.net), abs(r.back_tax_cents - l.tax),
        t.amount - r.back_total_cents, r.back_total_cents - t.amount - r.uncollected_cents))
    ) f (figure, amount)
    union all
    select fair_id, day, 'eligibleNetCents',
      sign * (
        net - uncollected - case
          when total > 0 then (2 * net * ave_dollars + total) / (2 * total)
          else 0
        end)
    from moments
  ) moved
  where moved.amount <> 0 and moved.figure is not null
  group by moved.fair_id, moved.day, moved.figure
  having sum(moved.amount) <> 0
$$;
comment on function part_figures is
  'Figures of the sales summary that only orders, lines and payments tell, by fair and day: net sales '
  'by type of line, orders by customers. and taxRates., net that earns a profit (not with a method), '
  'totals by lines and by payments, and what differs. within orders.';

create function item_moves(fairs uuid[], from_day date, to_day date, of_method smallint)
returns table (
  fair_id uuid, day date, item text, unnumbered boolean, title_id uuid, unit_price_cents bigint,
  last_line_id uuid, quantity_sold integer, quantity_refunded integer, gross_cents bigint,
  discount_cents bigint, refund_net_cents bigint, tax_cents bigint
) language sql stable as $$
  select o.fair_id, o.business_day, coalesce(l.title_id::text, lower(l.sku), l.category),
    l.sku is null, l.title_id, case when l.sku is not null then l.unit_price_cents end, l.id,
    l.quantity, 0, l.gross_cents, l.discount_cents, 0::bigint, l.tax_cents
  from orders o
  join order_lines l on l.order_id = o.id
  where o.fair_id = any(fairs)
    and o.business_day between from_day and to_day
    and is_reported(o.status, o.voided_by_reset_id)
    and (of_method is null or has_tender(o.id, of_method))
  union all
  select r.fair_id, r.business_day, coalesce(l.title_id::text, lower(l.sku), l.category),
    l.sku is null, l.title_id, case when l.sku is not null then l.unit_price_cents end, l.id,
    0, x.quantity, 0::bigint, 0::bigint, x.net_cents, -x.tax_cents
  from refunds r
  join orders o on o.id = r.order_id
  join refund_lines x on x.refund_id = r.id
  join order_lines l on l.id = x.order_line_id
  where r.fair_id = any(fairs)
    and r.business_day between from_day and to_day
    and is_reported(o.status, o.voided_by_reset_id)
    and (of_method is null or has_tender(o.id, of_method))
$$;
comment on function item_moves is
  'Each line that was sold or refunded, by its row of ITEM_SALES: a title at a price, or a category '
  'without a title.';

create function count_fair_day(of_fair uuid, of_day date)
returns table (sales jsonb, parts jsonb) language sql stable as $$
  -- Offset 0: a reader of the sales alone does not count the parts.
  select
    coalesce((
      select jsonb_object_agg(figure, amount)
      from sales_figures(array[of_fair], of_day, of_day, null)), '{}'),
    coalesce((
      select jsonb_object_agg(figure, amount)
      from part_figures(array[of_fair], of_day, of_day, null)), '{}')
  offset 0
$$;
comment on function count_fair_day is 'Figures of a fair and day, from rows.';

create function count_fair_day_orders(of_fair uuid, of_day date)
returns table (
  status text, methods smallint, orders bigint, net_cents bigint, refunded_net_cents bigint
) language sql stable as $$
  -- Offset 0: the bits of methods are told once a set, not once an order.
  select status, method_bits(methods), sum(orders)::bigint, sum(net_cents)::bigint,
    sum(refunded_net_cents)::bigint
  from (
    select status, methods, count(*) as orders, sum(gross_cents - discount_cents) as net_cents,
      sum(refunded_net_cents) as refunded_net_cents
    from orders
    where fair_id = of_fair and business_day = of_day and voided_by_reset_id is null
    group by 1, 2
    offset 0) sold
  group by 1, 2
$$;
comment on function count_fair_day_orders is 'Orders of a fair and day, from rows.';

create function count_fair_day_payments(of_fair uuid, of_day date)
returns table (
  purpose text, method smallint, status text, payments bigint, amount_cents bigint,
  refunded_cents bigint
) language sql stable as $$
  select purpose, method, status, count(*), sum(amount_cents)::bigint, sum(refunded_cents)::bigint
  from payments
  where voided_by_reset_id is null
    and (
      (fair_id = of_fair and business_day = of_day)
        or (fair_id is null and business_day = of_day
          and of_fair = '00000000-0000-0000-0000-000000000000'))
  group by 1, 2, 3
$$;
comment on function count_fair_day_payments is 'Payments of a fair and day, from rows.';

-- What readers take: figures as made last, and those of touched days from rows.

create view fair_days_now as
  select fair_id, day, sales, parts, orders, net_cents, refunds_cents
  from fair_days d
  where fair_id is not null
    and not exists (
      select from fair_days_touched t where t.day = d.day and t.fair_id = d.fair_id)
  union all
  select t.fair_id, t.day, c.sales, c.parts, figure(c.sales, 'orders'),
    figure(c.sales, 'grossCents') - figure(c.sales, 'discountCents')
      - figure(c.sales, 'refundNetCents'),
    figure(c.sales, 'refundNetCents')
  from (select distinct fair_id, day from fair_days_touched) t
  cross join lateral count_fair_day(t.fair_id, t.day) c;
comment on view fair_days_now is 'fair_days of each fair at this moment.';

create view fair_day_orders_now as
  select fair_id, day, status, methods, orders, net_cents, refunded_net_cents
  from fair_day_orders d
  where fair_id is not null
    and not exists (
      select from fair_days_touched t where t.day = d.day and t.fair_id = d.fair_id)
  union all
  select t.fair_id, t.day, c.*
  from (select distinct fair_id, day from fair_days_touched) t
  cross join lateral count_fair_day_orders(t.fair_id, t.day) c;
comment on view fair_day_orders_now is 'fair_day_orders of each fair at this moment.';

create view fair_day_payments_now as
  select fair_id, day, purpose, method, status, payments, amount_cents, refunded_cents
  from fair_day_payments d
  where fair_id is not null
    and not exists (
      select from fair_days_touched t where t.day = d.day and t.fair_id = d.fair_id)
  union all
  select t.fair_id, t.day, c.*
  from (select distinct fair_id, day from fair_days_touched) t
  cross join lateral count_fair_day_payments(t.fair_id, t.day) c;
comment on view fair_day_payments_now is 'fair_day_payments of each fair at this moment.';

-- Of all fairs. If many sell, their figures are as old as the last round that made figures, seconds.

create view fair_days_to_count as
  with touched as materialized (select distinct fair_id, day from fair_days_touched)
  select fair_id, day
  from touched
  where (select count(*) from touched) <= 64
    and (
      select count(*)
      from (
        select
        from fair_days
        where day = any(array(select day from touched)) and fair_id is not null
        limit 65) sold) <= 64;
comment on view fair_days_to_count is
  'Touched days that readers of all fairs count: none if more than 64 fairs were touched or have sold '
  'on these days.';

create view recent_fair_days as
  select fair_id, day, sales, orders, net_cents, refunds_cents
  from fair_days d
  where fair_id is not null
    and not exists (
      select from fair_days_to_count t where t.day = d.day and t.fair_id = d.fair_id)
  union all
  select t.fair_id, t.day, c.sales, figure(c.sales, 'orders'),
    figure(c.sales, 'grossCents') - figure(c.sales, 'discountCents')
      - figure(c.sales, 'refundNetCents'),
    figure(c.sales, 'refundNetCents')
  from fair_days_to_count t
  cross join lateral count_fair_day(t.fair_id, t.day) c;
comment on view recent_fair_days is 'fair_days of each fair for readers of all fairs.';

create view all_days_now as
  select day, sales
  from fair_days d
  where fair_id is null and not exists (select from fair_days_to_count t where t.day = d.day)
  union all
  select day, sales
  from recent_fair_days
  where day = any(array(select day from fair_days_to_count));
comment on view all_days_now is
  'Days of all fairs; add them up. Of a touched day each fair has a row.';

create view all_day_orders_now as
  select day, status, methods, orders, net_cents, refunded_net_cents
  from fair_day_orders d
  where fair_id is null and not exists (select from fair_days_to_count t where t.day = d.day)
  union all
  select day, status, methods, orders, net_cents, refunded_net_cents
  from fair_day_orders d
  where fair_id is not null
    and day = any(array(select day from fair_days_to_count))
    and not exists (
      select from fair_days_to_count t where t.day = d.day and t.fair_id = d.fair_id)
  union all
  select t.day, c.*
  from fair_days_to_count t
  cross join lateral count_fair_day_orders(t.fair_id, t.day) c;
comment on view all_day_orders_now is 'Orders of all fairs, as all_days_now.';

create view all_day_payments_now as
  select day, purpose, method, status, payments, amount_cents, refunded_cents
  from fair_day_payments d
  where fair_id is null and not exists (select from fair_days_to_count t where t.day = d.day)
  union all
  select day, purpose, method, status, payments, amount_cents, refunded_cents
  from fair_day_payments d
  where fair_id is not null
    and day = any(array(select day from fair_days_to_count))
    and not exists (
      select from fair_days_to_count t where t.day = d.day and t.fair_id = d.fair_id)
  union all
  select t.day, c.*
  from fair_days_to_count t
  cross join lateral count_fair_day_payments(t.fair_id, t.day) c;
comment on view all_day_payments_now is 'Payments of all fairs, as all_days_now.';

create view touched_item_moves as
  select m.*
  from (
    select fair_id, day
    from fair_days
    where fair_id is not null and day = any(array(select day from fair_days_to_count))
    union
    select fair_id, day from fair_days_to_count) t
  cross join lateral item_moves(array[t.fair_id], t.day, t.day, null) m;
comment on view touched_item_moves is
  'Lines of all fairs on touched days, in place of the day_items of these days.';

-- Who touches a day.

create function touch_days() returns trigger language plpgsql as $$
begin
  if tg_table_name <> 'order_lines' then
    insert into fair_days_touched (fair_id, day)
    select distinct coalesce(fair_id, '00000000-0000-0000-0000-000000000000'), business_day
    from new_rows;
    if tg_op = 'UPDATE' then
      insert into fair_days_touched (fair_id, day)
      select distinct coalesce(fair_id, '00000000-0000-0000-0000-000000000000'), business_day
      from old_rows;
    end if;
  end if;
  -- An order takes its refunds along, and they change what it is worth on each day after them.
  if tg_table_name = 'orders' and tg_op = 'UPDATE' then
    insert into fair_days_touched (fair_id, day)
    select distinct r.fair_id, r.business_day
    from new_rows n
    join refunds r on r.order_id = n.id;
  elsif tg_table_name = 'refunds' or tg_table_name <> 'orders' and tg_op = 'UPDATE' then
    insert into fair_days_touched (fair_id, day)
    select o.fair_id, o.business_day
    from new_rows n
    join orders o on o.id = n.order_id
    union
    select r.fair_id, r.business_day
    from new_rows n
    join refunds r on r.order_id = n.order_id;
  end if;
  return null;
end $$;
comment on function touch_days is
  'Touches the days of orders, payments, refunds or order lines, and those of the refunds of their '
  'orders. Lines and tenders come with their order or refund.';

create function touch_days_of_wallets() returns trigger language plpgsql as $$
begin
  insert into fair_days_touched (fair_id, day)
  select '00000000-0000-0000-0000-000000000000', business_day
  from new_rows
  union
  select p.fair_id, e.business_day
  from new_rows e
  join payments p on p.id = e.payment_id
  where p.purpose = 'wallet_top_up' and p.fair_id is not null;
  return null;
end $$;
comment on function touch_days_of_wallets is
  'Touches the days of new eWallet entries, which never change, and at the fairs of their top-ups.';

create function touch_days_of_close_outs() returns trigger language plpgsql as $$
declare
  fairs uuid[];
begin
  if tg_table_name = 'close_outs' then
    fairs := array(select fair_id from new_rows);
  else
    fairs := array(
      select c.fair_id from new_rows r join close_outs c on c.id = r.close_out_id);
  end if;
  -- A day that is touched already may be about to be made from what was before.
  insert into fair_days_touched (fair_id, day)
  select fair_id, day from fair_days where fair_id = any(fairs)
  union
  select fair_id, day from fair_days_touched where fair_id = any(fairs);
  return null;
end $$;
comment on function touch_days_of_close_outs is
  'Touches every day of the fairs of new close-outs and reversals, which decide about late top-ups.';

create trigger orders_touch_new after insert on orders
  referencing new table as new_rows
  for each statement execute function touch_days();
create trigger orders_touch_changed after update on orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function touch_days();
create trigger payments_touch_new after insert on payments
  referencing new table as new_rows
  for each statement execute function touch_days();
create trigger payments_touch_changed after update on payments
  referencing old table as old_rows new table as new_rows
  for each statement execute function touch_days();
create trigger refunds_touch_new after insert on refunds
  referencing new table as new_rows
  for each statement execute function touch_days();
create trigger refunds_touch_changed after update on refunds
  referencing old table as old_rows new table as new_rows
  for each statement execute function touch_days();
create trigger order_lines_touch_changed after update on order_lines
  referencing old table as old_rows new table as new_rows
  for each statement execute function touch_days();
create trigger wallet_entries_touch_new after insert on wallet_entries
  referencing new table as new_rows
  for each statement execute function touch_days_of_wallets();
create trigger close_outs_touch_new after insert on close_outs
  referencing new table as new_rows
  for each statement execute function touch_days_of_close_outs();
create trigger close_out_reversals_touch_new after insert on close_out_reversals
  referencing new table as new_rows
  for each statement execute function touch_days_of_close_outs();

create function make_fair_days() returns integer language plpgsql as $$
declare
  fairs uuid[];
  fair_day date[];
  days date[];
begin
  -- One at a time; a second one leaves it to the first.
  if not pg_try_advisory_xact_lock(hashtextextended('make fair days', 0)) then return 0; end if;
  -- First: what commits from here on touches its day again, whether it is counted below or not.
  with gone as (
    delete from fair_days_touched returning fair_id, day
  )
  select array_agg(t.fair_id), array_agg(t.day)
  into fairs, fair_day
  from (select distinct g.fair_id, g.day from gone g) t;
  if fairs is null then return 0; end if;
  days := array(select distinct unnest(fair_day));

  delete from fair_days d
  using unnest(fairs, fair_day) t (fair_id, day)
  where d.fair_id = t.fair_id and d.day = t.day;
  insert into fair_days (fair_id, day, sales, parts)
  select t.fair_id, t.day, c.sales, c.parts
  from unnest(fairs, fair_day) t (fair_id, day)
  cross join lateral count_fair_day(t.fair_id, t.day) c
  where c.sales <> '{}' or c.parts <> '{}';
  delete from fair_days d where d.fair_id is null and d.day = any(days);
  insert into fair_days (day, sales, parts)
  select summed.day, jsonb_object_agg(summed.figure, summed.amount), '{}'
  from (
    select d.day, f.key as figure, sum(f.value::bigint)::bigint as amount
    from fair_days d
    cross join lateral jsonb_each_text(d.sales) f
    where d.day = any(days)
    group by 1, 2
    having sum(f.value::bigint) <> 0) summed
  group by summed.day;

  delete from fair_day_orders d
  using unnest(fairs, fair_day) t (fair_id, day)
  where d.fair_id = t.fair_id and d.day = t.day;
  insert into fair_day_orders
  select t.fair_id, t.day, c.*
  from unnest(fairs, fair_day) t (fair_id, day)
  cross join lateral count_fair_day_orders(t.fair_id, t.day) c;
  delete from fair_day_orders d where d.fair_id is null and d.day = any(days);
  insert into fair_day_orders
  select null, d.day, d.status, d.methods, sum(d.orders), sum(d.net_cents),
    sum(d.refunded_net_cents)
  from fair_day_orders d
  where d.day = any(days)
  group by 2, 3, 4;

  delete from fair_day_payments d
  using unnest(fairs, fair_day) t (fair_id, day)
  where d.fair_id = t.fair_id and d.day = t.day;
  insert into fair_day_payments
  select t.fair_id, t.day, c.*
  from unnest(fairs, fair_day) t (fair_id, day)
  cross join lateral count_fair_day_payments(t.fair_id, t.day) c;
  delete from fair_day_payments d where d.fair_id is null and d.day = any(days);
  insert into fair_day_payments
  select null, d.day, d.purpose, d.method, d.status, sum(d.payments), sum(d.amount_cents),
    sum(d.refunded_cents)
  from fair_day_payments d
  where d.day = any(days)
  group by 2, 3, 4, 5;

  perform make_day_items(days);
  return cardinality(fairs);
end $$;
comment on function make_fair_days is
  'Makes the figures of the touched days anew, and returns how many there were. Each statement sees '
  'what was committed before it.';

create function make_day_items(days date[]) returns void language plpgsql as $$
begin
  with moved as materialized (
    select m.day, m.item, m.unnumbered, m.title_id, m.unit_price_cents,
      max(m.last_line_id::text collate "C")::uuid as last_line_id,
      sum(m.quantity_sold) as quantity_sold, sum(m.quantity_refunded) as quantity_refunded,
      sum(m.gross_cents) as gross_cents, sum(m.discount_cents) as discount_cents,
      sum(m.refund_net_cents) as refund_net_cents, sum(m.tax_cents) as tax_cents
    from fair_days d
    cross join lateral item_moves(array[d.fair_id], d.day, d.day, null) m
    where d.fair_id is not null and d.day = any(days)
    group by 1, 2, 3, 4, 5
  ),
  added as (
    insert into report_items (item, unnumbered, title_id, unit_price_cents)
    select distinct item, unnumbered, title_id, unit_price_cents from moved
    on conflict on constraint report_items_key do nothing
    returning id, item, unnumbered, title_id, unit_price_cents
  ),
  items as (
    select id, item, unnumbered, title_id, unit_price_cents from report_items
    union all
    select id, item, unnumbered, title_id, unit_price_cents from added
  ),
  made as materialized (
    select m.day, i.id as item_id, m.last_line_id, m.quantity_sold, m.quantity_refunded,
      m.gross_cents, m.discount_cents, m.refund_net_cents, m.tax_cents
    from moved m
    join items i on i.item = m.item and i.unnumbered = m.unnumbered
      and i.title_id is not distinct from m.title_id
      and i.unit_price_cents is not distinct from m.unit_price_cents
  ),
  gone as (
    delete from day_items d
    where d.day = any(days)
      and not exists (select from made where made.day = d.day and made.item_id = d.item_id)
  )
  -- Of thousands of items a round changes a few.
  insert into day_items as d
  select * from made
  on conflict (day, item_id) do update set
    last_line_id = excluded.last_line_id,
    quantity_sold = excluded.quantity_sold,
    quantity_refunded = excluded.quantity_refunded,
    gross_cents = excluded.gross_cents,
    discount_cents = excluded.discount_cents,
    refund_net_cents = excluded.refund_net_cents,
    tax_cents = excluded.tax_cents
  where d is distinct from excluded;
end $$;
comment on function make_day_items is 'Makes day_items of the days anew.';

create function recount_figures() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('make fair days', 0));
  insert into fair_days_touched (fair_id, day)
  select fair_id, business_day from orders
  union
  select coalesce(fair_id, '00000000-0000-0000-0000-000000000000'), business_day from payments
  union
  select fair_id, business_day from refunds
  union
  select '00000000-0000-0000-0000-000000000000', business_day from wallet_entries
  union
  select p.fair_id, e.business_day
  from payments p
  join wallet_entries e on e.payment_id = p.id
  where p.purpose = 'wallet_top_up' and p.fair_id is not null
  union
  select fair_id, day from fair_days where fair_id is not null
  union
  select fair_id, day from fair_day_orders where fair_id is not null
  union
  select fair_id, day from fair_day_payments where fair_id is not null;
  perform make_fair_days();
end $$;
comment on function recount_figures is
  'Makes the figures of every day anew, also of tables that were filled with triggers disabled.';
