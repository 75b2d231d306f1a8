import type pg from 'pg';
import { CopyBuffer } from './copy.ts';

/** Tables of a season with the loaded columns; the others keep their defaults. */
const COLUMNS = {
  roles: 'id name description',
  role_duties: 'role_id duty',
  admins: 'id first_name last_name email email_verified phone role_id',
  schools:
    'id identifier name address city state zip phone time_zone enrollment coordinator_name coordinator_email',
  devices: 'id device_id name purchase_date warranty_date model last_sync_at last_seen_at',
  titles: 'id sku isbn13 title author category price_cents taxable warehouse_qty allocated_qty',
  students: 'id school_id student_number first_name last_name grade teacher',
  wallets: 'id student_id balance_cents',
  wallet_entries:
    'id wallet_id type amount_cents balance_after_cents payment_id idempotency_key business_day actor',
  fairs:
    'id identifier school_id name address start_date end_date time_zone tax_rate_ppm admin_id package_option close_out_state order_count net_cents device_letters',
  fair_tax_rates: 'fair_id tax_rate_ppm',
  fair_device_counters: 'fair_id device_id letter last_number',
  device_epochs: 'device_id epoch acknowledged_sequence highest_sequence',
  fair_lines: 'id fair_id title_id price_cents sent_qty sold_qty counted_return_qty returned_qty',
  close_outs:
    'id fair_id number profit_option profit_rate_ppm profit_cents snapshot snapshot_sha256 finished_at finished_by finished_by_name',
  fair_line_prices: 'fair_id title_id price_cents',
  orders:
    'id order_number client_order_id body_hash fair_id school_id device_id epoch sequence cashier_id business_day sold_at received_at customer_type student_id customer_name status tax_rate_ppm tax_exempt exempt_reason exempt_certificate_no units gross_cents discount_cents subtotal_cents tax_cents total_cents refunded_net_cents refunded_tax_cents methods payment_status ship_to_school',
  order_lines:
    'id order_id sold_at line_no title_id sku title category quantity unit_price_cents gross_cents discount_cents net_cents taxable tax_cents fulfilment fulfilment_status refunded_qty refunded_net_cents refunded_tax_cents shipped_qty',
  payments:
    'id client_payment_id order_id fair_id school_id device_id purpose method type status amount_cents is_part tendered_cents change_cents refunded_cents check_number card_brand card_last4 processor_ref student_id wallet_id business_day paid_at created_at',
  payment_events: 'id payment_id from_status to_status actor at',
  refunds:
    'id client_refund_id body_hash order_id fair_id device_id business_day refunded_at reason units net_cents tax_cents total_cents actor',
  refund_lines: 'refund_id order_line_id quantity net_cents tax_cents restock',
  refund_tenders: 'id refund_id payment_id method paid_out_as amount_cents',
  stock_movements:
    'id title_id qty from_place from_fair_id to_place to_fair_id reason ref_type ref_id actor',
} as const;
export type SeasonTable = keyof typeof COLUMNS;

/** Buffers the rows of all tables for COPY. */
export class SeasonTables {
  readonly #buffers = new Map(
    Object.entries(COLUMNS).map(([table, columns]) => [
      table as SeasonTable,
      new CopyBuffer(table, columns),
    ]),
  );

  of(table: SeasonTable): CopyBuffer {
    return this.#buffers.get(table)!;
  }

  async flush(client: pg.Client): Promise<void> {
    for (const buffer of this.#buffers.values()) await buffer.flush(client);
  }
}

/**
 * Drops the indexes of the season's tables, except those that foreign keys need, and returns the
 * statements that recreate them. Loading without them is several times as fast.
 */
export async function dropIndexes(client: pg.Client): Promise<string[]> {
  const tables = Object.keys(COLUMNS);
  const { rows: constraints } = await client.query<{
    table: string;
    name: string;
    definition: string;
  }>(
    `
      select c.conrelid::regclass::text as table, quote_ident(c.conname) as name,
        pg_get_constraintdef(c.oid) as definition
      from pg_constraint c
      where c.contype = 'u'
        and c.conrelid = any($1::regclass[])
        and not exists (
          select from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid)`,
    [tables],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i
      where i.indrelid = any($1::regclass[])
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { table, name } of constraints)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return [
    ...constraints.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    ),
    ...indexes.map(({ definition }) => definition),
  ];
}

/** Updates the statistics of the season's tables and enables index-only scans. */
export async function vacuum(client: pg.Client): Promise<void> {
  for (const table of Object.keys(COLUMNS)) await client.query(`vacuum (analyze) ${table}`);
}
