import { PaymentMethod } from '@pos/contract/payment-methods';
import { toPaymentType } from '@pos/contract/payments';
import type { Cell } from './copy.ts';
import type { SeasonGenerator } from './generator.ts';
import type { Line, Part, Sale } from './sale.ts';
import type { SoldOut } from './season-fair.ts';

/** Rows of orders, their lines, payments and refunds, with movements and eWallet entries. */

const ACTOR = 'Season';
const HASH = '\\\\x'.padEnd(67, '0');

/** Adds the rows of a sale, counts its units in `outcome` and returns the order number. */
export function addSale(
  generator: SeasonGenerator,
  sale: Sale,
  cashierId: string,
  outcome: SoldOut,
): string {
  const orderNumber = addOrder(generator, sale, cashierId);
  for (const at of sale.lines.keys()) addLine(generator, sale, at, outcome);
  for (const part of sale.parts) addPayment(generator, sale, part);
  if (sale.returned > 0) addRefund(generator, sale);
  return orderNumber;
}

function addOrder({ tables, random, keys }: SeasonGenerator, sale: Sale, cashierId: string) {
  const { orderId, number, fair, day, soldMs, student, isExempt, lines, sums, refunded } = sale;
  const soldAt = new Date(soldMs).toISOString();
  const orderNumber = `${fair.identifier}-A${String(number).padStart(4, '0')}`;
  fair.device.sequence += 1;
  tables.of('orders').add(
    orderId,
    orderNumber,
    keys.next(soldMs),
    HASH,
    fair.id,
    fair.school.id,
    fair.device.id,
    1,
    fair.device.sequence,
    cashierId,
    day,
    soldAt,
    soldAt,
    student ? 'student' : random.pick(['parent', 'teacher', 'other']),
    student?.id ?? null,
    null,
    sale.status,
    fair.taxRatePpm,
    isExempt,
    isExempt ? 'organization' : null,
    isExempt ? 'EX-1' : null,
    countUnits(lines),
    sums.grossCents,
    0,
    sums.subtotalCents,
    sums.taxCents,
    sums.totalCents,
    refunded.net,
    refunded.tax,
    `{${sale.parts.map(({ method }) => method).join(',')}}`,
    paymentStatus(sale),
    lines.some(({ isShipped }) => isShipped),
  );
  return orderNumber;
}

function paymentStatus({ status }: Sale): Part['status'] {
  if (status === 'open') return 'pending';
  return status === 'refunded' ? 'refunded' : 'completed';
}

const countUnits = (lines: readonly Line[]) =>
  lines.reduce((units, { quantity }) => units + quantity, 0);

function addLine(generator: SeasonGenerator, sale: Sale, at: number, outcome: SoldOut): void {
  const line = sale.lines[at]!;
  const { id, title, quantity, isShipped } = line;
  const { grossCents, netCents, taxCents } = sale.sums.lines[at]!;
  const isReturned = at < sale.returned;
  const fulfillment = fulfillmentStatus(sale, isShipped, isReturned);
  generator.tables
    .of('order_lines')
    .add(
      id,
      sale.orderId,
      new Date(sale.soldMs).toISOString(),
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
      fulfillment,
      isReturned ? quantity : 0,
      isReturned ? netCents : 0,
      isReturned ? taxCents : 0,
      fulfillment === 'delivered' ? quantity : 0,
    );
  if (fulfillment === 'cancelled') return;
  if (fulfillment === 'to_ship') return countLine(outcome.toShipByTitle, line);
  countLine(isShipped ? outcome.shippedByTitle : outcome.soldByTitle, line);
  addMovement(generator, sale, line);
}

/** Shipped lines of a fair that is not closed out still wait in the warehouse. */
function fulfillmentStatus({ fair }: Sale, isShipped: boolean, isReturned: boolean) {
  if (!isShipped) return 'taken';
  if (fair.isClosedOut) return 'delivered';
  return isReturned ? 'cancelled' : 'to_ship';
}

function countLine(units: Map<string, number>, { title, quantity }: Line): void {
  units.set(title.id, (units.get(title.id) ?? 0) + quantity);
}

function addMovement(
  { tables, keys }: SeasonGenerator,
  { fair, soldMs }: Sale,
  { id, title, quantity, isShipped }: Line,
): void {
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

function addPayment(generator: SeasonGenerator, sale: Sale, part: Part): void {
  const { fair, student, day, soldMs } = sale;
  const soldAt = new Date(soldMs).toISOString();
  const { id, method, amountCents } = part;
  const walletId = method === PaymentMethod.eWallet ? (student?.walletId ?? null) : null;
  const tendered = method === PaymentMethod.cash ? Math.ceil(amountCents / 500) * 500 : amountCents;
  const paysAsStudent = method === PaymentMethod.facts || method === PaymentMethod.eWallet;
  generator.tables
    .of('payments')
    .add(
      id,
      generator.keys.next(soldMs),
      sale.orderId,
      fair.id,
      fair.school.id,
      fair.device.id,
      'sale',
      method,
      toPaymentType('sale', method),
      part.status,
      amountCents,
      part.isPart,
      tendered,
      tendered - amountCents,
      part.refundedCents,
      ...checkAndCardCells(generator, method),
      paysAsStudent ? (student?.id ?? null) : null,
      walletId,
      day,
      soldAt,
      soldAt,
    );
  addPaymentEvents(generator, part, soldMs);
  if (walletId) spendFromWallet(generator, sale, part, walletId);
}

let references = 0;

/** Returns the check number, and the brand, last digits and reference of the card. */
function checkAndCardCells({ random }: SeasonGenerator, method: PaymentMethod): Cell[] {
  references += 1;
  if (method === PaymentMethod.check) return [String(random.int(1_000, 9_999)), null, null, null];
  if (method !== PaymentMethod.creditCard) return [null, null, null, null];
  const last4 = String(random.int(0, 9_999)).padStart(4, '0');
  return [null, 'Visa', last4, `pi_${references.toString(36).padStart(8, '0')}`];
}

function addPaymentEvents({ tables, keys }: SeasonGenerator, part: Part, soldMs: number): void {
  const at = new Date(soldMs).toISOString();
  const first = part.status === 'pending' ? 'pending' : 'completed';
  tables.of('payment_events').add(keys.next(soldMs), part.id, null, first, ACTOR, at);
  if (part.status === 'refunded')
    tables.of('payment_events').add(keys.next(soldMs), part.id, 'completed', 'refunded', ACTOR, at);
}

function spendFromWallet(
  { tables, keys }: SeasonGenerator,
  { student, day, soldMs }: Sale,
  { id, amountCents }: Part,
  walletId: string,
): void {
  student!.balanceCents -= amountCents;
  tables
    .of('wallet_entries')
    .add(
      keys.next(soldMs),
      walletId,
      'spend',
      -amountCents,
      student!.balanceCents,
      id,
      `payment:${id}`,
      day,
      ACTOR,
    );
}

/** Refunds the returned lines to the first payment; a check is paid back in cash. */
function addRefund({ tables, keys }: SeasonGenerator, sale: Sale): void {
  const { fair, soldMs, sums, refunded } = sale;
  const id = keys.next(soldMs);
  const part = sale.parts[0]!;
  const lines = sale.lines.slice(0, sale.returned);
  tables
    .of('refunds')
    .add(
      id,
      keys.next(soldMs),
      HASH,
      sale.orderId,
      fair.id,
      fair.device.id,
      sale.day,
      new Date(soldMs + 600_000).toISOString(),
      'Changed mind',
      countUnits(lines),
      refunded.net,
      refunded.tax,
      refunded.net + refunded.tax,
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
      refunded.net + refunded.tax,
    );
}
