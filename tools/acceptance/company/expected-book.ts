import type { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import type { SoldOrder } from '@pos/contract/register-orders';
import type { CompanyRefund, CompanySale } from './company-sales.ts';

/**
 * Sales and refunds with their amounts, computed from docs/domain.md 8 without the product's code.
 * Amounts in cents.
 */
export type Method = keyof typeof PAYMENT_METHODS;
export const METHODS = [1, 2, 3, 4, 5, 6] as const satisfies readonly Method[];
/** Refunds go back in this order (domain 8.4). */
const REFUNDED_FIRST = [5, 6, 4, 1, 2, 3] as const satisfies readonly Method[];

export type SoldLine = {
  sku: string;
  quantity: number;
  gross: number;
  discount: number;
  net: number;
  tax: number;
  kind: 'taxable' | 'nonTaxable' | 'exempt';
  isShipped: boolean;
};
export type Sold = {
  fair: string;
  day: number;
  order: SoldOrder;
  lines: SoldLine[];
  net: number;
  tax: number;
  payments: { method: Method; amount: number; refunded: number }[];
  refundedNet: number;
};
export type Refunded = {
  fair: string;
  day: number;
  sold: Sold;
  line: SoldLine;
  quantity: number;
  net: number;
  tax: number;
  byMethod: Map<Method, number>;
};
/** Everything that happened at some fairs. */
export type Book = { sold: Sold[]; refunded: Refunded[] };

/** Divides, and rounds half up. */
export const halfUp = (numerator: number, divisor: number): number =>
  Number((2n * BigInt(numerator) + BigInt(divisor)) / (2n * BigInt(divisor)));
/** Adds up a value of each item. */
export const sumBy = <Item>(items: readonly Item[], value: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);

/** Returns the sales and refunds of one fair. */
export function keepBook(
  fair: string,
  { sales, refunds }: { sales: readonly CompanySale[]; refunds: readonly CompanyRefund[] },
): Book {
  const sold = sales.map((sale) => priceSale(fair, sale));
  const byId = new Map(sold.map((each) => [each.order.clientOrderId, each]));
  const done = new Map<SoldLine, { quantity: number; net: number; tax: number }>();
  const refunded = refunds.flatMap(({ day, refund }) =>
    refund.lines.map(({ lineNo, quantity }): Refunded => {
      const of = byId.get(refund.clientOrderId)!;
      const line = of.lines[lineNo - 1]!;
      const before = done.get(line) ?? { quantity: 0, net: 0, tax: 0 };
      const units = before.quantity + quantity;
      const net = halfUp(line.net * units, line.quantity) - before.net;
      const tax = halfUp(line.tax * units, line.quantity) - before.tax;
      done.set(line, { quantity: units, net: before.net + net, tax: before.tax + tax });
      of.refundedNet += net;
      return { fair, day, sold: of, line, quantity, net, tax, byMethod: giveBack(of, net + tax) };
    }),
  );
  return { sold, refunded };
}

/** Tax of an order (8.2), and its share of each line by largest remainder (8.3). */
function priceSale(fair: string, { day, order }: CompanySale): Sold {
  const lines = order.lines.map((line): SoldLine => {
    const { quantity } = line;
    const gross = quantity * line.unitPriceCents;
    return {
      sku: line.sku ?? '',
      quantity,
      gross,
      discount: line.discountCents,
      net: gross - line.discountCents,
      tax: 0,
      kind: order.taxExempt ? 'exempt' : line.taxable ? 'taxable' : 'nonTaxable',
      isShipped: line.fulfilment === 'ship_to_school',
    };
  });
  const base = (line: SoldLine) => (line.kind === 'taxable' ? line.net : 0);
  const tax = halfUp(sumBy(lines, base) * order.taxRatePpm, 1_000_000);
  const remainders = lines.map((line, place) => {
    const millionths = base(line) * order.taxRatePpm;
    line.tax = Math.floor(millionths / 1_000_000);
    return { line, place, rest: millionths % 1_000_000 };
  });
  remainders.sort((one, other) => other.rest - one.rest || one.place - other.place);
  const missing = tax - sumBy(lines, (line) => line.tax);
  for (const { line } of remainders.slice(0, missing)) line.tax++;
  return {
    fair,
    day,
    order,
    lines,
    net: sumBy(lines, (line) => line.net),
    tax,
    payments: order.payments.map(({ method, amountCents }) => ({
      method,
      amount: amountCents,
      refunded: 0,
    })),
    refundedNet: 0,
  };
}

/** Returns the parts of a refund by tender, stored value first (8.4). */
function giveBack(sold: Sold, amount: number): Map<Method, number> {
  const parts = new Map<Method, number>();
  let left = amount;
  for (const method of REFUNDED_FIRST)
    for (const payment of sold.payments.filter((each) => each.method === method)) {
      const part = Math.min(left, payment.amount - payment.refunded);
      payment.refunded += part;
      left -= part;
      if (part > 0) parts.set(method, (parts.get(method) ?? 0) + part);
    }
  return parts;
}

/** Returns the payments by a method. */
export const paidBy = (book: Book, method: Method) =>
  book.sold.flatMap(({ payments }) => payments.filter((payment) => payment.method === method));
/** Returns what was refunded to a method. */
export const refundedTo = (book: Book, method: Method) =>
  sumBy(book.refunded, ({ byMethod }) => byMethod.get(method) ?? 0);
