-- Access paths of a whole season: filters and searches that would otherwise read every order, line or payment.

create index orders_school_newest_idx on orders (school_id, sold_at desc, id desc);
create index orders_unusual_idx on orders (status, sold_at desc, id desc) where status <> 'completed';
create index orders_exempt_idx on orders (sold_at desc, id desc) where tax_exempt and voided_by_reset_id is null;
create index orders_shipped_idx on orders (sold_at desc, id desc) where ship_to_school and voided_by_reset_id is null;
create index orders_ave_dollar_idx on orders (sold_at desc, id desc) where methods && '{6}'::smallint[];
create index order_totals_day_idx on order_totals (business_day);
create index fairs_name_idx on fairs (lower(name), id);
create index orders_amount_idx on orders (total_cents, sold_at desc);
create index orders_customer_trgm_idx on orders using gin (customer_name gin_trgm_ops) where customer_name is not null;
create index payments_reference_trgm_idx on payments using gin (processor_ref gin_trgm_ops) where processor_ref is not null;
create index payments_check_trgm_idx on payments using gin (check_number gin_trgm_ops) where check_number is not null;
create index payments_student_idx on payments (student_id) where student_id is not null;
create index payments_school_newest_idx on payments (school_id, paid_at desc, id desc);

create table sold_titles (
  title_id uuid,
  title    text not null,
  constraint sold_titles_key unique nulls not distinct (title_id, title)
);
comment on table sold_titles is 'Every name under which a title (or an item without a number) was ever sold: few, where order lines are many.';
insert into sold_titles select distinct title_id, title from order_lines;
create index sold_titles_trgm_idx on sold_titles using gin (title gin_trgm_ops);
create index order_lines_unnumbered_idx on order_lines (title) where title_id is null;

create function note_sold_titles() returns trigger language plpgsql as $$
begin
  -- In one order for all, so that two registers with the same new titles do not wait for each other in a ring.
  insert into sold_titles (title_id, title) select distinct n.title_id, n.title from new_rows n
   where not exists (select from sold_titles s where s.title_id = n.title_id and s.title = n.title) order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create trigger order_lines_note_titles after insert on order_lines referencing new table as new_rows for each statement execute function note_sold_titles();
