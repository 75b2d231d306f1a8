import type { OrderSums } from '@pos/contract/money-rules';
import { toPaymentType } from '@pos/contract/payments';
import { PaymentMethod } from '@pos/contract/payment-methods';
import type { Day } from '@pos/contract/values';
import type { Random } from '../../simulator/random.ts';
import type { SeasonTitle } from './catalog.ts';
import type { RepeatableUuids } from './repeatable-uuids.ts';
import type { SeasonFair, SeasonStudent, SoldOut } from './season-fair.ts';
import type { SeasonTables } from './tables.ts';

/** Rows of order lines, payments and refunds with their movements and eWallet entries. */

const ACTOR = 'Season';
export const HASH = '\\\\x'.padEnd(67, '0');

export type Line = { id: string; title: SeasonTitle; quantity: number; isShipped: boolean };
export type Part = {
  id: string;
  method: PaymentMethod;
  amountCents: number;
  isPart: boolean;
  status: 'completed' | 'pending' | 'refunded';
  refundedCents: number;
};

export function sumOfLines({ lines }: OrderSums, count: number): { net: number; tax: number } {
  const back = lines.slice(0, count);
  return {
    net: back.reduce((sum, { netCents }) => sum + netCents, 0),
    tax: back.reduce((sum, { taxCents }) => sum + taxCents, 0),
  };
}

export function addLine(
  fair: SeasonFair,
  orderId: string,
  { id, title, quantity, isShipped }: Line,
  at: number,
  sums: OrderSums,
  isBack: boolean,
  isOver: boolean,
  outcome: SoldOut,
  tables: SeasonTables,
  keys: RepeatableUuids,
  soldMs: number,
): void {
  const { grossCents, netCents, taxCents } = sums.lines[at]!;
  const waits = isShipped && !isOver;
  const fulfilmentStatus = !isShipped
    ? 'taken'
    : waits
      ? isBack
        ? 'cancelled'
        : 'to_ship'
      : 'delivered';
  tables
    .of('order_lines')
    .add(
      id,
      orderId,
      new Date(soldMs).toISOString(),
      at + 1,
      title.id,
      title.sku,
      title.title,
      title.category,
      quantity,
      title.priceCents,
      grossCents,
      0,
      netCents,
      title.taxable,
      taxCents,
      isShipped ? 'ship_to_school' : 'in_person',
      fulfilmentStatus,
      isBack ? quantity : 0,
      isBack ? netCents : 0,
      isBack ? taxCents : 0,
      fulfilmentStatus === 'delivered' ? quantity : 0,
    );
  const count = (units: Map<string, number>) =>
    units.set(title.id, (units.get(title.id) ?? 0) + quantity);
  if (fulfilmentStatus === 'to_ship') count(outcome.toShipByTitle);
  if (fulfilmentStatus === 'to_ship' || fulfilmentStatus === 'cancelled') return;
  count(isShipped ? outcome.shippedByTitle : outcome.soldByTitle);
  tables
    .of('stock_movements')
    .add(
      keys.next(soldMs),
      title.id,
      quantity,
      isShipped ? 'warehouse' : 'fair',
      isShipped ? null : fair.id,
      'customer',
      null,
      isShipped ? 'ship_to_school' : 'sale',
      'order_line',
      id,
      ACTOR,
    );
}

let references = 0;

export function addPayment(
  fair: SeasonFair,
  orderId: string,
  { id, method, amountCents, isPart, status, refundedCents }: Part,
  student: SeasonStudent | undefined,
  day: Day,
  soldAt: string,
  soldMs: number,
  tables: SeasonTables,
  random: Random,
  keys: RepeatableUuids,
): void {
  references += 1;
  const isCard = method === PaymentMethod.creditCard;
  const walletId = method === PaymentMethod.eWallet ? (student?.walletId ?? null) : null;
  const paid = method === PaymentMethod.cash ? Math.ceil(amountCents / 500) * 500 : amountCents;
  tables
    .of('payments')
    .add(
      id,
      keys.next(soldMs),
      orderId,
      fair.id,
      fair.school.id,
      fair.device.id,
      'sale',
      method,
      toPaymentType('sale', method),
      status,
      amountCents,
      isPart,
      paid,
      paid - amountCents,
      refundedCents,
      method === PaymentMethod.check ? String(random.int(1_000, 9_999)) : null,
      isCard ? 'Visa' : null,
      isCard ? String(random.int(0, 9_999)).padStart(4, '0') : null,
      isCard ? `pi_${references.toString(36).padStart(8, '0')}` : null,
      method === PaymentMethod.facts || method === PaymentMethod.eWallet
        ? (student?.id ?? null)
        : null,
      walletId,
      day,
      soldAt,
      soldAt,
    );
  tables
    .of('payment_events')
    .add(
      keys.next(soldMs),
      id,
      null,
      status === 'pending' ? 'pending' : 'completed',
      ACTOR,
      soldAt,
    );
  if (status === 'refunded')
    tables.of('payment_events').add(keys.next(soldMs), id, 'completed', 'refunded', ACTOR, soldAt);
  if (!walletId || !student) return;
  student.balanceCents -= amountCents;
  tables
    .of('wallet_entries')
    .add(
      keys.next(soldMs),
      walletId,
      'spend',
      -amountCents,
      student.balanceCents,
      id,
      `payment:${id}`,
      day,
      ACTOR,
    );
}

export function addRefund(
  fair: SeasonFair,
  orderId: string,
  lines: readonly Line[],
  sums: OrderSums,
  part: Part,
  day: Day,
  soldMs: number,
  tables: SeasonTables,
  keys: RepeatableUuids,
): void {
  const id = keys.next(soldMs);
  const { net, tax } = sumOfLines(sums, lines.length);
  tables.of('refunds').add(
    id,
    keys.next(soldMs),
    HASH,
    orderId,
    fair.id,
    fair.device.id,
    day,
    new Date(soldMs + 600_000).toISOString(),
    'Changed mind',
    lines.reduce((units, { quantity }) => units + quantity, 0),
    net,
    tax,
    net + tax,
    ACTOR,
  );
  for (const [at, line] of lines.entries())
    tables
      .of('refund_lines')
      .add(id, line.id, line.quantity, sums.lines[at]!.netCents, sums.lines[at]!.taxCents, false);
  tables
    .of('refund_tenders')
    .add(
      keys.next(soldMs),
      id,
      part.id,
      part.method,
      part.method === PaymentMethod.check ? PaymentMethod.cash : part.method,
      net + tax,
    );
}
