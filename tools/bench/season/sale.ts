import { getOrderSums, type OrderSums } from '@pos/contract/money-rules';
import { PaymentMethod } from '@pos/contract/payment-methods';
import type { Day } from '@pos/contract/values';
import type { Random } from '@pos/world/random';
import type { SeasonGenerator } from './generator.ts';
import type { SeasonFair, SeasonStudent, SeasonTitle } from './season-fair.ts';

/** Sales as they are generated, before their rows are written. */

export type Line = { id: string; title: SeasonTitle; quantity: number; isShipped: boolean };
export type Part = {
  id: string;
  method: PaymentMethod;
  amountCents: number;
  isPart: boolean;
  status: 'completed' | 'pending' | 'refunded';
  refundedCents: number;
};
export type Moment = { number: number; day: Day; soldMs: number };

/** One sale; its first `returned` lines were refunded. */
export type Sale = Moment & {
  orderId: string;
  fair: SeasonFair;
  student: SeasonStudent | undefined;
  isExempt: boolean;
  lines: readonly Line[];
  sums: OrderSums;
  status: 'open' | 'completed' | 'partially_refunded' | 'refunded';
  returned: number;
  refunded: { net: number; tax: number };
  parts: readonly Part[];
};

/** Payment methods with their weights. Two methods split a sale. */
const TENDERS: readonly (readonly [readonly PaymentMethod[], number])[] = [
  [[PaymentMethod.creditCard], 46],
  [[PaymentMethod.cash], 30],
  [[PaymentMethod.check], 4],
  [[PaymentMethod.facts], 6],
  [[PaymentMethod.eWallet], 9],
  [[PaymentMethod.creditCard, PaymentMethod.cash], 5],
];

/** Generates a sale at `moment`. No sale stays open when the fair is closed out. */
export function makeSale(
  { random, keys }: SeasonGenerator,
  fair: SeasonFair,
  moment: Moment,
): Sale {
  const orderId = keys.next(moment.soldMs);
  const student = random.chance(0.35) ? random.pick(fair.school.students) : undefined;
  const isExempt = random.chance(0.02);
  const lines = makeLines({ random, keys }, fair, moment.soldMs);
  const sums = sumsOf(fair, lines, isExempt);
  const methods = pickMethods(student, sums.totalCents, random);
  const fate = pickFate(fair.isClosedOut, methods, random);
  const returned = countReturnedLines(fate, methods, lines);
  const status = statusFor(fate, returned, lines);
  const refunded = sumOfLines(sums, returned);
  const parts = splitTotal(methods, sums.totalCents).map((part): Part => ({
    id: keys.next(moment.soldMs),
    ...part,
    refundedCents: refunded.net + refunded.tax,
    status: paymentStatusFor(status, part.method),
  }));
  return {
    ...moment,
    orderId,
    fair,
    student,
    isExempt,
    lines,
    sums,
    status,
    returned,
    refunded,
    parts,
  };
}

function makeLines(
  { random, keys }: Pick<SeasonGenerator, 'random' | 'keys'>,
  fair: SeasonFair,
  soldMs: number,
): Line[] {
  const count = random.weighted([
    [1, 25],
    [2, 30],
    [3, 20],
    [4, 15],
    [5, 10],
  ] as const);
  const first = random.int(0, fair.titles.length - 1);
  return Array.from({ length: count }, (_, at) => ({
    id: keys.next(soldMs),
    title: fair.titles[(first + at * 17) % fair.titles.length]!,
    quantity: random.chance(0.12) ? 2 : 1,
    isShipped: random.chance(0.02),
  }));
}

function sumsOf(fair: SeasonFair, lines: readonly Line[], taxExempt: boolean): OrderSums {
  return getOrderSums({
    taxExempt,
    taxRatePpm: fair.taxRatePpm,
    lines: lines.map(({ title, quantity }, at) => ({
      lineNo: at + 1,
      quantity,
      unitPriceCents: title.priceCents,
      discountCents: 0,
      taxable: title.taxable,
    })),
  });
}

/** Returns the sums of the first `count` lines. */
function sumOfLines({ lines }: OrderSums, count: number): { net: number; tax: number } {
  const first = lines.slice(0, count);
  return {
    net: first.reduce((sum, { netCents }) => sum + netCents, 0),
    tax: first.reduce((sum, { taxCents }) => sum + taxCents, 0),
  };
}

function pickMethods(
  student: SeasonStudent | undefined,
  totalCents: number,
  random: Random,
): readonly PaymentMethod[] {
  const methods = random.weighted(TENDERS);
  if (methods[0] === PaymentMethod.facts && !student) return [PaymentMethod.cash];
  if (methods[0] === PaymentMethod.eWallet)
    return student?.walletId && student.balanceCents >= totalCents
      ? methods
      : [PaymentMethod.creditCard];
  return methods;
}

type Fate = 'paid' | 'open' | 'partly' | 'refunded';

function pickFate(isClosedOut: boolean, methods: readonly PaymentMethod[], random: Random): Fate {
  if (isClosedOut || !methods.includes(PaymentMethod.creditCard))
    return random.weighted([
      ['paid', 965],
      ['partly', 15],
      ['refunded', 20],
    ] as const);
  return random.weighted([
    ['paid', 985],
    ['open', 15],
  ] as const);
}

/** Split payments and eWallet payments are never refunded. */
function countReturnedLines(
  fate: Fate,
  methods: readonly PaymentMethod[],
  lines: readonly Line[],
): number {
  if (fate === 'paid' || fate === 'open') return 0;
  if (methods.length > 1 || methods[0] === PaymentMethod.eWallet) return 0;
  return fate === 'refunded' ? lines.length : 1;
}

function statusFor(fate: Fate, returned: number, lines: readonly Line[]): Sale['status'] {
  if (fate === 'open') return 'open';
  if (returned === 0) return 'completed';
  return returned === lines.length ? 'refunded' : 'partially_refunded';
}

/** Only the card of an open order is pending. */
function paymentStatusFor(status: Sale['status'], method: PaymentMethod): Part['status'] {
  if (status === 'open' && method === PaymentMethod.creditCard) return 'pending';
  return status === 'refunded' ? 'refunded' : 'completed';
}

function splitTotal(
  methods: readonly PaymentMethod[],
  totalCents: number,
): Pick<Part, 'method' | 'amountCents' | 'isPart'>[] {
  const first = methods.length === 1 ? totalCents : Math.floor(totalCents / 2);
  return methods.map((method, at) => ({
    method,
    amountCents: at === 0 ? first : totalCents - first,
    isPart: methods.length > 1,
  }));
}
