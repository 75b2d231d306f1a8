import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import type {
  DailySalesReport,
  FairReturnReport,
  ItemSalesReport,
  LastCopyReport,
} from '@pos/contract/reports';
import type { DailySalesTotals } from '@pos/contract/reports/daily-sales';
import type { ItemSalesTotals } from '@pos/contract/reports/item-sales';
import type { FairReturnRow, FairReturnTotals } from '@pos/contract/reports/fair-return';
import { dollars, type Value } from './sheet-cells.ts';

/** Rows that the files of daily sales, item sales, last copy and fair return should hold. */

export const DAILY_HEADERS = [
  'Orders',
  'Units',
  'Gross',
  'Discounts',
  'Refunds',
  'Net sales',
  'Tax',
  'Total',
  ...Object.values(PAYMENT_METHODS),
  'Uncollected',
  'Expected cash deposit',
  'Expected checks',
];

export function dailyRows({ rows, totals }: DailySalesReport): Value[][] {
  return [
    ...rows.map((row) => [row.date, row.fairIdentifier, ...dailyFigures(row)]),
    ['Total', null, ...dailyFigures(totals)],
  ];
}

function dailyFigures(row: DailySalesTotals): Value[] {
  const tenders = Object.values(PAYMENT_METHODS).map((name) => row.tenders[name]);
  return [
    row.orders,
    row.units,
    ...[
      row.grossCents,
      row.discountCents,
      row.refundNetCents,
      row.netCents,
      row.taxCents,
      row.totalCents,
      ...tenders,
      row.uncollectedCents,
      row.expectedCashDepositCents,
      row.expectedChecksCents,
    ].map(dollars),
  ];
}

export const ITEM_HEADERS = [
  'Unit price',
  'Qty sold',
  'Qty refunded',
  'Net qty',
  'Gross',
  'Discount',
  'Refunds',
  'Net sales',
  'Tax (net)',
  'Total',
  'Sent',
  'On hand',
];

export function itemRows({ rows, subtotals, totals }: ItemSalesReport): Value[][] {
  const grouped = subtotals.flatMap((subtotal) => [
    ...rows
      .filter((row) => row.category === subtotal.category)
      .map((row) => [row.sku, row.title, dollars(row.unitPriceCents), ...itemFigures(row)]),
    ['Subtotal', null, null, ...itemFigures(subtotal)],
  ]);
  return [...grouped, ['Total', null, null, ...itemFigures(totals)]];
}

function itemFigures(
  row: Omit<ItemSalesTotals, 'sent' | 'onHand'> & { sent: number | null; onHand: number | null },
): Value[] {
  const money = [
    row.grossCents,
    row.discountCents,
    row.refundNetCents,
    row.netCents,
    row.taxCents,
    row.totalCents,
  ].map(dollars);
  return [row.quantitySold, row.quantityRefunded, row.netQuantity, ...money, row.sent, row.onHand];
}

export const LAST_COPY_HEADERS = [
  'Price',
  'Sent',
  'Missing',
  'Adjusted',
  'Sold',
  'On hand',
  'State',
  'Order',
  'Cashier',
  'Days on sale until then',
  'Ship-to-school units ordered after',
  'Warehouse available',
  'Suggested restock',
];

export function lastCopyRows({ rows, totals }: LastCopyReport): Value[][] {
  return [
    ...rows.map((row) => [
      row.sku,
      row.title,
      dollars(row.priceCents),
      row.sent,
      row.missing,
      row.adjusted,
      row.sold,
      row.onHand,
      row.state === 'sold_out' ? 'Sold out' : 'Last copy',
      row.orderNumber,
      row.cashierName,
      row.daysOnSale,
      row.shipToSchoolUnitsAfter,
      row.warehouseAvailable,
      row.suggestedRestock,
    ]),
    [
      `${totals.titles} titles`,
      null,
      null,
      null,
      null,
      null,
      totals.sold,
      null,
      null,
      null,
      null,
      null,
      totals.shipToSchoolUnitsAfter,
      null,
      totals.suggestedRestock,
    ],
  ];
}

export const RETURN_HEADERS = [
  'Price',
  'Sent',
  'Missing at delivery',
  'Adjustments',
  'Sold in person',
  'Restocked',
  'Expected return',
  'Counted return',
  'of which damaged',
  'Variance',
  'Variance value',
];

export function returnRows({ rows, totals }: FairReturnReport): Value[][] {
  const figures = (row: FairReturnRow | FairReturnTotals): Value[] => [
    row.sent,
    row.missing,
    row.adjusted,
    row.soldInPerson,
    row.restocked,
    row.expectedReturn,
    row.counted,
    row.damaged,
    row.variance,
    dollars(row.varianceValueCents),
  ];
  return [
    ...rows.map((row) => [row.sku, row.title, dollars(row.priceCents), ...figures(row)]),
    ['Total', null, null, ...figures(totals)],
  ];
}
