-- Limited admins' places beside the IDs by which fairs and schools are joined (0080), and the first
-- rows of each place.
-- expands
-- concurrently

create index concurrently fairs_place_idx on fairs
  (nullif(id, '00000000-0000-0000-0000-000000000000'));
create index concurrently schools_place_idx on schools
  (nullif(id, '00000000-0000-0000-0000-000000000000'));
create index concurrently students_school_name_idx on students
  (school_id, lower(last_name), lower(first_name), id);
create index concurrently payments_school_only_idx on payments (school_id, paid_at desc, id desc)
  where fair_id is null;
