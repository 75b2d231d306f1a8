-- The orders under a register's sequence number, found by index whether the number is repeated or not: an index of the others alone was
-- never used by those who ask for any. An order that repeats a number has its own id beside it.
create unique index orders_sequence_anew on orders (device_id, epoch, sequence, (case when sequence_repeated then id end)) nulls not distinct;
drop index orders_sequence_key;
alter index orders_sequence_anew rename to orders_sequence_key;
