-- A step of an erasure locks its row. The columns go once no process of the version before is left.
-- expands

comment on column student_erasures.runner is 'Of the version before: run that works on it until lease_until.';
