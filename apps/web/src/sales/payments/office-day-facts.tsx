import type { OfficeDay } from '@pos/contract/students/desk-top-ups';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import type { ReactNode } from 'react';

type Fact = readonly [label: string, value: ReactNode];
type Totals = OfficeDay['totals'];

/** Money of an office day that was taken, handed back, paid out and brought back. */
export function takenFacts({ methods, totals }: OfficeDay): Fact[] {
  const { paidOutCashCents, cashBackCents } = totals;
  return [
    ...methods.map(({ method, topUps, amountCents }): Fact => [
      PAYMENT_METHODS[method],
      `${formatCents(amountCents)} in ${pluralize(topUps, 'top-up', 'top-ups')}`,
    ]),
    ...methods
      .filter(({ mistakenCents }) => mistakenCents > 0)
      .map(({ method, mistakenCents }): Fact => [
        `${PAYMENT_METHODS[method]} handed back`,
        formatCents(-mistakenCents),
      ]),
    ...factIf(paidOutCashCents > 0, ['Cash paid out', formatCents(-paidOutCashCents)]),
    ...factIf(cashBackCents > 0, ['Cash of reversed payouts', formatCents(cashBackCents)]),
  ];
}

/** Money of an office day to deposit, and the checks that are not among it. */
export function depositFacts(totals: Totals): Fact[] {
  const { writtenChecks, voidedChecks, returnedCents, uncollectedCents } = totals;
  return [
    ['Cash to deposit', <b key="cash">{formatCents(totals.expectedCashCents)}</b>],
    [
      'Checks to deposit',
      <span key="checks">
        <b>{formatCents(totals.expectedChecksCents)}</b> in {checks(totals.expectedChecks)}
      </span>,
    ],
    ...factIf(writtenChecks > 0, [
      'Checks written',
      `${formatCents(totals.writtenChecksCents)} in ${checks(writtenChecks)}, not to deposit`,
    ]),
    ...factIf(voidedChecks > 0, [
      'Checks voided',
      `${formatCents(totals.voidedChecksCents)} in ${checks(voidedChecks)}, not to deposit`,
    ]),
    ...factIf(returnedCents > 0, [
      'Returned or disputed',
      `${formatCents(returnedCents)}, ${formatCents(uncollectedCents)} of it uncollected`,
    ]),
  ];
}

const factIf = (isShown: boolean, fact: Fact): Fact[] => (isShown ? [fact] : []);
const checks = (count: number) => pluralize(count, 'check', 'checks');
