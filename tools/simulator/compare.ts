import type { OrderRow } from '@pos/contract/sales/orders';
import { type HeldOrder, HeldState } from '@pos/contract/sales/held-orders';
import type { SoldLine, SoldOrder, SoldPayment } from '@pos/contract/sales/register-orders';
import { everyRow } from '../office/every-row.ts';
import { findFairId } from '../office/steps.ts';
import type { Office } from '../office/session.ts';
import type { Random } from '@pos/world/random';
import type { RegisterRecord, Sold } from './register-memory.ts';

/**
 * Comparison of the registers' journals with the server's data for the same fair; `wrong` names
 * every order that differs.
 */
export type Comparison = {
  sold: number;
  acknowledged: number;
  booked: number;
  held: number;
  rejected: number;
  unsent: number;
  /** Acknowledged, but not on the server. */
  lost: string[];
  /** On the server more than once. */
  doubled: string[];
  wrong: string[];
};

/** Number of orders compared field by field; the others by number and total. */
const LOOKED_INTO = 40;

/**
 * Compares the journals of all registers of one fair with the orders and held orders listed by the
 * panel.
 */
export async function compareWithServer(
  office: Office,
  fairIdentifier: string,
  registers: readonly { deviceId: string; memory: RegisterRecord }[],
  random: Random,
): Promise<Comparison> {
  const fairId = await findFairId(office, fairIdentifier);
  if (fairId === undefined) throw new Error(`The server has no fair ${fairIdentifier}.`);
  const rows = new Map<string, OrderRow>();
  for await (const row of everyRow((page) =>
    office.client.orders.list({ query: { ...page, fairId } }),
  ))
    rows.set(row.orderNumber, row);
  const held = await heldOrders(office, fairId);

  const total: Comparison = {
    sold: 0,
    acknowledged: 0,
    booked: 0,
    held: 0,
    rejected: 0,
    unsent: 0,
    lost: [],
    doubled: [],
    wrong: [],
  };
  const owners = new Map<string, string>();
  const toLookInto: { sold: Sold; row: OrderRow }[] = [];
  for (const { deviceId, memory } of registers) {
    const mine = memory.sold.filter(({ fair }) => fair === fairIdentifier);
    total.sold += mine.length;
    total.unsent += memory.unsent(fairIdentifier).length;
    total.rejected += memory.rejected().length;
    for (const { sold, answer } of memory
      .acknowledged()
      .filter(({ sold: { fair } }) => fair === fairIdentifier)) {
      total.acknowledged++;
      const name = `${deviceId} ${sold.order.epoch}-${sold.order.sequence}`;
      const row = answer.orderNumber === undefined ? undefined : rows.get(answer.orderNumber);
      const waiting = held.filter((one) => one.clientOrderId === sold.order.clientOrderId);
      if (row) {
        total.booked++;
        const other = owners.get(row.orderNumber);
        if (other !== undefined)
          total.doubled.push(`${name} and ${other} are both ${row.orderNumber}`);
        owners.set(row.orderNumber, name);
        total.wrong.push(...differences(name, sold, row, deviceId));
        toLookInto.push({ sold, row });
      } else if (waiting.length > 0) {
        total.held++;
        if (waiting.length > 1 && answer.reason !== 'SEQUENCE_CONFLICT')
          total.doubled.push(`${name} is held ${waiting.length} times`);
      } else total.lost.push(`${name} (${answer.result})`);
    }
    total.doubled.push(...strangers(rows, deviceId, mine, memory));
  }
  for (const { sold, row } of random.shuffled(toLookInto).slice(0, LOOKED_INTO))
    total.wrong.push(...(await differencesWithin(office, sold, row)));
  return total;
}

async function heldOrders(office: Office, fairId: string): Promise<HeldOrder[]> {
  const held: HeldOrder[] = [];
  for (const state of HeldState.options) {
    for await (const order of everyRow((page) =>
      office.client.orders.held({ query: { ...page, fairId, state } }),
    ))
      held.push(order);
  }
  return held;
}

/**
 * Returns the device's orders on the server that its journal lacks; a sale booked under two numbers
 * would be one.
 */
function strangers(
  rows: ReadonlyMap<string, OrderRow>,
  deviceId: string,
  mine: readonly Sold[],
  memory: RegisterRecord,
): string[] {
  const known = new Set(mine.map(({ order }) => memory.answerTo(order.clientOrderId)?.orderNumber));
  return [...rows.values()]
    .filter((row) => row.deviceId === deviceId && !known.has(row.orderNumber))
    .map((row) => `${row.orderNumber} is in no journal`);
}

function differences(
  name: string,
  { order, day }: Sold,
  row: OrderRow,
  deviceId: string,
): string[] {
  const units = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const pairs: [string, unknown, unknown][] = [
    ['register', deviceId, row.deviceId],
    ['day', day, row.businessDay],
    ['units', units, row.units],
    ['subtotal', order.subtotalCents, row.subtotalCents],
    ['tax', order.taxCents, row.taxCents],
    ['total', order.totalCents, row.totalCents],
  ];
  return pairs
    .filter(([, sold, stored]) => sold !== stored)
    .map(
      ([what, sold, stored]) =>
        `${name} (${row.orderNumber}): ${what} sold ${String(sold)}, stored ${String(stored)}`,
    );
}

/** Compares a whole order: ID, number in its epoch, lines and payments. */
async function differencesWithin(
  office: Office,
  { order }: Sold,
  row: OrderRow,
): Promise<string[]> {
  const { data: stored } = await office.client.orders.getById({ params: { id: row.id } });
  const [soldAs, storedAs] = [toEssence(order), toEssence(stored)];
  return soldAs === storedAs ? [] : [`${row.orderNumber}: sold ${soldAs}, stored ${storedAs}`];
}

/** Returns what a register knows of an order as text. */
function toEssence({
  clientOrderId,
  epoch,
  sequence,
  lines,
  payments,
}: Pick<SoldOrder, 'clientOrderId' | 'epoch' | 'sequence'> & {
  lines: readonly Omit<SoldLine, 'title' | 'category'>[];
  payments: readonly Pick<SoldPayment, 'method' | 'amountCents'>[];
}): string {
  return JSON.stringify({
    clientOrderId,
    epoch,
    sequence,
    lines: lines.map(({ lineNo, sku, quantity, unitPriceCents, discountCents, fulfilment }) =>
      [lineNo, sku, quantity, unitPriceCents, discountCents, fulfilment].join(' '),
    ),
    payments: payments
      .map(({ method, amountCents }) => ({ method, amountCents }))
      .toSorted((one, other) => one.method - other.method || one.amountCents - other.amountCents),
  });
}

/** Returns true if nothing was lost, doubled, changed or left unsent. */
export function agrees(comparison: Comparison): boolean {
  return (
    comparison.lost.length +
      comparison.doubled.length +
      comparison.wrong.length +
      comparison.unsent +
      comparison.rejected ===
    0
  );
}
