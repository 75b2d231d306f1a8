-- No statement needs the lines of a fair in the order of their changes, but with two conditions on the
-- fair PostgreSQL preferred this index: All Inventory took 25 ms for a limited admin instead of 2.
-- expands
-- concurrently

drop index concurrently fair_lines_changed_idx;
