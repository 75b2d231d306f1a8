import { getOrderSums } from '@pos/contract/money-rules';
import { PaymentMethod } from '@pos/contract/payment-methods';
import type { Day } from '@pos/contract/values';
import { addDays } from '@pos/api/time/days.ts';
import type { Random } from '../../simulator/random.ts';
import type { RepeatableUuids } from './repeatable-uuids.ts';
import {
  addLine,
  addPayment,
  addRefund,
  HASH,
  type Line,
  type Part,
  sumOfLines,
} from './sale-rows.ts';
import type { SeasonFair, SeasonStudent, SoldOut } from './season-fair.ts';
import type { SeasonTables } from './tables.ts';

/** Payment methods with their weights. Two methods split a sale. */
const TENDERS: readonly (readonly [readonly PaymentMethod[], number])[] = [
  [[1], 46],
  [[3], 30],
  [[2], 4],
  [[4], 6],
  [[5], 9],
  [[1, 3], 5],
];

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
  keys: RepeatableUuids,
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
  keys: RepeatableUuids,
): void {
  const orderId = keys.next(soldMs);
  const soldAt = new Date(soldMs).toISOString();
  const student = random.chance(0.35) ? random.pick(fair.school.students) : undefined;
  const isExempt = random.chance(0.02);
  const lines = linesOf(fair, soldMs, random, keys);
  const sums = getOrderSums({
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
    isOver || !methods.includes(PaymentMethod.creditCard)
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
    status:
      fate === 'open' && part.method === PaymentMethod.creditCard
        ? 'pending'
        : isWhole
          ? 'refunded'
          : 'completed',
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

function linesOf(fair: SeasonFair, soldMs: number, random: Random, keys: RepeatableUuids): Line[] {
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
  keys: RepeatableUuids,
): Omit<Part, 'status' | 'refundedCents'>[] {
  const first = methods.length === 1 ? totalCents : Math.floor(totalCents / 2);
  return methods.map((method, at) => ({
    id: keys.next(soldMs),
    method,
    amountCents: at === 0 ? first : totalCents - first,
    isPart: methods.length > 1,
  }));
}
