-- Students whose names were erased (domain 3.6): nothing that comes later brings a name back.

alter table students add column erased_at timestamptz;
comment on column students.erased_at is 'Names, parents, teacher and family id are gone for ever; ledger and orders stay with the id.';
create index students_name_idx on students (lower(last_name), lower(first_name), id);
create index student_parents_parent_idx on student_parents (parent_id);

-- A register may hand in a sale that it made before the erasure; the lock waits for one that is under way.
create function leave_out_erased_customer() returns trigger language plpgsql as $$
begin
  perform from students where id = new.student_id and erased_at is not null for key share;
  if found then new.customer_name := 'Erased student'; end if;
  return new;
end $$;
create trigger orders_erased_customer before insert on orders for each row when (new.student_id is not null and new.customer_name is not null) execute function leave_out_erased_customer();

create function leave_out_erased_held_customer() returns trigger language plpgsql as $$
begin
  perform from students s join fairs f on f.school_id = s.school_id
   where f.id = new.fair_id and s.student_number = trim(new.body ->> 'studentNumber') and s.erased_at is not null;
  if found then new.body := jsonb_set(new.body, '{customerName}', '"Erased student"'); end if;
  return new;
end $$;
create trigger held_orders_erased_customer before insert on held_orders for each row when (new.body ->> 'customerName' is not null) execute function leave_out_erased_held_customer();
