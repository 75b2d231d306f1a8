-- Which fairs are not closed out is read from those, however many there ever were.

create index fairs_open_idx on fairs (id) where close_out_state = 'open';
