import {
  type CloseOutDifference,
  type CloseOutSnapshot,
  getAmountDue,
} from '@pos/contract/close-out/close-out-snapshot';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';

type Figure = {
  figure: string;
  kind: 'cents' | 'count';
  getValue: (snapshot: CloseOutSnapshot) => number;
};
const cents = (figure: string, getValue: Figure['getValue']): Figure => ({
  figure,
  kind: 'cents',
  getValue,
});
const count = (figure: string, getValue: Figure['getValue']): Figure => ({
  figure,
  kind: 'count',
  getValue,
});

/** Figures compared between two snapshots, in the order of the statement. */
const FIGURES: readonly Figure[] = [
  count('Orders', ({ summary }) => summary.totals.orders),
  count('Units sold', ({ summary }) => summary.totals.unitsSold),
  count('Units refunded', ({ summary }) => summary.totals.unitsRefunded),
  cents('Gross sales', ({ summary }) => summary.totals.grossCents),
  cents('Discounts', ({ summary }) => summary.totals.discountCents),
  cents('Refunds (net of tax)', ({ summary }) => summary.totals.refundNetCents),
  cents('Net sales', ({ summary }) => summary.totals.netCents),
  cents('Net tax', ({ summary }) => summary.totals.netTaxCents),
  cents('Total', ({ summary }) => summary.totals.totalCents),
  cents('Uncollected', ({ summary }) => summary.totals.uncollectedCents),
  ...Object.values(PAYMENT_METHODS).map((name) =>
    cents(`${name}, net`, ({ summary }) => summary.totals.tenders[name].netCents),
  ),
  cents('Held by school', ({ summary }) => summary.totals.settlement?.heldBySchoolCents ?? 0),
  cents('Eligible net', ({ summary }) => summary.totals.settlement?.eligibleNetCents ?? 0),
  cents('Profit', ({ profitCents }) => profitCents),
  cents('Due from school', getAmountDue),
  cents('Expected cash', ({ summary }) => summary.totals.cashControl?.expectedCashCents ?? 0),
  cents('Counted cash', ({ counted }) => counted.cashCents ?? 0),
  cents('Expected checks', ({ summary }) => summary.totals.cashControl?.expectedChecksCents ?? 0),
  cents('Counted checks', ({ counted }) => counted.checkCents ?? 0),
  count(
    'Number of checks expected',
    ({ summary }) => summary.totals.cashControl?.expectedCheckCount ?? 0,
  ),
  count('Number of checks counted', ({ counted }) => counted.checks ?? 0),
  count('Units expected back', ({ returns }) => returns.expectedUnits),
  count('Units counted', ({ returns }) => returns.countedUnits),
  count('Return variance, units', ({ returns }) => returns.varianceUnits),
];

/**
 * Returns the changes between two snapshots of a fair: figures that differ, and orders that were
 * added, changed or removed.
 */
export function getDifference(
  earlier: CloseOutSnapshot,
  later: CloseOutSnapshot,
): CloseOutDifference {
  const figures = FIGURES.flatMap(({ figure, kind, getValue }) => {
    const [from, to] = [getValue(earlier), getValue(later)];
    return from === to ? [] : [{ figure, kind, from, to, difference: to - from }];
  });
  const before = new Map(earlier.orders.map((order) => [order.orderNumber, order]));
  const after = new Map(later.orders.map((order) => [order.orderNumber, order]));
  const orders = [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .flatMap((orderNumber): CloseOutDifference['orders'] => {
      const [from, to] = [before.get(orderNumber) ?? null, after.get(orderNumber) ?? null];
      if (from && to && from.netCents === to.netCents && from.taxCents === to.taxCents) return [];
      return [{ orderNumber, change: !from ? 'added' : !to ? 'removed' : 'changed', from, to }];
    });
  return { from: earlier.number, to: later.number, figures, orders };
}
