/**
 * Retention of every table: kept, for a reason; or deleted after a time, by the task below or by a
 * named one. A test compares the names with the database, so a new table needs a line.
 */
export type Retention =
  | { kept: string }
  | { deletedBy: string }
  | {
      /** Days after which `expired` is true at the earliest. */
      days: number;
      /** SQL: condition of the rows to delete. */
      expired: string;
    };

const RECORD = { kept: 'a business record' } as const;
const LEDGER = { kept: 'append-only, sums and invariants need every entry' } as const;
const MASTER = { kept: 'as many rows as the company has of these' } as const;
const PART = { kept: 'belongs to a record and ends with it' } as const;
const TOTAL = { kept: 'a total, a few rows a day' } as const;

const olderThan = (column: string, days: number) => `${column} < now() - interval '${days} days'`;

export const RETENTION: Readonly<Record<string, Retention>> = {
  schema_migrations: { kept: 'one row per migration' },
  settings: { kept: 'one row' },
  shared_setup: { kept: 'one row' },
  admin_changes: { kept: 'one row per admin' },
  roles: MASTER,
  role_rights: PART,
  role_duties: PART,
  admins: { kept: 'records name them' },
  admin_places: PART,
  sessions: {
    days: 90,
    expired: `${olderThan('ends_at', 90)} or ${olderThan('revoked_at', 90)}`,
  },
  // A used token shows that it was stolen, if it comes again. No session lasts longer than this.
  refresh_tokens: { days: 30, expired: `used_at is not null and ${olderThan('used_at', 30)}` },
  // An unused link that has expired still serves to ask for a new one.
  account_links: {
    days: 90,
    expired: `
      ${olderThan('used_at', 90)}
        or ${olderThan('voided_at', 90)}
        or ${olderThan('expires_at', 365)}`,
  },
  verification_codes: { days: 30, expired: olderThan('expires_at', 30) },
  attempts: { deletedBy: 'forget-attempts, every hour' },
  authenticators: { kept: 'one per admin' },
  recovery_codes: { kept: 'ten per admin' },
  passkeys: { kept: 'until their owner removes them' },
  used_challenges: { days: 1, expired: olderThan('used_at', 1) },
  factor_resets: { days: 1, expired: olderThan('asked_at', 1) },
  company_sign_in: { kept: 'one row' },
  company_groups: { kept: 'at most 50' },
  company_sessions: {
    days: 1,
    expired: `
      ${olderThan('created_at', 1)}
        and not exists (
          select
          from sessions
          where id = company_sessions.session_id and revoked_at is null and ends_at > now())`,
  },
  password_history: { kept: 'five per admin' },
  preferences: { kept: 'one per admin' },
  views: { kept: 'until their owner deletes them' },
  schools: MASTER,
  school_certificates: PART,
  fairs: RECORD,
  fair_tax_rates: PART,
  fair_resets: LEDGER,
  students: { kept: 'until they are erased' },
  parents: { kept: 'until their students are erased' },
  student_parents: PART,
  promotions: RECORD,
  student_erasures: { kept: 'the proof of each erasure' },
  student_erasure_names: { deletedBy: 'erase-students, when the erasure ends' },
  devices: MASTER,
  receipt_emails: { days: 1, expired: olderThan('at', 1) },
  register_tries: { days: 1, expired: olderThan('at', 1) },
  fair_devices: PART,
  cashiers: { kept: 'orders name them' },
  device_epochs: { kept: 'the acknowledged sequence of each register' },
  fair_device_counters: { kept: 'order numbers are never reused' },
  device_day_totals: { kept: 'control totals of invariant I10' },
  titles: MASTER,
  title_pictures: PART,
  season_prices: PART,
  package_lists: MASTER,
  package_titles: PART,
  fair_lines: PART,
  fair_line_prices: PART,
  former_taxables: PART,
  cartons: RECORD,
  carton_contents: PART,
  found_cartons: RECORD,
  stock_movements: LEDGER,
  stock_adjustments: LEDGER,
  stock_documents: RECORD,
  receipts: PART,
  receipt_lines: PART,
  receipt_scans: LEDGER,
  counts: PART,
  count_lines: PART,
  count_scans: LEDGER,
  count_differences: LEDGER,
  put_aways: RECORD,
  put_away_scans: LEDGER,
  put_away_lines: PART,
  shipments: PART,
  shipment_lines: PART,
  shipment_cartons: PART,
  packing_lists: RECORD,
  packing_substitutes: LEDGER,
  orders: RECORD,
  order_lines: PART,
  sold_titles: { kept: 'one row per name of a title' },
  held_orders: RECORD,
  held_refunds: RECORD,
  payments: RECORD,
  payment_events: LEDGER,
  refunds: RECORD,
  refund_lines: PART,
  refund_tenders: PART,
  wallets: { kept: 'one per student, with money' },
  wallet_entries: LEDGER,
  ave_dollar_entries: LEDGER,
  desk_top_ups: RECORD,
  payouts: LEDGER,
  payout_reversals: LEDGER,
  close_outs: LEDGER,
  close_out_reversals: LEDGER,
  cash_counts: LEDGER,
  drawer_entries: LEDGER,
  approvals: { kept: 'orders and refunds name who approved them' },
  float_counts: LEDGER,
  template_types: MASTER,
  artworks: MASTER,
  templates: MASTER,
  template_versions: LEDGER,
  customizations: PART,
  documents: { kept: 'one per customization, replaced when it changes' },
  featured_titles: PART,
  report_schedules: { kept: 'until staff delete them' },
  report_recipients: PART,
  report_sends: { days: 400, expired: olderThan('ended_at', 400) },
  jobs: {
    days: 90,
    // The page of syncs shows the latest 20. A task without an owner has failed for good.
    expired: `(${olderThan('finished_at', 180)}
      or owner_id is null and ${olderThan('finished_at', 90)}) and id not in (
      select id from jobs where kind = 'sync' order by created_at desc limit 20)`,
  },
  stored_files: { deletedBy: 'forget-files, every hour' },
  stored_file_chunks: PART,
  job_tickets: { deletedBy: 'the next ticket, once they have expired' },
  uploads: {
    days: 90,
    // A commit says where stock and records came from.
    expired: `mode = 'check' and ${olderThan('at', 90)} or ${olderThan('at', 1_100)}`,
  },
  // Repeated calls are answered from it for 24 hours (trust rule 6).
  idempotency_keys: { days: 2, expired: olderThan('created_at', 2) },
  activity: { kept: 'evidence, sealed into a chain (trust T33)' },
  activity_seals: LEDGER,
  access_log: {
    days: 180,
    expired: 'at < now() - (select make_interval(months => access_log_months) from settings)',
  },
  notifications: { deletedBy: 'forget-notifications, after 90 days' },
  live_events: { deletedBy: 'forget-events, after an hour' },
  fair_days_touched: { deletedBy: 'the next round that makes figures' },
  fair_days: TOTAL,
  fair_day_orders: TOTAL,
  fair_day_payments: TOTAL,
  day_items: TOTAL,
  student_counts: TOTAL,
  report_items: { kept: 'as many rows as titles have had prices' },
};
