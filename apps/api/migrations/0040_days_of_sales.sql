-- The time of a register's clock is kept beside the time that an order is booked with, and a person
-- may correct the day of an order.
-- expands

alter table orders add column clock_sold_at timestamptz;
comment on column orders.clock_sold_at is
  'Time of sale as the register sent it, if it was not believed or a person has corrected it.';
alter table held_orders add column clock_sold_at timestamptz;
comment on column held_orders.clock_sold_at is
  'Time of sale as the register sent it, if it was not believed.';
comment on column orders.business_day is 'Calendar day of sold_at in the fair''s time zone.';

alter table sale_changes add column business_day date;
comment on column sale_changes.business_day is
  'Day that the change counts on, if the order has another one since; else null.';

create or replace view title_moves as
 SELECT coalesce(c.business_day, o.business_day) as business_day,
    l.title_id,
    c.sign * l.quantity AS units,
    c.sign * l.net_cents AS net_cents
   FROM sale_changes c
     JOIN orders o ON o.id = c.order_id
     JOIN order_lines l ON l.order_id = o.id
  WHERE c.refund_id IS NULL AND l.title_id IS NOT NULL
UNION ALL
 SELECT r.business_day,
    l.title_id,
    (- c.sign) * x.quantity AS units,
    (- c.sign) * x.net_cents AS net_cents
   FROM sale_changes c
     JOIN refunds r ON r.id = c.refund_id
     JOIN refund_lines x ON x.refund_id = r.id
     JOIN order_lines l ON l.id = x.order_line_id
  WHERE l.title_id IS NOT NULL;

create or replace view fair_day_moves as
 SELECT o.fair_id,
    coalesce(c.business_day, o.business_day) as business_day,
    c.sign::integer AS orders,
    c.sign * (o.gross_cents - o.discount_cents) AS net_cents,
    0::bigint AS refunds_cents
   FROM sale_changes c
     JOIN orders o ON o.id = c.order_id
  WHERE c.refund_id IS NULL
UNION ALL
 SELECT r.fair_id,
    r.business_day,
    0 AS orders,
    (- c.sign) * r.net_cents AS net_cents,
    c.sign * r.net_cents AS refunds_cents
   FROM sale_changes c
     JOIN refunds r ON r.id = c.refund_id;

-- A corrected order takes its sums from the one day to the other.
create or replace function note_changed_sales() returns trigger
language plpgsql as $$
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

  -- Changes that were noted before count on the day that the order had then.
  if exists (
    select from new_rows n join old_rows o on o.id = n.id and o.business_day <> n.business_day
  ) then
    update sale_changes c
    set business_day = o.business_day
    from old_rows o
    where c.order_id = o.id and c.refund_id is null and c.business_day is null;
    insert into sale_changes (order_id, sign, business_day)
    select n.id, side.sign, side.business_day
    from new_rows n
    join old_rows o on o.id = n.id and o.business_day <> n.business_day
    cross join lateral (values (-1, o.business_day), (1, n.business_day)) side (sign, business_day)
    where is_reported(n.status, n.voided_by_reset_id);
  end if;
  return null;
end $$;
