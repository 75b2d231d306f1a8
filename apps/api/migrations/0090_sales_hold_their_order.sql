-- What a search asks of the order of a line or payment, so that an index alone answers it. Neither changes in the life of an order.
alter table order_lines add column sold_at timestamptz;
comment on column order_lines.sold_at is 'The instant of its order.';
-- The index of lines by title is made anew by the next migration, when the lines are as they stay.
drop index order_lines_title_idx;
update order_lines l set sold_at = o.sold_at from orders o where o.id = l.order_id;
alter table order_lines alter column sold_at set not null;

alter table payments add column is_part boolean not null default false;
comment on column payments.is_part is 'It pays another amount than its order came to: a part of it.';
update payments p set is_part = true from orders o where o.id = p.order_id and o.total_cents <> p.amount_cents;
