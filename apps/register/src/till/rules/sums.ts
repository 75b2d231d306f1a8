import { getCashRounding, getOrderSums, type OrderSums } from '@pos/contract/sales/money-rules';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { SoldPayment } from '@pos/contract/sales/register-orders';
import type { RunningLine, RunningSale } from './running-sale.ts';

/** The sums of a running sale, by the money rules that the server judges with. */

/**
 * Cents that a line's discount takes off: never more than its gross. Percent round down, so that they
 * are never more than the share that needs no approval.
 */
export function getDiscount({ discount, unitPriceCents, quantity }: RunningLine): number {
  const gross = unitPriceCents * quantity;
  if (!discount) return 0;
  const cents =
    'percent' in discount ? Math.floor((gross * discount.percent) / 100) : discount.cents;
  return Math.min(gross, cents);
}

/** Lines as an order has them: numbered in the order in which they were added. */
export function numberedLines(sale: RunningSale): (RunningLine & {
  lineNo: number;
  discountCents: number;
})[] {
  return sale.lines
    .toReversed()
    .map((line, index) => ({ ...line, lineNo: index + 1, discountCents: getDiscount(line) }));
}

export function getSums(sale: RunningSale, taxRatePpm: number): OrderSums {
  return getOrderSums({
    taxRatePpm,
    taxExempt: sale.exemption !== null,
    lines: numberedLines(sale),
  });
}

/** Cents of a sale that no payment covers yet. */
export function leftToPay(payments: readonly SoldPayment[], totalCents: number): number {
  return payments.reduce((left, { amountCents }) => left - amountCents, totalCents);
}

/**
 * Cents by which cash is rounded that pays the rest: all cash of the sale together (domain 8.11).
 */
export function restRounding(
  payments: readonly SoldPayment[],
  leftCents: number,
  roundCash: boolean,
): number {
  if (!roundCash || leftCents === 0) return 0;
  const before = payments
    .filter(({ method }) => method === PaymentMethod.cash)
    .reduce((cents, { amountCents }) => cents + amountCents, 0);
  return getCashRounding(before + leftCents);
}

const BILLS_CENTS = [100, 500, 1_000, 2_000, 5_000, 10_000];
const QUICK_SUMS = 6;

/** The sums that people hand over for an amount: the next dollar, five dollars and so on. */
export function quickCash(dueCents: number): { tenderedCents: number; changeCents: number }[] {
  if (dueCents <= 0) return [];
  const rounded = BILLS_CENTS.map((bill) => Math.ceil(dueCents / bill) * bill);
  const single = BILLS_CENTS.filter((bill) => bill > dueCents);
  return [...new Set([...rounded, ...single, ...nextFives(dueCents)])]
    .filter((tendered) => tendered > dueCents)
    .sort((a, b) => a - b)
    .slice(0, QUICK_SUMS)
    .map((tenderedCents) => ({ tenderedCents, changeCents: tenderedCents - dueCents }));
}

/** Sums that end in fives, such as a twenty with a five on top. */
function nextFives(dueCents: number): number[] {
  const first = Math.ceil(dueCents / 500) * 500;
  return [first, first + 500].filter((cents) => cents < 10_000);
}
