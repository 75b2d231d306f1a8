import { PAYMENT_METHODS, PaymentMethod } from '@pos/contract/payment-methods';
import {
  type Book,
  halfUp,
  METHODS,
  paidBy,
  refundedTo,
  type Sold,
  type SoldLine,
  sumBy,
} from './expected-book.ts';

/** Expected figures of reports (domain 9.2 to 9.4), computed without the product's code. */

const CUSTOMERS = ['student', 'parent', 'teacher', 'school', 'other'] as const;
const REASONS = ['school_purchase', 'organization'] as const;

/** Returns an object with a value for each key. */
export const byKey = <Key extends string | number, Value>(
  keys: readonly Key[],
  value: (key: Key) => Value,
): Record<string, Value> => Object.fromEntries(keys.map((key) => [String(key), value(key)]));

const unitsOf = (parts: readonly { quantity: number }[]) =>
  sumBy(parts, ({ quantity }) => quantity);
/** Net of lines less that of refunds. */
const netOf = ({ sold, refunded }: Book, counts: (line: SoldLine, of: Sold) => boolean): number =>
  sumBy(sold, (each) => sumBy(each.lines, (line) => (counts(line, each) ? line.net : 0))) -
  sumBy(refunded, ({ line, sold: of, net }) => (counts(line, of) ? net : 0));

/** Figures of SALES_SUMMARY, without settlement. */
export function summarize(book: Book) {
  const { sold, refunded } = book;
  const lines = sold.flatMap((each) => each.lines);
  const netCents = netOf(book, () => true);
  const taxCollectedCents = sumBy(sold, ({ tax }) => tax);
  const taxRefundedCents = sumBy(refunded, ({ tax }) => tax);
  const netTaxCents = taxCollectedCents - taxRefundedCents;
  return {
    grossCents: sumBy(lines, ({ gross }) => gross),
    discountCents: sumBy(lines, ({ discount }) => discount),
    refundNetCents: sumBy(refunded, ({ net }) => net),
    netCents,
    taxableNetCents: netOf(book, ({ kind }) => kind === 'taxable'),
    nonTaxableNetCents: netOf(book, ({ kind }) => kind === 'nonTaxable'),
    exemptNetCents: netOf(book, ({ kind }) => kind === 'exempt'),
    exemptNetByReason: byKey(REASONS, (reason) =>
      netOf(book, (_, { order }) => order.exemptReason === reason),
    ),
    shipToSchoolNetCents: netOf(book, ({ isShipped }) => isShipped),
    taxCollectedCents,
    taxRefundedCents,
    netTaxCents,
    totalCents: netCents + netTaxCents,
    uncollectedCents: 0,
    tenders: byTender(book),
    ...countsOf(book, netCents),
    cashControl: cashControl(book),
  };
}

function byTender(book: Book) {
  return Object.fromEntries(
    METHODS.map((method) => {
      const payments = paidBy(book, method);
      const salesCents = sumBy(payments, ({ amount }) => amount);
      const refundsCents = refundedTo(book, method);
      const netCents = salesCents - refundsCents;
      return [
        PAYMENT_METHODS[method],
        { count: payments.length, salesCents, refundsCents, netCents },
      ];
    }),
  );
}

function countsOf({ sold, refunded }: Book, netCents: number) {
  const lines = sold.flatMap((each) => each.lines);
  return {
    orders: sold.length,
    unitsSold: unitsOf(lines),
    unitsRefunded: unitsOf(refunded),
    shipToSchoolUnits:
      unitsOf(lines.filter(({ isShipped }) => isShipped)) -
      unitsOf(refunded.filter(({ line }) => line.isShipped)),
    averageOrderCents: sold.length === 0 ? 0 : halfUp(netCents, sold.length),
    ordersByCustomerType: byKey(
      CUSTOMERS,
      (type) => sold.filter(({ order }) => order.customerType === type).length,
    ),
  };
}

/** Expected cash: refunds of checks are paid in cash; checks stay at face value (9.4). */
function cashControl(book: Book) {
  const cash = sumBy(paidBy(book, PaymentMethod.cash), ({ amount }) => amount);
  const checks = paidBy(book, PaymentMethod.check);
  return {
    expectedCashCents:
      cash - refundedTo(book, PaymentMethod.cash) - refundedTo(book, PaymentMethod.check),
    expectedChecksCents: sumBy(checks, ({ amount }) => amount),
    expectedCheckCount: checks.length,
  };
}

/** Figures of one day of DAILY_SALES; refunds count on their own day. */
export function dayFigures({ sold, refunded }: Book, day: number) {
  const {
    unitsSold,
    netTaxCents,
    tenders,
    cashControl: cash,
    ...rest
  } = summarize({
    sold: sold.filter((each) => each.day === day),
    refunded: refunded.filter((each) => each.day === day),
  });
  return {
    orders: rest.orders,
    units: unitsSold,
    grossCents: rest.grossCents,
    discountCents: rest.discountCents,
    refundNetCents: rest.refundNetCents,
    netCents: rest.netCents,
    taxCents: netTaxCents,
    totalCents: rest.totalCents,
    tenders: byKey(Object.keys(tenders), (name) => tenders[name]!.netCents),
    expectedCashDepositCents: cash.expectedCashCents,
    expectedChecksCents: cash.expectedChecksCents,
  };
}

/** Figures of one title of ITEM_SALES. */
export function itemFigures({ sold, refunded }: Book, sku: string) {
  const lines = sold.flatMap((each) => each.lines.filter((line) => line.sku === sku));
  const back = refunded.filter(({ line }) => line.sku === sku);
  const grossCents = sumBy(lines, ({ gross }) => gross);
  const discountCents = sumBy(lines, ({ discount }) => discount);
  const refundNetCents = sumBy(back, ({ net }) => net);
  const taxCents = sumBy(lines, ({ tax }) => tax) - sumBy(back, ({ tax }) => tax);
  const netCents = grossCents - discountCents - refundNetCents;
  return {
    quantitySold: unitsOf(lines),
    quantityRefunded: unitsOf(back),
    grossCents,
    discountCents,
    refundNetCents,
    netCents,
    taxCents,
    totalCents: netCents + taxCents,
  };
}
