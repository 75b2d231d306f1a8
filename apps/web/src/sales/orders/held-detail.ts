import { formatInstant } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import { HERE } from '#web/lib/input/time.ts';

/** Staff's names for the register's fields. */
const FIELDS: Record<string, string> = {
  sku: 'title',
  lineNo: 'line number',
  unitPriceCents: 'unit price',
  discountCents: 'discount',
  amountCents: 'amount',
  tenderedCents: 'tendered',
  changeCents: 'change',
  taxable: 'taxable',
  subtotalCents: 'Subtotal',
  taxCents: 'Tax',
  totalCents: 'Total',
  payments: 'Payments',
  taxRatePpm: 'Tax rate',
  soldAt: 'Sale',
};
const AMOUNTS = new Set([
  'unitPriceCents',
  'discountCents',
  'amountCents',
  'tenderedCents',
  'changeCents',
  'subtotalCents',
  'taxCents',
  'totalCents',
  'payments',
]);

/**
 * Readable differences of a held order, with names and formatted values: `totalCents: the register
 * has 1883, the server 1884.` becomes `Total: the register has $18.83, the server $18.84.`
 */
export function heldDetail(detail: string): string {
  return detail
    .split(/(?<=\.)\s+(?=(?:(?:lines|payments)\.\d+\.)?[a-zA-Z]+:)/)
    .map((part) => {
      const [, list, place, field = '', text = ''] =
        /^(?:(lines|payments)\.(\d+)\.)?([a-zA-Z]+): (.*)$/s.exec(part) ?? [];
      const item = list === 'payments' ? 'Payment' : 'Line';
      const name = FIELDS[field];
      return name
        ? `${place === undefined ? name : `${item} ${Number(place) + 1}, ${name}`}: ${toValues(field, text)}`
        : part;
    })
    .join(' ');
}

/** The fair's own price of each line that differs in it, by the line's place: `$5.99 or $6.49`. */
export function fairPrices(detail: string): ReadonlyMap<number, string> {
  const found = detail.matchAll(/lines\.(\d+)\.unitPriceCents: [^.]*the fair has ([^.]+)\./g);
  return new Map(
    [...found].map(([, place, prices = '']) => [Number(place), toValues('unitPriceCents', prices)]),
  );
}

function toValues(field: string, text: string): string {
  if (AMOUNTS.has(field)) return text.replace(/\b\d+\b/g, (cents) => formatCents(Number(cents)));
  if (field === 'taxRatePpm') return text.replace(/\b\d+\b/g, (ppm) => formatPpm(Number(ppm)));
  return text.replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, (instant) => formatInstant(instant, HERE));
}
