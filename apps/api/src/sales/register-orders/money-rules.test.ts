import { distributeRefund, getRefundAmounts, getOrderSums } from '@pos/contract/sales/money-rules';
import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import fc from 'fast-check';
import { test } from 'vitest';

const RUNS = 10_000;
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

const soldLine = fc.record({
  quantity: fc.integer({ min: 1, max: 999 }),
  unitPriceCents: fc.integer({ min: 0, max: 99_999 }),
  discount: fc.double({ min: 0, max: 1, noNaN: true }),
  taxable: fc.boolean(),
});
const soldOrder = fc.record({
  taxExempt: fc.boolean(),
  taxRatePpm: fc.oneof(
    fc.constantFrom(0, 60_000, 82_500, 88_750, 101_000),
    fc.integer({ min: 0, max: 1_000_000 }),
  ),
  lines: fc.array(soldLine, { minLength: 1, maxLength: 12 }).map((lines) =>
    lines.map((line, index) => ({
      ...line,
      lineNo: index + 1,
      discountCents: Math.floor(line.discount * line.quantity * line.unitPriceCents),
    })),
  ),
  /** Sizes of the refunds of each line, cut to what is left. */
  cuts: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 6 }),
  tenders: fc.array(
    fc.record({
      method: fc.constantFrom<PaymentMethod>(1, 2, 3, 4, 5, 6),
      share: fc.integer({ min: 1, max: 100 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

test('add up from lines to order, with tax half up on the taxable base', () => {
  fc.assert(
    fc.property(soldOrder, (order) => {
      const sums = getOrderSums(order);
      must(
        total(sums.lines.map((line) => line.netCents)) === sums.subtotalCents,
        'net of the lines = subtotal',
      );
      must(
        total(sums.lines.map((line) => line.taxCents)) === sums.taxCents,
        'tax of the lines = tax',
      );
      must(sums.grossCents - sums.discountCents + sums.taxCents === sums.totalCents, 'total');
      must(
        sums.taxCents ===
          Number(
            (BigInt(sums.taxableBaseCents) * BigInt(order.taxRatePpm) + 500_000n) / 1_000_000n,
          ),
        'tax half up',
      );
      for (const [index, line] of sums.lines.entries()) {
        const base = !order.taxExempt && order.lines[index]!.taxable ? line.netCents : 0;
        const exact = (BigInt(base) * BigInt(order.taxRatePpm)) / 1_000_000n;
        must(
          [0, 1].includes(line.taxCents - Number(exact)),
          'a line gets its share rounded down, and at most a cent more',
        );
      }
    }),
    { numRuns: RUNS },
  );
});

test('are returned exactly by refunds in any split, per line, order and tender', () => {
  fc.assert(
    fc.property(soldOrder, (order) => {
      const sums = getOrderSums(order);
      const lines = sums.lines.map((line, index) => ({
        ...line,
        quantity: order.lines[index]!.quantity,
        refundedQty: 0,
        refundedNetCents: 0,
        refundedTaxCents: 0,
      }));
      const payments = paidBy(sums.totalCents, order.tenders);
      let cut = 0;
      for (let open = true; open; cut++) {
        open = false;
        let amount = 0;
        for (const line of lines) {
          const quantity = Math.min(
            order.cuts[cut % order.cuts.length]!,
            line.quantity - line.refundedQty,
          );
          if (quantity === 0) continue;
          open = true;
          const back = getRefundAmounts(line, quantity);
          must(Math.min(back.netCents, back.taxCents) >= 0, 'a refund gives back, it never takes');
          line.refundedQty += quantity;
          line.refundedNetCents += back.netCents;
          line.refundedTaxCents += back.taxCents;
          amount += back.netCents + back.taxCents;
        }
        const { tenders, missingCents } = distributeRefund(amount, payments);
        must(
          missingCents === 0 && total(tenders.map((tender) => tender.amountCents)) === amount,
          'the tenders give back the refund',
        );
        for (const tender of tenders)
          payments.find((payment) => payment.id === tender.paymentId)!.refundedCents +=
            tender.amountCents;
      }
      for (const line of lines)
        must(
          line.refundedNetCents === line.netCents && line.refundedTaxCents === line.taxCents,
          'a line gives back what it charged',
        );
      for (const payment of payments)
        must(payment.refundedCents === payment.amountCents, 'a payment gives back what it took');
    }),
    { numRuns: RUNS },
  );
});

/** Plain assertion, because `expect` is slow when called a million times. */
function must(holds: boolean, promise: string): void {
  if (!holds) throw new Error(`Broken: ${promise}`);
}

/** Splits a total over tenders by their shares. The last one takes the remainder. */
function paidBy(totalCents: number, tenders: readonly { method: PaymentMethod; share: number }[]) {
  let left = totalCents;
  return tenders.map((tender, index) => {
    const amountCents =
      index === tenders.length - 1 ? left : Math.floor((left * tender.share) / 101);
    left -= amountCents;
    return {
      id: String(index),
      method: tender.method,
      status: 'completed' as const,
      amountCents,
      refundedCents: 0,
    };
  });
}
