import { getCashRounding } from '@pos/contract/sales/money-rules';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { SoldRefund } from '@pos/contract/sales/register-refunds';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import { instantAt } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { order, payment, refund } from '@pos/world/sale';
import fc from 'fast-check';

/** An item that a register can sell: a title at the fair's price, or an item by its category. */
export type SoldItem = {
  sku: string | null;
  title: string;
  category: string;
  priceCents: number;
  taxable: boolean;
};
/** A fair for the generator. */
export type SalesPlace = {
  identifier: string;
  startDate: string;
  days: number;
  taxRatePpm: number;
  items: readonly SoldItem[];
  timeZone: string;
};

export type RandomSale = {
  place: number;
  register: number;
  order: SoldOrder;
  refunds: SoldRefund[];
};

const sample = fc.record({
  place: fc.nat(),
  register: fc.nat(1),
  day: fc.nat(),
  minute: fc.integer({ min: 7 * 60, max: 23 * 60 + 59 }),
  customerType: fc.constantFrom('student', 'parent', 'teacher', 'school', 'other' as const),
  student: fc.option(fc.nat(), { freq: 3 }),
  exemptReason: fc.option(fc.constantFrom('school_purchase', 'organization', 'other' as const), {
    freq: 1,
    nil: null,
  }),
  exempt: fc.constantFrom(true, false, false, false, false, false),
  lines: fc.array(
    fc.record({
      item: fc.nat(),
      quantity: fc.integer({ min: 1, max: 4 }),
      discount: fc.constantFrom(0, 0, 0, 0.1, 0.333, 1),
      ship: fc.constantFrom(true, false, false, false),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  tenders: fc.array(
    fc.record({
      method: fc.constantFrom<PaymentMethod>(1, 1, 1, 2, 3, 3, 3, 4, 5, 5, 6),
      share: fc.integer({ min: 1, max: 5 }),
      over: fc.constantFrom(0, 0, 137, 500),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  roundsCash: fc.boolean(),
  pending: fc.constantFrom(true, false, false, false, false, false, false, false),
  refunds: fc.array(
    fc.record({
      line: fc.nat(),
      quantity: fc.integer({ min: 1, max: 4 }),
      days: fc.nat(2),
      restock: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  refunded: fc.constantFrom(true, false, false),
  ids: fc.array(fc.uuid({ version: 4 }), { minLength: 8, maxLength: 8 }),
});
type Sample = typeof sample extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Generates sales of two registers at each place, with splits, checks with change, exemptions,
 * discounts, shipped lines and partial refunds. Deterministic: the same seed gives the same sales.
 */
export function randomSales(
  seed: number,
  count: number,
  places: readonly SalesPlace[],
  studentNumbers: readonly string[],
): RandomSale[] {
  const sequences = new Map<string, number>();
  return fc.sample(sample, { seed, numRuns: count }).map((drawn) => {
    const place = drawn.place % places.length;
    const register = `${place} ${drawn.register}`;
    const sequence = (sequences.get(register) ?? 0) + 1;
    sequences.set(register, sequence);
    return {
      place,
      register: drawn.register,
      ...drawSale(drawn, places[place]!, sequence, studentNumbers),
    };
  });
}

function drawSale(
  drawn: Sample,
  place: SalesPlace,
  sequence: number,
  studentNumbers: readonly string[],
): Pick<RandomSale, 'order' | 'refunds'> {
  const day = addDays(place.startDate, drawn.day % place.days);
  const lines = drawn.lines.map((line) => {
    const { sku, title, category, taxable, priceCents } =
      place.items[line.item % place.items.length]!;
    return {
      sku,
      title: sku ? null : title,
      category: sku ? null : category,
      quantity: line.quantity,
      unitPriceCents: priceCents,
      discountCents: Math.floor(priceCents * line.quantity * line.discount),
      taxable,
      fulfilment: sku && line.ship ? ('ship_to_school' as const) : ('in_person' as const),
    };
  });
  const student = drawn.student === null ? -1 : drawn.student % studentNumbers.length;
  const sold = order(place.taxRatePpm, {
    clientOrderId: drawn.ids[0]!,
    sequence,
    soldAt: instantAt(place.timeZone, day, drawn.minute),
    customerType: drawn.customerType,
    studentNumber: studentNumbers[student] ?? null,
    taxExempt: drawn.exempt,
    exemptReason: drawn.exempt ? drawn.exemptReason : null,
    exemptCertificateNo: drawn.exempt ? 'E-1' : null,
    lines,
    payments: (totalCents) => {
      const payments = drawPayments(drawn, totalCents);
      return drawn.roundsCash ? roundCash(payments) : payments;
    },
  });
  return { order: sold, refunds: drawn.refunded ? drawRefunds(drawn, sold, day, place) : [] };
}

/** Rounds all cash of an order on its last payment in cash. */
export function roundCash(payments: SoldOrder['payments']): SoldOrder['payments'] {
  const cash = payments.filter(({ method }) => method === PaymentMethod.cash);
  const roundingCents = getCashRounding(
    cash.reduce((owedCents, { amountCents }) => owedCents + amountCents, 0),
  );
  return payments.map((each) =>
    each === cash.at(-1)
      ? {
          ...each,
          roundingCents,
          ...(each.tenderedCents && { tenderedCents: each.tenderedCents + roundingCents }),
        }
      : each,
  );
}

function drawPayments(
  { tenders, pending, ids }: Sample,
  totalCents: number,
): SoldOrder['payments'] {
  const shares = tenders.reduce((sum, tender) => sum + tender.share, 0);
  let left = totalCents;
  return tenders.flatMap(({ method, share, over }, index) => {
    const amountCents =
      index === tenders.length - 1 ? left : Math.floor((totalCents * share) / shares);
    left -= amountCents;
    if (amountCents === 0) return [];
    const changeCents = method === PaymentMethod.check || method === PaymentMethod.cash ? over : 0;
    const isPending = method === PaymentMethod.creditCard && pending;
    return [
      payment(method, amountCents, {
        clientPaymentId: ids[1 + index]!,
        tenderedCents: amountCents + changeCents,
        changeCents,
        status: isPending ? 'pending' : 'completed',
        checkNumber: method === PaymentMethod.check ? '1001' : null,
      }),
    ];
  });
}

function drawRefunds(
  { refunds, roundsCash, ids }: Sample,
  sold: SoldOrder,
  day: string,
  place: SalesPlace,
): SoldRefund[] {
  const left = new Map(sold.lines.map((line) => [line.lineNo, line.quantity]));
  return refunds.flatMap(({ line, quantity, days, restock }, index) => {
    const { lineNo, fulfilment } = sold.lines[line % sold.lines.length]!;
    const units = Math.min(quantity, left.get(lineNo) ?? 0);
    left.set(lineNo, (left.get(lineNo) ?? 0) - units);
    if (units === 0) return [];
    const back = [{ lineNo, quantity: units, restock: restock && fulfilment === 'in_person' }];
    return [
      refund(sold, back, {
        clientRefundId: ids[5 + index]!,
        refundedAt: instantAt(place.timeZone, addDays(day, days), 23 * 60 + 59),
        roundCash: roundsCash,
      }),
    ];
  });
}
