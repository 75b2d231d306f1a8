import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PaymentMethod } from './payment-methods.ts';
import {
  changeDue,
  distributeRefund,
  getCashRounding,
  getRefundAmounts,
  getRefundRounding,
  isRoundedRight,
  type RefundablePayment,
  getOrderSums,
  getTaxCents,
} from './money-rules.ts';

const line = (
  lineNo: number,
  quantity: number,
  unitPriceCents: number,
  taxable = true,
  discountCents = 0,
) => ({ lineNo, quantity, unitPriceCents, discountCents, taxable });
const payment = (
  id: string,
  method: RefundablePayment['method'],
  amountCents: number,
  rest: Partial<RefundablePayment> = {},
): RefundablePayment => ({
  id,
  method,
  status: 'completed',
  amountCents,
  refundedCents: 0,
  ...rest,
});

test('spreads the tax of the worked example over its lines', () => {
  const sums = getOrderSums({
    taxExempt: false,
    taxRatePpm: 82_500,
    lines: [line(1, 2, 699), line(2, 1, 499), line(3, 1, 1_200, false)],
  });
  expect(sums).toMatchObject({
    subtotalCents: 3_097,
    taxableBaseCents: 1_897,
    taxCents: 157,
    totalCents: 3_254,
  });
  expect(sums.lines.map((each) => each.taxCents)).toEqual([116, 41, 0]);
});

test('gives the missing cent to the lower line number where remainders are equal', () => {
  const sums = getOrderSums({
    taxExempt: false,
    taxRatePpm: 50_000,
    lines: [line(2, 1, 510), line(1, 1, 510)],
  });
  expect(sums.taxCents).toBe(51);
  expect(sums.lines.map((each) => each.taxCents)).toEqual([25, 26]);
});

test('rounds half a cent up and stays exact for amounts that a float would not hold', () => {
  expect(getTaxCents(1_000, 82_500)).toBe(83);
  expect(getTaxCents(999, 0)).toBe(0);
  expect(getTaxCents(9_007_199_254, 999_999)).toBe(9_007_190_247);
});

test('charges no tax on an exempt order', () => {
  expect(
    getOrderSums({ taxExempt: true, taxRatePpm: 82_500, lines: [line(1, 3, 899, true, 100)] }),
  ).toMatchObject({ subtotalCents: 2_597, taxableBaseCents: 0, taxCents: 0, totalCents: 2_597 });
});

test('gives back what was charged, whatever the split', () => {
  const sold = {
    quantity: 3,
    netCents: 1_000,
    taxCents: 83,
    refundedQty: 0,
    refundedNetCents: 0,
    refundedTaxCents: 0,
  };
  expect(getRefundAmounts(sold, 1)).toEqual({ netCents: 333, taxCents: 28 });
  for (const split of [[1, 2], [2, 1], [1, 1, 1], [3]]) {
    const refunded = { ...sold };
    for (const quantity of split) {
      const { netCents, taxCents } = getRefundAmounts(refunded, quantity);
      refunded.refundedQty += quantity;
      refunded.refundedNetCents += netCents;
      refunded.refundedTaxCents += taxCents;
    }
    expect(refunded).toMatchObject({ refundedNetCents: 1_000, refundedTaxCents: 83 });
  }
});

test('refunds stored value first and pays a check out as cash', () => {
  const paid = [
    payment('cash', 3, 500),
    payment('check', 2, 500),
    payment('card', 1, 500),
    payment('facts', 4, 500),
    payment('ave', 6, 500),
    payment('wallet', 5, 500),
  ];
  expect(
    distributeRefund(2_750, paid).tenders.map((tender) => [
      tender.paymentId,
      tender.paidOutAs,
      tender.amountCents,
    ]),
  ).toEqual([
    ['wallet', 5, 500],
    ['ave', 6, 500],
    ['facts', 4, 500],
    ['card', 1, 500],
    ['check', 3, 500],
    ['cash', 3, 250],
  ]);
});

test('draws on nothing but what is left of completed payments', () => {
  const paid = [
    payment('wallet', 5, 800, { status: 'under_review' }),
    payment('card', 1, 500, { refundedCents: 450 }),
    payment('cash', 3, 100, { status: 'pending' }),
  ];
  expect(distributeRefund(200, paid)).toEqual({
    tenders: [{ paymentId: 'card', method: 1, paidOutAs: 1, amountCents: 50 }],
    missingCents: 150,
  });
});

test('rounds cash to the nearest five cents, as often up as down', () => {
  expect([640, 641, 642, 643, 644, 645, 648, 1, 0].map(getCashRounding)).toEqual([
    0, -1, -2, 2, 1, 0, 2, -1, 0,
  ]);
  fc.assert(
    fc.property(fc.nat(100_000_000), (cents) => {
      const rounding = getCashRounding(cents);
      expect((cents + rounding) % 5).toBe(0);
      expect(Math.abs(rounding)).toBeLessThanOrEqual(2);
      // Five amounts in a row cancel each other out.
      expect([0, 1, 2, 3, 4].reduce((sum, more) => sum + getCashRounding(cents + more), 0)).toBe(0);
    }),
  );
});

test('rounds only the cash of an order, all of it together, and the change with it', () => {
  const cents = fc.integer({ min: 1, max: 100_000 });
  const other = fc.constantFrom(1, 2, 4, 5, 6 as const);
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 3 }),
      other,
      cents,
      (cash, method, rest) => {
        const roundingCents = getCashRounding(cash.reduce((sum, each) => sum + each, 0));
        const paid = cash.map((amountCents) => ({ method: PaymentMethod.cash, amountCents }));
        const [first, ...others] = paid;
        const card = { method, amountCents: rest };
        expect(isRoundedRight([card, ...paid])).toBe(true);
        expect(isRoundedRight([card, { ...first!, roundingCents }, ...others])).toBe(true);
        for (const wrong of [-3, -2, -1, 1, 2, 3]) {
          expect(isRoundedRight([{ ...card, roundingCents: wrong }, ...paid])).toBe(false);
          expect(isRoundedRight([{ ...first!, roundingCents: wrong }, ...others, card])).toBe(
            wrong === roundingCents,
          );
        }
        const change = changeDue({ amountCents: 648, tenderedCents: 1_000, roundingCents: 2 });
        expect(change).toBe(350);
      },
    ),
  );
});

test('rounds the cash that a refund pays out, that of a check too, and nothing else', () => {
  const paidOut = (method: RefundablePayment['method'], cents: number) =>
    getRefundRounding(distributeRefund(cents, [payment('a', method, cents)]).tenders);
  expect([3, 2, 1, 4, 5, 6].map((method) => paidOut(method as 1, 648))).toEqual([2, 2, 0, 0, 0, 0]);
});
