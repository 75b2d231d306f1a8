-- How many fairs a user looks after now, for each row of Users.
create index fairs_admin_open_idx on fairs (admin_id) where close_out_state = 'open' and status = 'active';
