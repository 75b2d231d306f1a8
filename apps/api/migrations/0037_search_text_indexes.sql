-- Indexes of the texts that searches compare by `search_text`.
-- expands
-- concurrently

create index concurrently schools_text_idx on schools
  using gin (search_text(name) gin_trgm_ops, identifier gin_trgm_ops, search_text(city) gin_trgm_ops);
drop index concurrently schools_search_idx;

create index concurrently fairs_text_idx on fairs
  using gin (search_text(name) gin_trgm_ops, identifier gin_trgm_ops);
drop index concurrently fairs_search_idx;

create index concurrently students_text_idx on students
  using gin (search_text(student_number || ' ' || first_name || ' ' || last_name) gin_trgm_ops);
drop index concurrently students_search_idx;

create index concurrently titles_text_idx on titles using gin (
  search_text(
    title || ' ' || author || ' ' || replace(sku, '-', '') || ' ' || coalesce(isbn13, '') || ' '
      || coalesce(upc, ''))
  gin_trgm_ops
);
drop index concurrently titles_search_idx;

create index concurrently sold_titles_text_idx on sold_titles
  using gin (search_text(title) gin_trgm_ops);
drop index concurrently sold_titles_trgm_idx;

create index concurrently orders_customer_text_idx on orders
  using gin (search_text(customer_name) gin_trgm_ops)
  where customer_name is not null;
drop index concurrently orders_customer_trgm_idx;
