-- A whole number of a student is looked up as such, at the same cost however many students there are.
create index students_whole_number_idx on students (student_number);
