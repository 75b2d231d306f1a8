-- The titles of a category in the order of the lists.
create index titles_category_idx on titles (category, lower(title), id);
