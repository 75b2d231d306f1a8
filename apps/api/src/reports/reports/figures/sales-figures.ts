import type { PaymentMethod, PaymentMethodName } from '@pos/contract/sales/payment-methods';
import type { TenderFigures } from '@pos/contract/reports/sales-summary/sales-summary';
import type { Figures } from './figures.ts';

/** Figures that are plain sums, in cents, units or orders. */
const SUMS = [
  'orders',
  'unitsSold',
  'unitsRefunded',
  'grossCents',
  'discountCents',
  'taxCollectedCents',
  'refundNetCents',
  'taxRefundedCents',
  'uncollectedCents',
  'overpaidCents',
  // Expected cash in the drawers: received for sales and top-ups, minus all cash paid out,
  // including change on checks and refunds of checks.
  'expectedCashCents',
  // Lines of expected cash beside the sales and refunds of the tender Cash.
  'cashTopUpCents',
  'otherCashRefundCents',
  'checkChangeCents',
  'topUpPayoutCents',
  // Cash taken more than owed by rounding, less what refunds paid out more (domain 8.11).
  'cashRoundingCents',
  // Expected checks in the drawers at face value: amounts applied plus change given on them.
  'expectedChecksCents',
  // Expected number of checks in the drawers.
  'expectedCheckCount',
  // Cash and check top-ups received, minus their payouts (domain 8.8).
  'topUpsHeldCents',
] as const;

/** Sums of sales over any scope: a fair's day, a fair, all fairs of a report. */
export type SalesFigures = Record<(typeof SUMS)[number], number> & {
  tenders: Record<PaymentMethodName, TenderFigures>;
};

/** Builds a record with a value for each of the six tenders. */
export function perTender<Value>(
  getValue: (name: PaymentMethodName, method: PaymentMethod) => Value,
): Record<PaymentMethodName, Value> {
  return {
    'Credit Card': getValue('Credit Card', 1),
    Check: getValue('Check', 2),
    Cash: getValue('Cash', 3),
    Facts: getValue('Facts', 4),
    EWallet: getValue('EWallet', 5),
    AveDollar: getValue('AveDollar', 6),
  };
}

/** Reads figures of `sales_figures`. Those of a tender begin with the number of its method. */
export function toSalesFigures(figures: Figures): SalesFigures {
  const sums = Object.fromEntries(SUMS.map((name) => [name, figures[name] ?? 0])) as Record<
    (typeof SUMS)[number],
    number
  >;
  const tenders = perTender((_name, method) => {
    const salesCents = figures[`${method}.salesCents`] ?? 0;
    const refundsCents = figures[`${method}.refundsCents`] ?? 0;
    return {
      count: figures[`${method}.count`] ?? 0,
      salesCents,
      refundsCents,
      netCents: salesCents - refundsCents,
      underReviewCents: figures[`${method}.underReviewCents`] ?? 0,
    };
  });
  return { ...sums, tenders };
}

/** Figures of a scope without sales. */
export const NO_SALES: Readonly<SalesFigures> = toSalesFigures({});

/** Adds up figures: the days of a fair, or the fairs of a report. */
export function sumOfSales(parts: readonly SalesFigures[]): SalesFigures {
  const sums = Object.fromEntries(
    SUMS.map((name) => [name, total(parts, (part) => part[name])]),
  ) as Record<(typeof SUMS)[number], number>;
  const tenders = perTender((name) => sumOfTenders(parts.map((part) => part.tenders[name])));
  return { ...sums, tenders };
}

function sumOfTenders(parts: readonly TenderFigures[]): TenderFigures {
  return {
    count: total(parts, (part) => part.count),
    salesCents: total(parts, (part) => part.salesCents),
    refundsCents: total(parts, (part) => part.refundsCents),
    netCents: total(parts, (part) => part.netCents),
    underReviewCents: total(parts, (part) => part.underReviewCents),
  };
}

export function total<Part>(parts: readonly Part[], getValue: (part: Part) => number): number {
  return parts.reduce((sum, part) => sum + getValue(part), 0);
}

/** Computes net sales, net tax and total (domain 8.2, 9.2). */
export function toSalesOutcome(figures: SalesFigures): {
  netCents: number;
  netTaxCents: number;
  totalCents: number;
} {
  const netCents = figures.grossCents - figures.discountCents - figures.refundNetCents;
  const netTaxCents = figures.taxCollectedCents - figures.taxRefundedCents;
  return { netCents, netTaxCents, totalCents: netCents + netTaxCents };
}
