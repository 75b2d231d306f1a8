-- A search among fairs finds them by any part of their own or their school's name or identifier, at the same cost in a long season as in a short one.
create index fairs_search_idx on fairs using gin (name gin_trgm_ops, identifier gin_trgm_ops);
create index schools_search_idx on schools using gin (name gin_trgm_ops, identifier gin_trgm_ops);
