import type {
  SalesOrderRow,
  SalesOrderSubtotal,
  SalesOrderTotals,
} from '@pos/contract/reports/sales-orders';
import { byCategoryThenUnits } from '../item-sales/item-sales.ts';
import { total } from '../figures/sales-figures.ts';

type Amounts = Pick<SalesOrderRow, 'grossCents' | 'discountCents' | 'refundNetCents' | 'taxCents'>;
/** Sums of single lines, or of titles. */
export type Sums = Amounts & Pick<SalesOrderTotals, 'rows' | 'quantitySold' | 'quantityRefunded'>;

/** Adds net and total, as in ITEM_SALES: net = gross - discount - refunds. */
export function withNet<Of extends Amounts>(of: Of): Of & { netCents: number; totalCents: number } {
  const netCents = of.grossCents - of.discountCents - of.refundNetCents;
  return { ...of, netCents, totalCents: netCents + of.taxCents };
}

export function addUp(parts: readonly Sums[]): SalesOrderTotals {
  const quantitySold = total(parts, (part) => part.quantitySold);
  const quantityRefunded = total(parts, (part) => part.quantityRefunded);
  return {
    rows: total(parts, (part) => part.rows),
    quantitySold,
    quantityRefunded,
    netQuantity: quantitySold - quantityRefunded,
    ...withNet({
      grossCents: total(parts, (part) => part.grossCents),
      discountCents: total(parts, (part) => part.discountCents),
      refundNetCents: total(parts, (part) => part.refundNetCents),
      taxCents: total(parts, (part) => part.taxCents),
    }),
  };
}

/** Sorts titles as ITEM_SALES does. */
export function inTitleOrder(one: SalesOrderSubtotal, other: SalesOrderSubtotal): number {
  return byCategoryThenUnits({ ...one, unitPriceCents: null }, { ...other, unitPriceCents: null });
}
