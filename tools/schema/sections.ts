/**
 * Order of apps/api/schema.sql: by heading, the names of its tables, then views, then functions. A new
 * one needs a place here; without one `npm run tool -- schema` and its test name it and fail.
 */
export const SECTIONS: Readonly<Record<string, string>> = {
  'Users and roles': `
    roles role_rights role_duties admins sessions refresh_tokens account_links verification_codes
    attempts password_history preferences views
`,
  'Schools, fairs and students': `
    schools school_certificates fairs fair_tax_rates fair_resets students parents student_parents
    promotions student_erasures student_erasure_names
    refuse_change search_text
`,
  Devices: `
    devices register_tries fair_devices device_epochs fair_device_counters device_day_totals
`,
  'Titles, stock and cartons': `
    titles title_pictures season_prices package_lists package_titles fair_lines fair_line_prices
    former_taxables cartons carton_contents stock_movements stock_adjustments packing_lists
    packing_substitutes
    note_former_taxable season_of
`,
  Orders: `
    orders order_lines sold_titles held_orders held_refunds
    note_sold_titles leave_out_erased_customer leave_out_erased_held_customer
`,
  'Payments and refunds': `
    payments payment_events refunds refund_lines refund_tenders
`,
  'eWallets and AveDollars': `
    wallets wallet_entries ave_dollar_entries desk_top_ups payouts payout_reversals
`,
  'Close-out and counted money': `
    close_outs close_out_reversals cash_counts float_counts
    standing_close_outs standing_cash_counts standing_float_counts
`,
  'Templates and documents': `
    template_types artworks templates template_versions customizations documents featured_titles
`,
  'Scheduled reports': `
    report_schedules report_recipients report_sends
`,
  'Settings, jobs and uploads': `
    settings shared_setup admin_changes jobs job_tickets stored_files stored_file_chunks uploads
    idempotency_keys
`,
  'Activity and notifications': `
    activity activity_seals notifications
    activity_line
`,
  'Live events': `
    live_events
    announce few announce_fairs announce_fair_rows announce_orders announce_order_lines
    announce_any announce_devices announce_jobs announce_new_jobs announce_admins
    announce_role_rights announce_sessions announce_notifications
`,
  'Stored totals of orders and payments': `
    order_totals order_total_changes season_order_totals order_hours payment_totals
    payment_total_changes season_payment_totals payment_hours
    order_sums payment_sums
    method_bits is_reported count_new_orders count_changed_orders count_new_payments
    count_changed_payments fold_order_totals recount_orders
`,
  'Stored totals of titles, refunds and eWallets': `
    sale_changes season_title_totals season_refund_totals season_given_back_totals fair_day_totals
    wallet_total wallet_total_changes
    title_moves refund_moves given_back_moves fair_day_moves counted_fair_days season_title_sums
    season_refund_sums season_given_back_sums fair_day_sums wallet_sum
    note_new_sales note_changed_sales note_new_refunds count_new_wallets count_changed_wallets
    fold_title_totals fold_totals recount_titles recount_fair_days recount_sales
`,
  'Cached figures of reports over many fairs': `
    fair_figure_changes fair_figures report_items fair_item_figures
    note_fair_figures note_figures_of_lines note_figures_of_refunds note_figures_of_top_ups
    note_figures_of_close_outs
`,
  'Kept counts of students': `
    student_counts
    count_new_students count_changed_students count_gone_students recount_students
`,
  'Stored row counts of lists': `
    list_counts list_count_changes
    list_sums
    count_list_rows fold_list_counts recount_lists
`,
};
