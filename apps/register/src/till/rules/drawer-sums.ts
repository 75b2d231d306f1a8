import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { DrawerRecord, DrawerSums } from '../drawer.ts';
import type { StoredSale } from '../journal/journal.ts';

/** Rules of the drawer: what should be in it, and what is sent (domain 9.12). */

/** Adds up the cash and checks of sales, what was given back in cash, and the drawer's entries. */
export function getDrawerSums(
  sales: readonly StoredSale[],
  returnedCashCents: number,
  entries: readonly DrawerRecord[],
): DrawerSums {
  const payments = sales.flatMap(({ order }) => order.payments);
  const cash = payments.filter(({ method }) => method === PaymentMethod.cash);
  const checks = payments.filter(({ method }) => method === PaymentMethod.check);
  const takenCents = sum(cash, ({ amountCents, roundingCents = 0 }) => amountCents + roundingCents);
  const changeCents = sum(checks, ({ changeCents: cents = 0 }) => cents);
  const moved = (kind: string) =>
    sum(entries, ({ entry }) =>
      entry.kind === kind && entry.kind !== 'count' ? entry.amountCents : 0,
    );
  const moves = {
    floatInCents: moved('float_in'),
    floatOutCents: moved('float_out'),
    toSafeCents: moved('to_safe'),
    paidOutCents: moved('pay_out'),
  };
  const givenBackCents = changeCents + returnedCashCents;
  return {
    cashPayments: cash.length,
    takenCents,
    givenBackCents,
    ...moves,
    expectedCents:
      takenCents -
      givenBackCents +
      moves.floatInCents -
      moves.floatOutCents -
      moves.toSafeCents -
      moves.paidOutCents,
    checks: checks.length,
    // Checks are counted at face value, with the change that was given.
    checkCents: sum(checks, ({ amountCents }) => amountCents) + changeCents,
  };
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0);
}

/** Adds up counted bills and coins. */
export function getPiecesSum(pieces: Readonly<Record<number, number>>): number {
  return sum(Object.entries(pieces), ([cents, count]) => Number(cents) * count);
}
