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

type Names = Pick<SalesOrderRow, 'sku' | 'title' | 'category'>;

/**
 * Returns the row of a line, with the names of its title, net and total. Each field is named, since
 * copying all others of so many rows takes twenty times as long.
 */
export function toRow(
  line: Omit<SalesOrderRow, keyof Names | 'netCents' | 'totalCents'>,
  { sku, title, category }: Names,
): SalesOrderRow {
  const netCents = toNetCents(line);
  return {
    kind: line.kind,
    orderId: line.orderId,
    orderNumber: line.orderNumber,
    at: line.at,
    date: line.date,
    fairIdentifier: line.fairIdentifier,
    fairName: line.fairName,
    deviceId: line.deviceId,
    cashierName: line.cashierName,
    customerName: line.customerName,
    sku,
    title,
    category,
    quantity: line.quantity,
    unitPriceCents: line.unitPriceCents,
    grossCents: line.grossCents,
    discountCents: line.discountCents,
    refundNetCents: line.refundNetCents,
    netCents,
    taxCents: line.taxCents,
    totalCents: netCents + line.taxCents,
    refundedSoFar: line.refundedSoFar,
    methods: line.methods,
    fulfilment: line.fulfilment,
    taxExempt: line.taxExempt,
    lastCopy: line.lastCopy,
  };
}

function toNetCents({ grossCents, discountCents, refundNetCents }: Amounts): number {
  return grossCents - discountCents - refundNetCents;
}

/** Adds net and total, as in ITEM_SALES: net = gross - discount - refunds. */
function withNet<Of extends Amounts>(of: Of): Of & { netCents: number; totalCents: number } {
  const netCents = toNetCents(of);
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
