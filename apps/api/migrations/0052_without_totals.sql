-- Nothing reads the stored totals and cached figures any more that the book of figures replaces. The
-- version before sells on without them; its lists and reports do not work.

drop view order_sums, payment_sums, season_title_sums, season_refund_sums, season_given_back_sums,
  title_moves, refund_moves, given_back_moves, wallet_sum, fair_day_sums, fair_day_moves,
  counted_fair_days, list_sums;

-- With their triggers, in the order in which a sale writes.
drop function count_new_orders(), count_changed_orders(), note_new_sales(), note_changed_sales(),
  note_fair_figures(), note_figures_of_lines(), count_new_payments(), count_changed_payments(),
  note_new_refunds(), note_figures_of_refunds(), count_new_wallets(), count_changed_wallets(),
  note_figures_of_top_ups(), note_figures_of_close_outs(), count_list_rows() cascade;
drop function fold_totals(), fold_order_totals(), fold_title_totals(), fold_list_counts(),
  recount_sales(), recount_orders(), recount_titles(), recount_fair_days(), recount_lists();

drop table order_totals, order_total_changes, season_order_totals, order_hours, payment_totals,
  payment_total_changes, season_payment_totals, payment_hours, sale_changes, season_title_totals,
  season_refund_totals, season_given_back_totals, wallet_total, wallet_total_changes,
  fair_day_totals, fair_item_figures, fair_figures, fair_figure_changes, list_counts,
  list_count_changes;
