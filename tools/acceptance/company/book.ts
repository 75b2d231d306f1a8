import type { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import type { FairSales } from './company-sales.ts';

/**
 * Sales and refunds with their amounts, computed from docs/domain.md 8 without the product's code.
 * Amounts in cents.
 */
export type Method = keyof typeof PAYMENT_METHODS;
export type Kind = 'taxable' | 'nonTaxable' | 'exempt';
/** Refunds go back in this order (domain 8.4). */
const REFUNDED_FIRST = [5, 6, 4, 1, 2, 3] as const satisfies readonly Method[];

type Entry = { fair: string; day: number; order: SoldOrder };
/** Units sold or returned of a line, with the amounts that they add to the reports. */
export type Line = Entry & {
  sku: string;
  kind: Kind;
  isShipped: boolean;
  sold: number;
  returned: number;
  gross: number;
  discount: number;
  net: number;
  tax: number;
};
/** Money taken or given back. */
export type Money = Entry & { method: Method; paid: number; refunded: number };
export type Book = { lines: Line[]; money: Money[] };

/** Divides, and rounds half up. */
export const halfUp = (numerator: number, divisor: number): number =>
  Number((2n * BigInt(numerator) + BigInt(divisor)) / (2n * BigInt(divisor)));
/** Adds up a value of each item. */
export const sumBy = <Item>(items: readonly Item[], value: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);

/** Enters the sales and refunds of all fairs. */
export function keepBook(fairs: readonly FairSales[]): Book {
  const book: Book = { lines: [], money: [] };
  for (const { fair, sales, refunds } of fairs) {
    const entries = sales.map(({ day, order }) => ({ fair: fair.identifier, day, order }));
    for (const entry of entries) {
      book.lines.push(...priceLines(entry));
      for (const { method, amountCents } of entry.order.payments)
        book.money.push({ ...entry, method, paid: amountCents, refunded: 0 });
    }
    for (const { day, refund } of refunds) {
      const of = entries.find(({ order }) => order.clientOrderId === refund.clientOrderId)!;
      for (const { lineNo, quantity } of refund.lines)
        giveBack(book, { ...of, day }, lineNo, quantity);
    }
  }
  return book;
}

/** Tax of an order (8.2), and its share of each line by largest remainder (8.3). */
function priceLines(entry: Entry): Line[] {
  const { lines, taxExempt, taxRatePpm } = entry.order;
  const priced = lines.map((line): Line => {
    const gross = line.quantity * line.unitPriceCents;
    return {
      ...entry,
      sku: line.sku ?? '',
      kind: taxExempt ? 'exempt' : line.taxable ? 'taxable' : 'nonTaxable',
      isShipped: line.fulfilment === 'ship_to_school',
      sold: line.quantity,
      returned: 0,
      gross,
      discount: line.discountCents,
      net: gross - line.discountCents,
      tax: 0,
    };
  });
  const base = (line: Line) => (line.kind === 'taxable' ? line.net : 0);
  const remainders = priced.map((line, place) => {
    const millionths = base(line) * taxRatePpm;
    line.tax = Math.floor(millionths / 1_000_000);
    return { line, place, rest: millionths % 1_000_000 };
  });
  remainders.sort((one, other) => other.rest - one.rest || one.place - other.place);
  const tax = halfUp(sumBy(priced, base) * taxRatePpm, 1_000_000);
  for (const { line } of remainders.slice(0, tax - sumBy(priced, (each) => each.tax))) line.tax++;
  return priced;
}

/**
 * Enters returned units of a line: the rounded amount of all units returned so far, less what was
 * given back before. The money goes back by tender, stored value first (8.4).
 */
function giveBack({ lines, money }: Book, entry: Entry, lineNo: number, quantity: number): void {
  const { sku } = entry.order.lines[lineNo - 1]!;
  const [line, ...before] = lines.filter((each) => each.order === entry.order && each.sku === sku);
  const units = quantity + sumBy(before, ({ returned }) => returned);
  const part = (amount: 'net' | 'tax') =>
    halfUp(line![amount] * units, line!.sold) + sumBy(before, (each) => each[amount]);
  const [net, tax] = [part('net'), part('tax')];
  const nothing = { sold: 0, gross: 0, discount: 0 };
  lines.push({ ...line!, ...entry, ...nothing, returned: quantity, net: -net, tax: -tax });
  let left = net + tax;
  for (const method of REFUNDED_FIRST) {
    const own = money.filter((each) => each.order === entry.order && each.method === method);
    const refunded = Math.min(
      left,
      sumBy(own, (each) => each.paid - each.refunded),
    );
    left -= refunded;
    if (refunded > 0) money.push({ ...entry, method, paid: 0, refunded });
  }
}
