import { PaymentMethod, REFUND_ORDER } from './payment-methods.ts';
import type { PaymentStatus } from './payment-states.ts';

/**
 * The money rules of domain 8, shared by registers and the server: integer cents and parts per
 * million, no floats. Products that could exceed the exact integer range are split first, so all
 * arithmetic is exact.
 */

const PPM = 1_000_000;

/** Price of a line. `discountCents` is the line's whole discount, 0 to its gross. */
export type PricedLine = {
  lineNo: number;
  quantity: number;
  unitPriceCents: number;
  discountCents: number;
  taxable: boolean;
};
export type PricedOrder = { taxExempt: boolean; taxRatePpm: number; lines: readonly PricedLine[] };

/** Amounts of a line; `taxCents` is its share of the order's tax. */
export type LineSums = {
  grossCents: number;
  discountCents: number;
  netCents: number;
  taxCents: number;
};
/** Amounts of an order, with its lines in the given order. */
export type OrderSums = {
  grossCents: number;
  discountCents: number;
  subtotalCents: number;
  taxableBaseCents: number;
  taxCents: number;
  totalCents: number;
  lines: LineSums[];
};

/** Computes the amounts of an order and of its lines (domain 8.2, 8.3). */
export function getOrderSums(order: PricedOrder): OrderSums {
  const bases = order.lines.map((line) => ({
    lineNo: line.lineNo,
    baseCents: !order.taxExempt && line.taxable ? getNet(line) : 0,
  }));
  const taxableBaseCents = sum(bases.map((line) => line.baseCents));
  const taxCents = getTaxCents(taxableBaseCents, order.taxRatePpm);
  const taxes = allocateTax(taxCents, order.taxRatePpm, bases);
  const lines = order.lines.map((line, index) => ({
    grossCents: line.unitPriceCents * line.quantity,
    discountCents: line.discountCents,
    netCents: getNet(line),
    taxCents: taxes[index] ?? 0,
  }));
  const grossCents = sum(lines.map((line) => line.grossCents));
  const discountCents = sum(lines.map((line) => line.discountCents));
  const subtotalCents = grossCents - discountCents;
  return {
    grossCents,
    discountCents,
    subtotalCents,
    taxableBaseCents,
    taxCents,
    totalCents: subtotalCents + taxCents,
    lines,
  };
}

const getNet = (line: PricedLine) => line.unitPriceCents * line.quantity - line.discountCents;

/**
 * Computes the tax on a taxable base in cents, rounded half up from the exact value (domain 8.2).
 */
export function getTaxCents(baseCents: number, ratePpm: number): number {
  const { whole, rest } = exactTax(baseCents, ratePpm);
  return whole + (rest * 2 >= PPM ? 1 : 0);
}

/**
 * Returns baseCents × ratePpm ÷ 1,000,000 in whole cents, and the remainder in millionths of a
 * cent.
 */
function exactTax(baseCents: number, ratePpm: number): { whole: number; rest: number } {
  const millions = Math.floor(baseCents / PPM);
  const product = (baseCents - millions * PPM) * ratePpm;
  return { whole: millions * ratePpm + Math.floor(product / PPM), rest: product % PPM };
}

/**
 * Allocates an order's tax to its lines, in the given order: each share is rounded down, and the
 * remaining cents go one by one to the largest remainder, ties to the lower line number (domain
 * 8.3).
 */
export function allocateTax(
  taxCents: number,
  ratePpm: number,
  lines: readonly { lineNo: number; baseCents: number }[],
): number[] {
  const shares = lines.map((line) => exactTax(line.baseCents, ratePpm));
  const allocated = shares.map((share) => share.whole);
  const byRemainder = lines
    .map((line, index) => ({ index, lineNo: line.lineNo, rest: shares[index]?.rest ?? 0 }))
    .sort((a, b) => b.rest - a.rest || a.lineNo - b.lineNo);
  for (const { index } of byRemainder.slice(0, taxCents - sum(allocated)))
    allocated[index] = (allocated[index] ?? 0) + 1;
  return allocated;
}

/**
 * Change due on a payment in cents: tendered less amount and rounding (domain 8.2, 8.11); 0 without
 * a tendered amount, negative if too little was tendered.
 */
export function changeDue({
  amountCents,
  tenderedCents = 0,
  roundingCents = 0,
}: {
  amountCents: number;
  tenderedCents?: number | undefined;
  roundingCents?: number | undefined;
}): number {
  return tenderedCents === 0 ? 0 : tenderedCents - amountCents - roundingCents;
}

/** Smallest amount of cash where pennies are not used (domain 8.11). */
const CASH_STEP_CENTS = 5;
/** Largest difference that rounding makes to an amount of cash. */
export const MAX_CASH_ROUNDING_CENTS = 2;

/**
 * Cents to add to an amount of cash to round it to the nearest five cents, −2 to 2 (domain 8.11).
 * Five is odd, so that no amount lies in the middle.
 */
export function getCashRounding(amountCents: number): number {
  const over = amountCents % CASH_STEP_CENTS;
  return over > MAX_CASH_ROUNDING_CENTS ? CASH_STEP_CENTS - over : 0 - over;
}

/** A payment whose cash a register may have rounded. */
type RoundedPayment = {
  method: PaymentMethod;
  amountCents: number;
  roundingCents?: number | undefined;
};

/** Adds up the cash among payments, as it was owed, and how it was rounded. */
function sumCash(payments: readonly RoundedPayment[]) {
  const cash = payments.filter(({ method }) => method === PaymentMethod.cash);
  return {
    amountCents: sum(cash.map(({ amountCents }) => amountCents)),
    roundingCents: sum(cash.map(({ roundingCents = 0 }) => roundingCents)),
  };
}

/**
 * Returns true if the payments of an order are rounded as domain 8.11 allows: all cash together not
 * at all or to the nearest five cents, other payments never.
 */
export function isRoundedRight(payments: readonly RoundedPayment[]): boolean {
  const { amountCents, roundingCents } = sumCash(payments);
  return (
    payments.every(
      ({ method, roundingCents: own = 0 }) =>
        Math.abs(own) <= (method === PaymentMethod.cash ? MAX_CASH_ROUNDING_CENTS : 0),
    ) &&
    (roundingCents === 0 || roundingCents === getCashRounding(amountCents))
  );
}

/** Cents by which rounding changes the cash that a refund pays out (domain 8.11). */
export function getRefundRounding(
  tenders: readonly { paidOutAs: PaymentMethod; amountCents: number }[],
): number {
  const paidOut = tenders.map(({ paidOutAs, amountCents }) => ({ method: paidOutAs, amountCents }));
  return getCashRounding(sumCash(paidOut).amountCents);
}

/** A sold line and the amounts refunded so far. */
export type RefundableLine = {
  quantity: number;
  netCents: number;
  taxCents: number;
  refundedQty: number;
  refundedNetCents: number;
  refundedTaxCents: number;
};

/**
 * Computes the refund for `quantity` more units of a line (domain 8.4). Refunds in any split add up
 * to exactly what was charged.
 */
export function getRefundAmounts(
  line: RefundableLine,
  quantity: number,
): { netCents: number; taxCents: number } {
  const units = line.refundedQty + quantity;
  return {
    netCents: halfUp(line.netCents * units, line.quantity) - line.refundedNetCents,
    taxCents: halfUp(line.taxCents * units, line.quantity) - line.refundedTaxCents,
  };
}

/** Computes net sales per order in cents, rounded half up (domain 9.2); 0 without orders. */
export function getAverageCents(netCents: number, orders: number): number {
  return orders === 0 ? 0 : halfUp(netCents, orders);
}

/** Divides, rounding half up; the divisor is above 0. */
function halfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}

/** A payment that can be refunded. */
export type RefundablePayment = {
  id: string;
  method: PaymentMethod;
  status: PaymentStatus;
  amountCents: number;
  refundedCents: number;
};
/**
 * The part of a refund for one payment, and how it is paid out: a check is refunded in cash by the
 * school.
 */
export type RefundedTender = {
  paymentId: string;
  method: PaymentMethod;
  paidOutAs: PaymentMethod;
  amountCents: number;
};

/**
 * Distributes a refund over the completed payments of an order, stored value first, never more than
 * is left of each (domain 8.4). `missingCents` is the amount they do not cover; if it is above 0,
 * the refund must not be made.
 */
export function distributeRefund(
  amountCents: number,
  payments: readonly RefundablePayment[],
): { tenders: RefundedTender[]; missingCents: number } {
  let missingCents = amountCents;
  const tenders: RefundedTender[] = [];
  for (const method of REFUND_ORDER) {
    for (const payment of payments) {
      if (payment.method !== method || payment.status !== 'completed') continue;
      const part = Math.min(missingCents, payment.amountCents - payment.refundedCents);
      if (part <= 0) continue;
      tenders.push({
        paymentId: payment.id,
        method,
        paidOutAs: method === PaymentMethod.check ? PaymentMethod.cash : method,
        amountCents: part,
      });
      missingCents -= part;
    }
  }
  return { tenders, missingCents };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
