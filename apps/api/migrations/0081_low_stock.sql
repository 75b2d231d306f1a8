-- Titles of a fair with few copies left, for the dashboard.
-- expands
-- concurrently

create index concurrently fair_lines_on_hand_at_fair_idx on fair_lines (fair_id, on_hand)
  where status = 'active';
