/** A heading of apps/api/schema.sql with the names of its tables, views and functions, in order. */
type Section = {
  title: string;
  tables: readonly string[];
  views?: readonly string[];
  functions?: readonly string[];
};

/**
 * Order of apps/api/schema.sql, by feature. A new table, view or function needs a place here;
 * without one `npm run tool -- schema` and its test name it and fail.
 */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Users and roles',
    tables: [
      'roles',
      'role_rights',
      'role_duties',
      'admins',
      'sessions',
      'refresh_tokens',
      'account_links',
      'verification_codes',
      'attempts',
      'password_history',
      'preferences',
      'views',
    ],
  },
  {
    title: 'Schools, fairs and students',
    tables: [
      'schools',
      'school_certificates',
      'fairs',
      'fair_tax_rates',
      'fair_resets',
      'students',
      'parents',
      'student_parents',
      'promotions',
      'student_erasures',
      'student_erasure_names',
    ],
    functions: ['refuse_change'],
  },
  {
    title: 'Devices',
    tables: [
      'devices',
      'register_tries',
      'fair_devices',
      'device_epochs',
      'fair_device_counters',
      'device_day_totals',
    ],
  },
  {
    title: 'Titles, stock and cartons',
    tables: [
      'titles',
      'title_pictures',
      'season_prices',
      'package_lists',
      'package_titles',
      'fair_lines',
      'fair_line_prices',
      'former_taxables',
      'cartons',
      'carton_contents',
      'stock_movements',
      'stock_adjustments',
      'packing_lists',
      'packing_substitutes',
    ],
    functions: ['note_former_taxable', 'season_of'],
  },
  {
    title: 'Orders',
    tables: ['orders', 'order_lines', 'sold_titles', 'held_orders', 'held_refunds'],
    functions: ['note_sold_titles', 'leave_out_erased_customer', 'leave_out_erased_held_customer'],
  },
  {
    title: 'Payments and refunds',
    tables: ['payments', 'payment_events', 'refunds', 'refund_lines', 'refund_tenders'],
  },
  {
    title: 'eWallets and AveDollars',
    tables: ['wallets', 'wallet_entries', 'ave_dollar_entries', 'desk_top_ups', 'payouts'],
  },
  {
    title: 'Close-out and counted money',
    tables: ['close_outs', 'close_out_reversals', 'cash_counts', 'float_counts'],
    views: ['standing_close_outs', 'standing_cash_counts', 'standing_float_counts'],
  },
  {
    title: 'Templates and documents',
    tables: [
      'template_types',
      'artworks',
      'templates',
      'template_versions',
      'customizations',
      'documents',
      'featured_titles',
    ],
  },
  {
    title: 'Scheduled reports',
    tables: ['report_schedules', 'report_recipients', 'report_sends'],
  },
  {
    title: 'Settings, jobs and uploads',
    tables: [
      'settings',
      'shared_setup',
      'admin_changes',
      'jobs',
      'job_tickets',
      'stored_files',
      'stored_file_chunks',
      'uploads',
      'idempotency_keys',
    ],
  },
  {
    title: 'Activity and notifications',
    tables: ['activity', 'activity_seals', 'notifications'],
    functions: ['activity_line'],
  },
  {
    title: 'Live events',
    tables: ['live_events'],
    functions: [
      'announce',
      'few',
      'announce_fairs',
      'announce_fair_rows',
      'announce_orders',
      'announce_order_lines',
      'announce_any',
      'announce_devices',
      'announce_jobs',
      'announce_new_jobs',
      'announce_admins',
      'announce_role_rights',
      'announce_sessions',
      'announce_notifications',
    ],
  },
  {
    title: 'Stored totals of orders and payments',
    tables: [
      'order_totals',
      'order_total_changes',
      'season_order_totals',
      'order_hours',
      'payment_totals',
      'payment_total_changes',
      'season_payment_totals',
      'payment_hours',
    ],
    views: ['order_sums', 'payment_sums'],
    functions: [
      'method_bits',
      'is_reported',
      'count_new_orders',
      'count_changed_orders',
      'count_new_payments',
      'count_changed_payments',
      'fold_order_totals',
      'recount_orders',
    ],
  },
  {
    title: 'Stored totals of titles, refunds and eWallets',
    tables: [
      'sale_changes',
      'season_title_totals',
      'season_refund_totals',
      'season_given_back_totals',
      'wallet_total',
      'wallet_total_changes',
    ],
    views: [
      'title_moves',
      'refund_moves',
      'given_back_moves',
      'season_title_sums',
      'season_refund_sums',
      'season_given_back_sums',
      'wallet_sum',
    ],
    functions: [
      'note_new_sales',
      'note_changed_sales',
      'note_new_refunds',
      'count_new_wallets',
      'count_changed_wallets',
      'fold_title_totals',
      'fold_totals',
      'recount_titles',
      'recount_sales',
    ],
  },
  {
    title: 'Cached figures of reports over many fairs',
    tables: ['fair_figure_changes', 'fair_figures', 'report_items', 'fair_item_figures'],
    functions: [
      'note_fair_figures',
      'note_figures_of_lines',
      'note_figures_of_refunds',
      'note_figures_of_top_ups',
      'note_figures_of_close_outs',
    ],
  },
  {
    title: 'Kept counts of students',
    tables: ['student_counts'],
    functions: [
      'count_new_students',
      'count_changed_students',
      'count_gone_students',
      'recount_students',
    ],
  },
];
