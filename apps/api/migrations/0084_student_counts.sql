-- How many students each school has, so that no list counts them all.

create table student_counts (
  school_id uuid not null references schools,
  status    text not null,
  students  bigint not null,
  primary key (school_id, status)
);
comment on table student_counts is 'Students by school and status, kept by the triggers of students; a sale changes none.';

create function count_new_students() returns trigger language plpgsql as $$
begin
  insert into student_counts as c (school_id, status, students) select school_id, status, count(*) from new_rows group by 1, 2 order by 1, 2
  on conflict (school_id, status) do update set students = c.students + excluded.students;
  return null;
end $$;

create function count_changed_students() returns trigger language plpgsql as $$
begin
  insert into student_counts as c (school_id, status, students)
  select school_id, status, sum(sign) from (select 1 as sign, school_id, status from new_rows union all select -1, school_id, status from old_rows) moved group by 1, 2 having sum(sign) <> 0 order by 1, 2
  on conflict (school_id, status) do update set students = c.students + excluded.students;
  return null;
end $$;

create function count_gone_students() returns trigger language plpgsql as $$
begin
  insert into student_counts as c (school_id, status, students) select school_id, status, -count(*) from old_rows group by 1, 2 order by 1, 2
  on conflict (school_id, status) do update set students = c.students + excluded.students;
  return null;
end $$;

create trigger students_count_new after insert on students referencing new table as new_rows for each statement execute function count_new_students();
create trigger students_count_changed after update on students referencing old table as old_rows new table as new_rows for each statement execute function count_changed_students();
create trigger students_count_gone after delete on students referencing old table as old_rows for each statement execute function count_gone_students();

create function recount_students() returns void language plpgsql as $$
begin
  lock table students in share row exclusive mode;
  truncate student_counts;
  insert into student_counts select school_id, status, count(*) from students group by 1, 2;
end $$;
comment on function recount_students is 'Makes the kept counts anew: for a table that was filled past the triggers.';

select recount_students();
