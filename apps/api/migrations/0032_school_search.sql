-- Schools are listed by name and also found by city: with tens of thousands of them, both read the
-- whole table.
-- expands

create index schools_name_idx on schools (lower(name), id);

drop index schools_search_idx;
create index schools_search_idx on schools
  using gin (name gin_trgm_ops, identifier gin_trgm_ops, city gin_trgm_ops);
