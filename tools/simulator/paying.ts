import { changeDue, getCashRounding } from '@pos/contract/money-rules';
import type { CustomerType } from '@pos/contract/order-states';
import type { SoldPayment } from '@pos/contract/register-orders';
import { CARD_BRANDS, type Habits } from './habits.ts';
import type { Random } from './random.ts';
import type { Shelf } from './shelf.ts';

export type Bill = {
  totalCents: number;
  customerType: CustomerType;
  student: { studentNumber: string } | null;
  maxCheckOverageCents: number;
  roundCash: boolean;
  factsEnabled: boolean;
  shelf: Shelf;
  habits: Habits;
};

/**
 * Pays an order from the student's eWallet as far as it reaches, the rest by one other tender. A
 * total of zero needs no payment.
 */
export function pay(random: Random, bill: Bill): SoldPayment[] {
  if (bill.totalCents === 0) return [];
  const stored =
    bill.student && random.chance(bill.habits.eWallet)
      ? Math.min(bill.totalCents, bill.shelf.walletCents(bill.student.studentNumber))
      : 0;
  if (bill.student && stored > 0) bill.shelf.spend(bill.student.studentNumber, stored);
  const rest = bill.totalCents - stored;
  return [
    ...(stored > 0 ? [payment(random, 5, stored)] : []),
    ...(rest > 0 ? [payRest(random, bill, rest, stored > 0)] : []),
  ];
}

function payRest(random: Random, bill: Bill, amountCents: number, isSplit: boolean): SoldPayment {
  // Facts bills one student's family for the whole order; a school pays by card or check.
  const possible = bill.habits.tenders.filter(([tender]) => {
    if (tender === 'facts') return bill.student !== null && bill.factsEnabled && !isSplit;
    return bill.customerType !== 'school' || tender === 'card' || tender === 'check';
  });
  switch (random.weighted(possible)) {
    case 'facts':
      return payment(random, 4, amountCents);
    case 'cash': {
      const roundingCents = bill.roundCash ? getCashRounding(amountCents) : 0;
      const tenderedCents = handedOver(random, amountCents + roundingCents);
      return {
        ...payment(random, 3, amountCents),
        tenderedCents,
        changeCents: changeDue({ amountCents, tenderedCents, roundingCents }),
        ...(bill.roundCash && { roundingCents }),
      };
    }
    case 'check': {
      const tenderedCents = random.chance(0.7)
        ? amountCents
        : Math.min(Math.ceil(amountCents / 500) * 500, amountCents + bill.maxCheckOverageCents);
      return {
        ...payment(random, 2, amountCents),
        tenderedCents,
        changeCents: tenderedCents - amountCents,
        checkNumber: String(random.int(1_001, 9_899)),
      };
    }
    case 'card':
      return {
        ...payment(random, 1, amountCents),
        status: random.chance(bill.habits.pendingCard) ? 'pending' : 'completed',
        cardBrand: random.pick(CARD_BRANDS),
        cardLast4: String(random.int(0, 9_999)).padStart(4, '0'),
        processorRef: `ch_${random.uuid().slice(0, 18)}`,
      };
  }
}

/** Returns the cash handed over: exact, the next dollar, or the next round sum. */
function handedOver(random: Random, amountCents: number): number {
  const step = random.weighted([
    [1, 30],
    [100, 15],
    [500, 25],
    [1_000, 15],
    [2_000, 15],
  ] as const);
  return Math.ceil(amountCents / step) * step;
}

function payment(random: Random, method: SoldPayment['method'], amountCents: number): SoldPayment {
  return {
    clientPaymentId: random.uuid(),
    method,
    amountCents,
    tenderedCents: amountCents,
    changeCents: 0,
    status: 'completed',
    checkNumber: null,
    cardBrand: null,
    cardLast4: null,
    processorRef: null,
  };
}
