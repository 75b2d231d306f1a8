import { PaymentMethod } from '@pos/contract/payment-methods';
import { randomBytes, randomUUID } from 'node:crypto';
import { getOrderSums } from '@pos/contract/money-rules';
import type { SoldOrder } from '@pos/contract/register-orders';
import {
  type Credentials,
  tokenFingerprints,
  signDeviceToken,
} from '@pos/api/features/register/device-tokens.ts';
import type { Secrets } from '@pos/api/secrets.ts';
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
    const lines = wanted.map(({ sku, priceCents, taxable }, index) => ({
      lineNo: index + 1,
      sku,
      title: null,
      category: null,
      quantity: 1,
      unitPriceCents: priceCents,
      discountCents: 0,
      taxable,
      fulfilment: 'in_person' as const,
    }));
    const terms = { taxRatePpm: register.taxRatePpm, taxExempt: false };
    const { subtotalCents, taxCents, totalCents } = getOrderSums({ ...terms, lines });
    const payment = {
      clientPaymentId: randomUUID(),
      method: PaymentMethod.cash,
      amountCents: totalCents,
      tenderedCents: totalCents,
      changeCents: 0,
      status: 'completed' as const,
      checkNumber: null,
      cardBrand: null,
      cardLast4: null,
      processorRef: null,
    };
    return {
      clientOrderId: randomUUID(),
      epoch: 1,
      sequence: register.sequence,
      soldAt: new Date().toISOString(),
      customerType: 'parent',
      studentNumber: null,
      customerName: null,
      ...terms,
      exemptReason: null,
      exemptCertificateNo: null,
      lines,
      subtotalCents,
      taxCents,
      totalCents,
      payments: [payment],
    };
  });
}

/** Converts the same sales to table rows, for plain inserts. */
export function toCopyRows(register: Register, orders: readonly SoldOrder[]): string {
  // An unused epoch, so the next run finds every number free.
  const epoch = 2 + Math.floor(Math.random() * 2_000_000_000);
  const rows: Rows = { orders: [], lines: [], payments: [], events: [], movements: [] };
  for (const order of orders) {
    const id = keys.next(Date.now());
    const sale = { id, order, sums: getOrderSums(order) };
    rows.orders.push(orderRow(register, sale, epoch));
    for (const index of order.lines.keys()) addLineRows(rows, register, sale, index);
    addPaymentRows(rows, register, sale);
  }
  return JSON.stringify(rows);
}

type Rows = Record<'orders' | 'lines' | 'payments' | 'events' | 'movements', object[]>;

/** An order with its ID and computed sums. */
type NumberedSale = { id: string; order: SoldOrder; sums: ReturnType<typeof getOrderSums> };

function orderRow(register: Register, { id, order, sums }: NumberedSale, epoch: number): object {
  return {
    id,
    order_number: `BARE-${order.clientOrderId}`,
    client_order_id: order.clientOrderId,
    body_hash: `\\x${'00'.repeat(32)}`,
    fair_id: register.fairId,
    school_id: register.schoolId,
    device_id: register.deviceId,
    epoch,
    sequence: order.sequence,
    cashier_id: register.cashierId,
    business_day: order.soldAt.slice(0, 10),
    sold_at: order.soldAt,
    received_at: order.soldAt,
    customer_type: 'parent',
    status: 'completed',
    tax_rate_ppm: order.taxRatePpm,
    tax_exempt: false,
    units: 2,
    gross_cents: sums.grossCents,
    discount_cents: 0,
    subtotal_cents: sums.subtotalCents,
    tax_cents: sums.taxCents,
    total_cents: sums.totalCents,
    refunded_net_cents: 0,
    refunded_tax_cents: 0,
    uncollected_cents: 0,
    overpaid_cents: 0,
    methods: [PaymentMethod.cash],
    payment_status: 'completed',
    ship_to_school: false,
    flags: [],
    sequence_repeated: false,
  };
}

/** Adds one order line and its stock movement. */
function addLineRows(
  rows: Rows,
  register: Register,
  { id, order, sums }: NumberedSale,
  index: number,
): void {
  const line = order.lines[index]!;
  const known = register.lines.find(({ sku }) => sku === line.sku)!;
  const { grossCents, netCents, taxCents } = sums.lines[index]!;
  const lineId = keys.next(Date.now());
  rows.lines.push({
    id: lineId,
    order_id: id,
    sold_at: order.soldAt,
    line_no: line.lineNo,
    title_id: known.titleId,
    sku: known.sku,
    title: known.title,
    category: known.category,
    quantity: 1,
    unit_price_cents: line.unitPriceCents,
    gross_cents: grossCents,
    discount_cents: 0,
    net_cents: netCents,
    taxable: line.taxable,
    tax_cents: taxCents,
    fulfilment: 'in_person',
    fulfilment_status: 'taken',
    last_copy: false,
    refunded_qty: 0,
    refunded_net_cents: 0,
    refunded_tax_cents: 0,
    restocked_qty: 0,
    shipped_qty: 0,
  });
  rows.movements.push({
    id: keys.next(Date.now()),
    title_id: known.titleId,
    qty: 1,
    from_place: 'fair',
    from_fair_id: register.fairId,
    to_place: 'customer',
    reason: 'sale',
    ref_type: 'order_line',
    ref_id: lineId,
    actor: 'Bare',
    at: order.soldAt,
  });
}

/** Adds the payment of an order and its first event. */
function addPaymentRows(rows: Rows, register: Register, { id, order, sums }: NumberedSale): void {
  const paymentId = keys.next(Date.now());
  rows.payments.push({
    id: paymentId,
    client_payment_id: randomUUID(),
    order_id: id,
    fair_id: register.fairId,
    school_id: register.schoolId,
    device_id: register.deviceId,
    purpose: 'sale',
    method: PaymentMethod.cash,
    type: 0,
    status: 'completed',
    amount_cents: sums.totalCents,
    is_part: false,
    tendered_cents: sums.totalCents,
    change_cents: 0,
    refunded_cents: 0,
    business_day: order.soldAt.slice(0, 10),
    paid_at: order.soldAt,
    created_at: order.soldAt,
  });
  rows.events.push({
    id: keys.next(Date.now()),
    payment_id: paymentId,
    to_status: 'completed',
    actor: 'Bare',
    note: '',
    at: order.soldAt,
  });
}
