-- What fairs have of a title is read from those that have some: a fair that was closed out gave back what it had.

create index fair_lines_on_hand_idx on fair_lines (title_id) include (on_hand) where on_hand > 0;
