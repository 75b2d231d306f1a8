-- Numbers of all fairs, schools and students. Their lists counted them for each page, which took half
-- of its time with 20,000 schools. Writers append their changes, as in decision 0020.
-- expands

create table list_counts (
  list      text primary key,
  row_count bigint not null
);
comment on table list_counts is
  'Number of rows of each list that staff also read without a filter: fairs, schools, students.';

create table list_count_changes (
  list      text not null,
  row_count bigint not null
);
comment on table list_count_changes is
  'Changes not yet in list_counts; negative where rows were deleted.';

create view list_sums as
  select list, row_count from list_counts
  union all
  select list, row_count from list_count_changes;
comment on view list_sums is 'list_counts and the changes not yet in it; add the rows up.';

create function count_list_rows() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (list, row_count)
  select tg_table_name, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed
  having count(*) > 0;
  return null;
end $$;
comment on function count_list_rows is
  'Adds inserted or deleted rows of a list to list_count_changes, so that no writer waits for '
  'another.';

create function fold_list_counts() returns void language plpgsql as $$
begin
  -- One fold at a time; a second one leaves it to the first.
  if not pg_try_advisory_xact_lock(hashtextextended('fold lists', 0)) then return; end if;
  with gone as (
    delete from list_count_changes returning list, row_count
  )
  insert into list_counts as c (list, row_count)
  select list, sum(row_count)
  from gone
  group by 1
  on conflict (list) do update set row_count = c.row_count + excluded.row_count;
end $$;
comment on function fold_list_counts is
  'Adds the changes of list_count_changes to list_counts; the sums stay the same.';

create or replace function fold_totals() returns void language plpgsql as $$
begin
  perform fold_order_totals();
  perform fold_title_totals();
  perform fold_list_counts();
end $$;
comment on function fold_totals is
  'Adds the changes to the totals of each fair, of the season and of lists; the sums stay the same.';

create function recount_lists() returns void language plpgsql as $$
begin
  lock table fairs, schools, students in share row exclusive mode;
  truncate list_counts, list_count_changes;
  insert into list_counts (list, row_count)
  select 'fairs', count(*) from fairs
  union all
  select 'schools', count(*) from schools
  union all
  select 'students', count(*) from students;
end $$;
comment on function recount_lists is 'Rebuilds list_counts.';

-- Writers of these tables wait from here until the end, so that no row is missed or counted twice.
select recount_lists();
create trigger fairs_list_new after insert on fairs
  referencing new table as changed
  for each statement execute function count_list_rows();
create trigger fairs_list_gone after delete on fairs
  referencing old table as changed
  for each statement execute function count_list_rows();
create trigger schools_list_new after insert on schools
  referencing new table as changed
  for each statement execute function count_list_rows();
create trigger schools_list_gone after delete on schools
  referencing old table as changed
  for each statement execute function count_list_rows();
create trigger students_list_new after insert on students
  referencing new table as changed
  for each statement execute function count_list_rows();
create trigger students_list_gone after delete on students
  referencing old table as changed
  for each statement execute function count_list_rows();
