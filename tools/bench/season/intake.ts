import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { randomBytes, randomUUID } from 'node:crypto';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import {
  type Credentials,
  tokenFingerprints,
  signDeviceToken,
} from '@pos/api/sales/register/device-tokens.ts';
import type { Secrets } from '@pos/api/secrets.ts';
import { order, payment } from '@pos/world/sale';
import type pg from 'pg';
import { RepeatableUuids } from './repeatable-uuids.ts';

/** Orders per batch, like those of a register after a while offline. */
export const ORDERS_A_BATCH = 20;
const REGISTERS = 16;
const keys = new RepeatableUuids(2);

type Line = {
  titleId: string;
  sku: string;
  title: string;
  category: string;
  priceCents: number;
  taxable: boolean;
};
export type Register = {
  deviceId: string;
  fairId: string;
  schoolId: string;
  cashierId: string;
  taxRatePpm: number;
  token: string;
  sequence: number;
  lines: Line[];
};

/**
 * Returns registers at the season's newest open fairs, each at a different fair, that can send
 * orders at once.
 */
export async function openRegisters(
  client: pg.Client,
  secrets: Pick<Secrets, 'deviceTokenKey'>,
): Promise<Register[]> {
  const { rows } = await client.query<Omit<Register, 'token' | 'lines'>>(
    `
      select distinct on (c.device_id) c.device_id as "deviceId", f.id as "fairId",
        f.school_id as "schoolId", f.admin_id as "cashierId", f.tax_rate_ppm as "taxRatePpm",
        e.highest_sequence::int as sequence
      from (
        select * from fairs where close_out_state = 'open' order by end_date desc, id limit 64) f
      join fair_device_counters c on c.fair_id = f.id
      join device_epochs e on e.device_id = c.device_id and e.epoch = 1
      order by c.device_id
      limit $1`,
    [REGISTERS],
  );
  const registers: Register[] = [];
  for (const row of rows) {
    const { rows: lines } = await client.query<Line>(
      'select t.id as "titleId", t.sku, t.title, t.category, l.price_cents::int as "priceCents", t.taxable from fair_lines l join titles t on t.id = l.title_id where l.fair_id = $1 order by l.id limit 50',
      [row.fairId],
    );
    const prints = tokenFingerprints(await pairedCredentials(client, row));
    const claims = { sub: row.deviceId, fair: row.fairId, admin: row.cashierId, ...prints };
    const { token } = await signDeviceToken(secrets.deviceTokenKey, claims);
    registers.push({ ...row, token, lines });
  }
  return registers;
}

/** Pairs the device if it has no tablet, and reads the credentials for its tokens. */
async function pairedCredentials(
  client: pg.Client,
  { deviceId, cashierId }: { deviceId: string; cashierId: string },
): Promise<Credentials> {
  await client.query(
    'update devices set device_key_hash = $2 where id = $1 and device_key_hash is null',
    [deviceId, randomBytes(32)],
  );
  const { rows } = await client.query<Credentials>(
    `select d.device_key_hash as "deviceKeyHash", a.secret_code_hash as "secretCodeHash"
       from devices d join admins a on a.id = $2
      where d.id = $1`,
    [deviceId, cashierId],
  );
  return rows[0]!;
}

/** Builds the next batch of a register: two lines an order, paid in cash. */
export function makeBatch(register: Register): SoldOrder[] {
  return Array.from({ length: ORDERS_A_BATCH }, () => {
    register.sequence += 1;
    const wanted = [0, 7].map(
      (step) => register.lines[(register.sequence * 3 + step) % register.lines.length]!,
    );
    return order(register.taxRatePpm, {
      sequence: register.sequence,
      lines: wanted.map(({ sku, priceCents, taxable }) => ({
        sku,
        unitPriceCents: priceCents,
        taxable,
      })),
      payments: (totalCents) => [
        payment(PaymentMethod.cash, totalCents, { tenderedCents: totalCents, changeCents: 0 }),
      ],
    });
  });
}

/** Tables that an accepted order is stored in, with the condition that finds its rows. */
const STORED = {
  orders: 'id = any($1)',
  order_lines: 'order_id = any($1)',
  payments: 'order_id = any($1)',
  payment_events: 'payment_id in (select id from payments where order_id = any($1))',
  stock_movements: 'ref_id in (select id from order_lines where order_id = any($1))',
};

/** Rows of a batch that the product has stored, by table, as JSON. */
export type StoredBatch = { rows: string; ids: Set<string> };

/** Reads the rows of a batch, to insert them again with IDs of their own. */
export async function readBatch(
  client: pg.Client,
  orders: readonly SoldOrder[],
): Promise<StoredBatch> {
  const clientIds = orders.map(({ clientOrderId }) => clientOrderId);
  const { rows: stored } = await client.query<{ id: string }>(
    'select id from orders where client_order_id = any($1)',
    [clientIds],
  );
  const orderIds = stored.map(({ id }) => id);
  const rows: Record<string, Record<string, unknown>[]> = {};
  for (const [table, condition] of Object.entries(STORED)) {
    const found = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) - 'seq' as row from ${table} t where ${condition}`,
      [orderIds],
    );
    rows[table] = found.rows.map(({ row }) => row);
  }
  const all = Object.values(rows).flat();
  const ids = new Set([...clientIds, ...all.map(({ id }) => String(id))]);
  for (const { client_payment_id: id } of rows['payments'] ?? []) ids.add(String(id));
  return { rows: JSON.stringify(rows), ids };
}

/** Returns the rows of a batch with new IDs, numbers and an unused epoch. */
export function copyBatch({ rows, ids }: StoredBatch): string {
  const epoch = 2 + Math.floor(Math.random() * 2_000_000_000);
  const fresh = new Map([...ids].map((id) => [id, keys.next(Date.now())]));
  return rows
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => fresh.get(id) ?? id)
    .replaceAll('"epoch":1', `"epoch":${epoch}`)
    .replaceAll(/"order_number":"[^"]*"/g, () => `"order_number":"BARE-${randomUUID()}"`);
}
