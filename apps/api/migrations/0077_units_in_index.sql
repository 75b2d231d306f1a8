-- Best titles of all fairs are chosen by their units, which the index of days and items holds: reading
-- the rows of two weeks took a third of the time.
-- expands
-- concurrently

create unique index concurrently day_items_units_key on day_items (day, item_id)
  include (quantity_sold, quantity_refunded);
