import { type OrderSums, sumsOf } from '@pos/contract/money-rules';
import { type PaymentMethod, paymentTypeOf } from '@pos/contract/payments';
import type { Day } from '@pos/contract/values';
import { addDays } from '@pos/api/time/days.ts';
import type { Random } from '../../simulator/random.ts';
import type { SeasonTitle } from './catalogue.ts';
import type { Keys } from './keys.ts';
import type { SeasonTables } from './tables.ts';

export type SeasonStudent = { id: string; walletId: string | null; balanceCents: number };
export type SeasonSchool = {
  id: string;
  identifier: string;
  name: string;
  timeZone: string;
  /** Hours behind UTC, without daylight saving. */ behind: number;
  students: SeasonStudent[];
};
export type SeasonDevice = { id: string; sequence: number };
export type SeasonFair = {
  id: string;
  identifier: string;
  school: SeasonSchool;
  device: SeasonDevice;
  startDate: Day;
  days: number;
  taxRatePpm: number;
  orders: number;
  titles: readonly SeasonTitle[];
};

/** Results of a fair's sales, for the rows written last. */
export type SoldOut = {
  netCents: number;
  /** Remainder of each order that counts in reports. */ orders: {
    orderNumber: string;
    netCents: number;
    taxCents: number;
    totalCents: number;
  }[];
  soldByTitle: Map<string, number>;
  toShipByTitle: Map<string, number>;
  shippedByTitle: Map<string, number>;
};

const ACTOR = 'Season';
const HASH = '\\\\x'.padEnd(67, '0');

/** Payment methods with their weights. Two methods split a sale. */
const TENDERS: readonly (readonly [readonly PaymentMethod[], number])[] = [
  [[1], 46],
  [[3], 30],
  [[2], 4],
  [[4], 6],
  [[5], 9],
  [[1, 3], 5],
];

type Line = { id: string; title: SeasonTitle; quantity: number; isShipped: boolean };
type Part = {
  id: string;
  method: PaymentMethod;
  amountCents: number;
  isPart: boolean;
  status: 'completed' | 'pending' | 'refunded';
  refundedCents: number;
};

/**
 * Writes the sales of one fair: orders with lines, payments with their events, refunds, eWallet
 * entries and stock movements.
 */
export function sellAtFair(
  fair: SeasonFair,
  isOver: boolean,
  cashierId: string,
  tables: SeasonTables,
  random: Random,
  keys: Keys,
): SoldOut {
  const outcome: SoldOut = {
    netCents: 0,
    orders: [],
    soldByTitle: new Map(),
    toShipByTitle: new Map(),
    shippedByTitle: new Map(),
  };
  const minutes = Array.from(
    { length: fair.orders },
    () => random.int(0, fair.days - 1) * 1_440 + random.int(8 * 60, 16 * 60),
  ).sort((one, other) => one - other);
  for (const [index, minute] of minutes.entries()) {
    const day = addDays(fair.startDate, Math.floor(minute / 1_440));
    const soldMs =
      Date.parse(`${day}T00:00:00Z`) +
      ((minute % 1_440) + fair.school.behind * 60) * 60_000 +
      random.int(0, 59_999);
    sell(
      fair,
      { number: index + 1, day, soldMs, isOver, cashierId },
      outcome,
      tables,
      random,
      keys,
    );
  }
  return outcome;
}

type Moment = { number: number; day: Day; soldMs: number; isOver: boolean; cashierId: string };

function sell(
  fair: SeasonFair,
  { number, day, soldMs, isOver, cashierId }: Moment,
  outcome: SoldOut,
  tables: SeasonTables,
  random: Random,
  keys: Keys,
): void {
  const orderId = keys.next(soldMs);
  const soldAt = new Date(soldMs).toISOString();
  const student = random.chance(0.35) ? random.pick(fair.school.students) : undefined;
  const isExempt = random.chance(0.02);
  const lines = linesOf(fair, soldMs, random, keys);
  const sums = sumsOf({
    taxExempt: isExempt,
    taxRatePpm: fair.taxRatePpm,
    lines: lines.map(({ title, quantity }, at) => ({
      lineNo: at + 1,
      quantity,
      unitPriceCents: title.priceCents,
      discountCents: 0,
      taxable: title.taxable,
    })),
  });
  const methods = methodsFor(student, sums.totalCents, random);
  const fate =
    isOver || !methods.includes(1)
      ? random.weighted([
          ['paid', 965],
          ['partly', 15],
          ['refunded', 20],
        ] as const)
      : random.weighted([
          ['paid', 985],
          ['open', 15],
        ] as const);
  const isRefunded = fate !== 'paid' && fate !== 'open' && methods.length === 1 && methods[0] !== 5;
  const back = isRefunded ? (fate === 'refunded' ? lines.length : 1) : 0;
  const isWhole = back === lines.length && back > 0;
  const status =
    fate === 'open'
      ? 'open'
      : back === 0
        ? 'completed'
        : isWhole
          ? 'refunded'
          : 'partially_refunded';
  const refunded = sumOfLines(sums, back);
  const parts = partsOf(methods, sums.totalCents, soldMs, keys).map((part): Part => ({
    ...part,
    refundedCents: refunded.net + refunded.tax,
    status: fate === 'open' && part.method === 1 ? 'pending' : isWhole ? 'refunded' : 'completed',
  }));

  fair.device.sequence += 1;
  const orderNumber = `${fair.identifier}-A${String(number).padStart(4, '0')}`;
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
    status,
    fair.taxRatePpm,
    isExempt,
    isExempt ? 'organization' : null,
    isExempt ? 'EX-1' : null,
    lines.reduce((units, { quantity }) => units + quantity, 0),
    sums.grossCents,
    0,
    sums.subtotalCents,
    sums.taxCents,
    sums.totalCents,
    refunded.net,
    refunded.tax,
    `{${methods.join(',')}}`,
    fate === 'open' ? 'pending' : isWhole ? 'refunded' : 'completed',
    lines.some(({ isShipped }) => isShipped),
  );
  for (const [at, line] of lines.entries())
    addLine(fair, orderId, line, at, sums, at < back, isOver, outcome, tables, keys, soldMs);
  for (const part of parts)
    addPayment(fair, orderId, part, student, day, soldAt, soldMs, tables, random, keys);
  if (back > 0)
    addRefund(fair, orderId, lines.slice(0, back), sums, parts[0]!, day, soldMs, tables, keys);
  if (status === 'open') return;
  const netCents = sums.subtotalCents - refunded.net;
  outcome.netCents += netCents;
  outcome.orders.push({
    orderNumber,
    netCents,
    taxCents: sums.taxCents - refunded.tax,
    totalCents: sums.totalCents - refunded.net - refunded.tax,
  });
}

function linesOf(fair: SeasonFair, soldMs: number, random: Random, keys: Keys): Line[] {
  const count = random.weighted([
    [1, 25],
    [2, 30],
    [3, 20],
    [4, 15],
    [5, 10],
  ] as const);
  const first = random.int(0, fair.titles.length - 1);
  return Array.from({ length: count }, (_, at) => {
    const title = fair.titles[(first + at * 17) % fair.titles.length]!;
    return {
      id: keys.next(soldMs),
      title,
      quantity: random.chance(0.12) ? 2 : 1,
      isShipped: random.chance(0.02),
    };
  });
}

function methodsFor(
  student: SeasonStudent | undefined,
  totalCents: number,
  random: Random,
): readonly PaymentMethod[] {
  const methods = random.weighted(TENDERS);
  if (methods[0] === 4 && !student) return [3];
  if (methods[0] === 5 && (!student?.walletId || student.balanceCents < totalCents)) return [1];
  return methods;
}

function partsOf(
  methods: readonly PaymentMethod[],
  totalCents: number,
  soldMs: number,
  keys: Keys,
): Omit<Part, 'status' | 'refundedCents'>[] {
  const first = methods.length === 1 ? totalCents : Math.floor(totalCents / 2);
  return methods.map((method, at) => ({
    id: keys.next(soldMs),
    method,
    amountCents: at === 0 ? first : totalCents - first,
    isPart: methods.length > 1,
  }));
}

function sumOfLines({ lines }: OrderSums, count: number): { net: number; tax: number } {
  const back = lines.slice(0, count);
  return {
    net: back.reduce((sum, { netCents }) => sum + netCents, 0),
    tax: back.reduce((sum, { taxCents }) => sum + taxCents, 0),
  };
}

function addLine(
  fair: SeasonFair,
  orderId: string,
  { id, title, quantity, isShipped }: Line,
  at: number,
  sums: OrderSums,
  isBack: boolean,
  isOver: boolean,
  outcome: SoldOut,
  tables: SeasonTables,
  keys: Keys,
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

function addPayment(
  fair: SeasonFair,
  orderId: string,
  { id, method, amountCents, isPart, status, refundedCents }: Part,
  student: SeasonStudent | undefined,
  day: Day,
  soldAt: string,
  soldMs: number,
  tables: SeasonTables,
  random: Random,
  keys: Keys,
): void {
  references += 1;
  const isCard = method === 1;
  const walletId = method === 5 ? (student?.walletId ?? null) : null;
  const paid = method === 3 ? Math.ceil(amountCents / 500) * 500 : amountCents;
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
      paymentTypeOf('sale', method),
      status,
      amountCents,
      isPart,
      paid,
      paid - amountCents,
      refundedCents,
      method === 2 ? String(random.int(1_000, 9_999)) : null,
      isCard ? 'Visa' : null,
      isCard ? String(random.int(0, 9_999)).padStart(4, '0') : null,
      isCard ? `pi_${references.toString(36).padStart(8, '0')}` : null,
      method === 4 || method === 5 ? (student?.id ?? null) : null,
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

function addRefund(
  fair: SeasonFair,
  orderId: string,
  lines: readonly Line[],
  sums: OrderSums,
  part: Part,
  day: Day,
  soldMs: number,
  tables: SeasonTables,
  keys: Keys,
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
      part.method === 2 ? 3 : part.method,
      net + tax,
    );
}
