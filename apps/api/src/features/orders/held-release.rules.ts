import { changeDue, type OrderSums, sumsOf } from '@pos/contract/money-rules';
import { REFUND_ORDER } from '@pos/contract/payments';
import type { SoldOrder } from '@pos/contract/register-orders';

/** A held order as it is booked: sums by the server, each payment with what of it is applied; what is missing or beyond the total. */
export type Release = {
  order: SoldOrder;
  sums: OrderSums;
  uncollectedCents: number;
  overpaidCents: number;
};

/**
 * What a release books of an order that a register sold (domain 4.4): its lines, prices and rate as they are, the sums as the server computes them.
 * Paid too little: the rest is uncollected. Paid too much: payments are applied up to the total, cash last, so that a surplus is
 * money that lies in the drawer; one of which nothing is applied stays in the received body alone.
 */
export function releaseOf(held: SoldOrder): Release {
  const lines = bookableLines(held.lines);
  const sums = sumsOf({ ...held, lines });
  let left = sums.totalCents;
  const given = held.payments.map(withChangeDue);
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
  const paidCents = held.payments.reduce((sum, payment) => sum + payment.amountCents, 0);
  return {
    order: { ...held, lines, payments, subtotalCents, taxCents, totalCents },
    sums,
    uncollectedCents: left,
    overpaidCents: paidCents - (totalCents - left),
  };
}

/** A payment with the change that is due on it; one with less tendered than its amount has neither. The received body keeps what the register had. */
function withChangeDue(payment: SoldOrder['payments'][number]): SoldOrder['payments'][number] {
  const changeCents = changeDue(payment);
  return changeCents < 0
    ? { ...payment, tenderedCents: 0, changeCents: 0 }
    : { ...payment, changeCents };
}

/** The lines with a discount of at most their gross (domain 8.2) and each with a number of its own. */
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
