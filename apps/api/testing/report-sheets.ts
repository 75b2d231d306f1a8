import { PAYMENT_METHODS } from '@pos/contract/payments';
import type { DailySalesReport, DailySalesTotals, FairReturnReport, FairReturnRow, FairReturnTotals, ItemSalesReport, ItemSalesTotals, LastCopyReport, Report, SalesSummaryReport } from '@pos/contract/reports';
import { readWorkbook } from '#api/spreadsheets/reading/read-workbook.ts';
import { findHeader } from '#api/spreadsheets/header.ts';
import { EMPTY, type Cell, type Sheet } from '#api/spreadsheets/sheet.ts';

/**
 * Where the first sheet of a report's workbook, read with the product's own reader, differs from the report's JSON:
 * every row and the totals, one line for each difference.
 */
export async function sheetDifferences(report: Report, bytes: Buffer): Promise<string[]> {
  const sheet = await readWorkbook(bytes);
  switch (report.reportType) {
    case 'SALES_SUMMARY':
      return summaryDifferences(report, sheet);
    case 'DAILY_SALES':
      return tableDifferences(sheet, ['Date', 'Fair', ...DAILY_HEADERS], dailyRows(report));
    case 'ITEM_SALES':
      return tableDifferences(sheet, ['SKU/ISBN', 'Title', ...ITEM_HEADERS], itemRows(report));
    case 'LAST_COPY':
      return tableDifferences(sheet, ['SKU/ISBN', 'Title', ...LAST_COPY_HEADERS], lastCopyRows(report));
    case 'FAIR_RETURN_REPORT':
      return tableDifferences(sheet, ['SKU/ISBN', 'Title', ...RETURN_HEADERS], returnRows(report));
  }
}

export type Value = string | number | null;

const DAILY_HEADERS = ['Orders', 'Units', 'Gross', 'Discounts', 'Refunds', 'Net sales', 'Tax', 'Total', ...Object.values(PAYMENT_METHODS), 'Uncollected', 'Expected cash deposit', 'Expected checks'];

function dailyRows({ rows, totals }: DailySalesReport): Value[][] {
  return [...rows.map((row) => [row.date, row.fairIdentifier, ...dailyFigures(row)]), ['Total', null, ...dailyFigures(totals)]];
}

function dailyFigures(row: DailySalesTotals): Value[] {
  const tenders = Object.values(PAYMENT_METHODS).map((name) => row.tenders[name]);
  return [row.orders, row.units, ...[row.grossCents, row.discountCents, row.refundNetCents, row.netCents, row.taxCents, row.totalCents, ...tenders, row.uncollectedCents, row.expectedCashDepositCents, row.expectedChecksCents].map(dollars)];
}

const ITEM_HEADERS = ['Unit price', 'Qty sold', 'Qty refunded', 'Net qty', 'Gross', 'Discount', 'Refunds', 'Net sales', 'Tax (net)', 'Total', 'Sent', 'On hand'];

function itemRows({ rows, subtotals, totals }: ItemSalesReport): Value[][] {
  const grouped = subtotals.flatMap((subtotal) => [
    ...rows.filter((row) => row.category === subtotal.category).map((row) => [row.sku, row.title, dollars(row.unitPriceCents), ...itemFigures(row)]),
    ['Subtotal', null, null, ...itemFigures(subtotal)],
  ]);
  return [...grouped, ['Total', null, null, ...itemFigures(totals)]];
}

function itemFigures(row: Omit<ItemSalesTotals, 'sent' | 'onHand'> & { sent: number | null; onHand: number | null }): Value[] {
  const money = [row.grossCents, row.discountCents, row.refundNetCents, row.netCents, row.taxCents, row.totalCents].map(dollars);
  return [row.quantitySold, row.quantityRefunded, row.netQuantity, ...money, row.sent, row.onHand];
}

const LAST_COPY_HEADERS = ['Price', 'Sent', 'Missing', 'Adjusted', 'Sold', 'On hand', 'State', 'Order', 'Cashier', 'Days on sale until then', 'Ship-to-school units ordered after', 'Warehouse available', 'Suggested restock'];

function lastCopyRows({ rows, totals }: LastCopyReport): Value[][] {
  return [
    ...rows.map((row) => [
      row.sku, row.title, dollars(row.priceCents), row.sent, row.missing, row.adjusted, row.sold, row.onHand, row.state === 'sold_out' ? 'Sold out' : 'Last copy', row.orderNumber, row.cashierName, row.daysOnSale,
      row.shipToSchoolUnitsAfter, row.warehouseAvailable, row.suggestedRestock,
    ]),
    [`${totals.titles} titles`, null, null, null, null, null, totals.sold, null, null, null, null, null, totals.shipToSchoolUnitsAfter, null, totals.suggestedRestock],
  ];
}

const RETURN_HEADERS = ['Price', 'Sent', 'Missing at delivery', 'Adjustments', 'Sold in person', 'Restocked', 'Expected return', 'Counted return', 'of which damaged', 'Variance', 'Variance value'];

function returnRows({ rows, totals }: FairReturnReport): Value[][] {
  const figures = (row: FairReturnRow | FairReturnTotals): Value[] => [
    row.sent, row.missing, row.adjusted, row.soldInPerson, row.restocked, row.expectedReturn, row.counted, row.damaged, row.variance, dollars(row.varianceValueCents),
  ];
  return [...rows.map((row) => [row.sku, row.title, dollars(row.priceCents), ...figures(row)]), ['Total', null, null, ...figures(totals)]];
}

function tableDifferences(sheet: Sheet, headers: readonly string[], expected: readonly Value[][]): string[] {
  const header = findHeader(sheet, headers.map((name) => ({ name, header: name, required: true })));
  if (header.missing.length > 0) return [`The sheet lacks ${header.missing.join(', ')}.`];
  const places = headers.map((name) => header.headers.find(({ column }) => column === name)?.index ?? -1);
  const rows = sheet.rows.filter((row) => row.number > header.number);
  const found = rows.map((row) => places.map((index) => valueOf(row.cells[index])));
  if (found.length !== expected.length) return [`The sheet has ${found.length} rows, the report ${expected.length}.`];
  return expected.flatMap((row, index) => row.flatMap((value, column) => (same(found[index]?.[column] ?? null, value) ? [] : [`Row ${rows[index]?.number}, ${headers[column]}: ${found[index]?.[column]} in the sheet, ${value} in the report.`])));
}

/** The summary is a list of figures: the total's column by label. */
function summaryDifferences({ totals }: SalesSummaryReport, sheet: Sheet): string[] {
  const found = new Map(sheet.rows.map((row) => [valueOf(row.cells[0]), valueOf(row.cells.at(-1))]));
  const expected: [string, Value][] = [
    ['Gross sales', dollars(totals.grossCents)], ['Discounts', dollars(totals.discountCents)], ['Refunds (net of tax)', dollars(totals.refundNetCents)], ['Net sales', dollars(totals.netCents)],
    ['Taxable net', dollars(totals.taxableNetCents)], ['Non-taxable items net', dollars(totals.nonTaxableNetCents)], ['Exempt net', dollars(totals.exemptNetCents)], ['Ship-to-school net', dollars(totals.shipToSchoolNetCents)],
    ['Tax collected', dollars(totals.taxCollectedCents)], ['Tax refunded', dollars(totals.taxRefundedCents)], ['Net tax', dollars(totals.netTaxCents)],
    ['Total', dollars(totals.totalCents)], ['Uncollected', dollars(totals.uncollectedCents)], ['Total collected', dollars(totals.totalCollectedCents)],
    ...Object.values(PAYMENT_METHODS).flatMap((name): [string, Value][] => [
      [`${name}, payments`, totals.tenders[name].count], [`${name}, sales`, dollars(totals.tenders[name].salesCents)], [`${name}, refunds`, dollars(totals.tenders[name].refundsCents)], [`${name}, net`, dollars(totals.tenders[name].netCents)],
    ]),
    ['Orders', totals.orders], ['Units sold', totals.unitsSold], ['Units refunded', totals.unitsRefunded], ['Ship-to-school units', totals.shipToSchoolUnits], ['Average order', dollars(totals.averageOrderCents)],
    ['eWallet, funded', dollars(totals.eWallet.fundedCents)], ['eWallet, spent', dollars(totals.eWallet.spentCents)], ['eWallet, outstanding balance', dollars(totals.eWallet.outstandingCents)],
    ...(totals.settlement ? ([['Eligible net', dollars(totals.settlement.eligibleNetCents)], ['Due from school', dollars(totals.settlement.dueFromSchoolCents)]] as [string, Value][]) : []),
    ...(totals.cashControl ? ([['Expected cash', dollars(totals.cashControl.expectedCashCents)], ['Expected checks', dollars(totals.cashControl.expectedChecksCents)]] as [string, Value][]) : []),
  ];
  return expected.flatMap(([label, value]) => (same(found.get(label) ?? null, value) ? [] : [`${label}: ${found.get(label)} in the sheet, ${value} in the report.`]));
}

function dollars(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

export function valueOf(cell: Cell = EMPTY): Value {
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'number':
      return cell.number;
    case 'date':
      return cell.day;
    case 'empty':
      return null;
    case 'boolean':
      return String(cell.boolean);
    case 'error':
      return cell.error;
  }
}

/** A text cell that is read where a number is due is a difference, even with the same digits. */
function same(found: Value, expected: Value): boolean {
  return typeof found === 'number' && typeof expected === 'number' ? Math.abs(found - expected) < 0.001 : found === expected;
}
