-- Indexes of returns that wait, and of a title's movements without its sales.
-- expands
-- concurrently
create index concurrently fair_lines_not_counted_idx on fair_lines (fair_id)
  where counted_return_qty is null;
create index concurrently stock_movements_without_sales_idx
  on stock_movements (title_id, id)
  where reason not in ('sale', 'restock');
