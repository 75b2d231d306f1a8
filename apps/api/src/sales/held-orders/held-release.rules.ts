import {
  changeDue,
  getOrderSums,
  isRoundedRight,
  type OrderSums,
} from '@pos/contract/sales/money-rules';
import { REFUND_ORDER } from '@pos/contract/sales/payment-methods';
import type { SoldOrder } from '@pos/contract/sales/register-orders';

/**
 * A held order as it is booked: totals computed by the server, the applied amount of each payment,
 * and the amount missing or overpaid.
 */
export type Release = {
  order: SoldOrder;
  sums: OrderSums;
  uncollectedCents: number;
  overpaidCents: number;
};

/**
 * Computes how a held order is booked (domain 4.4): lines, prices and tax rate as sold, totals as
 * the server computes them. If underpaid, the rest is uncollected. If overpaid, payments are
 * applied up to the total, cash last, so that a surplus is money in the drawer; a payment of which
 * nothing is applied stays only in the received body. Cash stays rounded if the payments are right.
 */
export function computeRelease(held: SoldOrder): Release {
  const lines = bookableLines(held.lines);
  const sums = getOrderSums({ ...held, lines });
  const paidCents = held.payments.reduce((sum, payment) => sum + payment.amountCents, 0);
  let left = sums.totalCents;
  const isRounded = isRoundedRight(held.payments) && paidCents === left;
  const given = held.payments.map((payment) =>
    withChangeDue(isRounded ? payment : { ...payment, roundingCents: 0 }),
  );
  const applied = new Map<SoldOrder['payments'][number], number>();
  for (const payment of given.toSorted(
    (a, b) => REFUND_ORDER.indexOf(a.method) - REFUND_ORDER.indexOf(b.method),
  )) {
    const amountCents = Math.min(left, payment.amountCents);
    applied.set(payment, amountCents);
    left -= amountCents;
  }
  const payments = given.flatMap((payment) =>
    applied.get(payment)! > 0 ? [{ ...payment, amountCents: applied.get(payment)! }] : [],
  );
  const { subtotalCents, taxCents, totalCents } = sums;
  return {
    order: { ...held, lines, payments, subtotalCents, taxCents, totalCents },
    sums,
    uncollectedCents: left,
    overpaidCents: paidCents - (totalCents - left),
  };
}

/**
 * Sets the change due on a payment. A payment tendered for less than its amount has neither. The
 * received body keeps the register's values.
 */
function withChangeDue(payment: SoldOrder['payments'][number]): SoldOrder['payments'][number] {
  const changeCents = changeDue(payment);
  return changeCents < 0
    ? { ...payment, tenderedCents: 0, changeCents: 0, roundingCents: 0 }
    : { ...payment, changeCents };
}

/** Limits each line's discount to its gross (domain 8.2) and gives each line a unique number. */
function bookableLines(lines: SoldOrder['lines']): SoldOrder['lines'] {
  const used = new Set<number>();
  let next = Math.max(...lines.map((line) => line.lineNo));
  return lines.map((line) => {
    const lineNo = used.has(line.lineNo) ? ++next : line.lineNo;
    used.add(lineNo);
    return {
      ...line,
      lineNo,
      discountCents: Math.min(line.discountCents, line.unitPriceCents * line.quantity),
    };
  });
}
