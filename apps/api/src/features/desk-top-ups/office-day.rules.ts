import { DESK_METHODS, type OfficeDay, type OfficeMethod } from '@pos/contract/desk-top-ups';
import { PaymentMethod } from '@pos/contract/payment-methods';

type Lines = Pick<OfficeDay, 'topUps' | 'reversals' | 'payouts'>;

/**
 * Sums an office day by method. Money handed back for a mistake is not expected; a check that the
 * bank returned was deposited on an earlier day, so it changes no expected money. A payout in cash
 * leaves the drawer; one by check is a check of the company.
 */
export function sumOfficeDay({
  topUps,
  reversals,
  payouts,
}: Lines): Pick<OfficeDay, 'methods' | 'totals'> {
  const mistakes = reversals.filter(({ reason }) => reason === 'mistake');
  const returned = reversals.filter(({ reason }) => reason !== 'mistake');
  const methods = DESK_METHODS.map((method): OfficeMethod => {
    const taken = topUps.filter((line) => line.method === method);
    const back = mistakes.filter((line) => line.method === method);
    return {
      method,
      topUps: taken.length,
      amountCents: sumOf(taken),
      mistakes: back.length,
      mistakenCents: sumOf(back),
      expectedCents: sumOf(taken) - sumOf(back),
    };
  });
  const of = (method: number) => methods.find((each) => each.method === method)!;
  const checks = of(PaymentMethod.check);
  const paidBy = (method: number) => payouts.filter((line) => line.method === method);
  const paidOutCashCents = sumOf(paidBy(PaymentMethod.cash));
  const written = paidBy(PaymentMethod.check);
  return {
    methods,
    totals: {
      topUps: topUps.length,
      amountCents: sumOf(topUps),
      payouts: payouts.length,
      paidOutCashCents,
      writtenChecks: written.length,
      writtenChecksCents: sumOf(written),
      expectedCashCents: of(PaymentMethod.cash).expectedCents - paidOutCashCents,
      expectedChecksCents: checks.expectedCents,
      expectedChecks: checks.topUps - checks.mistakes,
      returnedCents: sumOf(returned),
      uncollectedCents: returned.reduce((sum, line) => sum + line.uncollectedCents, 0),
    },
  };
}

function sumOf(lines: readonly { amountCents: number }[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
