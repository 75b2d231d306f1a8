-- Units of a title that are promised to schools, which a scan of a receipt names.
-- expands
-- concurrently

create index concurrently order_lines_promised_idx on order_lines (title_id)
  where fulfilment_status = 'to_ship';
