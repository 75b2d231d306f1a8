-- The few fairs that are live, about to start or just ended, and the newest of those that have ended, however many there ever were.

create index fairs_end_idx on fairs (end_date);
create index fairs_newest_idx on fairs (start_date desc, id);
create index fairs_to_close_idx on fairs (end_date, id) where close_out_state = 'open' and status = 'active';

-- Which sale took a title to its last copies is asked of few lines, however often the title was sold.
create index order_lines_last_copy_idx on order_lines (title_id) where last_copy;

-- How many open fairs have a title is read from the index alone.
drop index fair_lines_title_idx;
create index fair_lines_title_idx on fair_lines (title_id, fair_id);
