-- Duplicates of students that were merged into others.

alter table students
  add column merged_into uuid references students,
  add constraint students_merged_check
    check (merged_into is null or (merged_into <> id and status = 'inactive' and not in_source));
comment on column students.merged_into is
  'Student that this duplicate was merged into. Its number and wallet card stand for that student.';

create index students_merged_idx on students (merged_into) where merged_into is not null;

alter table wallets
  add column merged_into uuid references wallets,
  add constraint wallets_merged_check
    check (merged_into is null or (merged_into <> id and balance_cents = 0));
comment on column wallets.merged_into is
  'eWallet that this one was merged into: refunds and reversals of its payments move money there.';

create index wallets_merged_idx on wallets (merged_into) where merged_into is not null;
