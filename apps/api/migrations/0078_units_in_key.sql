-- The index of 0077 is the key.
-- expands

alter table day_items drop constraint day_items_pkey,
  add constraint day_items_pkey primary key using index day_items_units_key;
