-- The few fairs that are live, about to start or just ended, and the newest of those that have ended, however many there ever were.

create index fairs_end_idx on fairs (end_date);
create index fairs_newest_idx on fairs (start_date desc, id);
create index fairs_to_close_idx on fairs (end_date, id) where close_out_state = 'open' and status = 'active';
