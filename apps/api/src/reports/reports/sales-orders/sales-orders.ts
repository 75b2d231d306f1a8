import type { SalesOrderRow, SalesOrderSubtotal } from '@pos/contract/reports/sales-orders';
import type { SalesOrderReport } from '@pos/contract/reports/reports';
import type { Db } from '#api/db/db.ts';
import { type ReportScope, withSchoolNames } from '../report-scope.ts';
import { salesOrderLines, type SalesOrderLine } from './sales-orders.queries.ts';
import type { ReportCode } from '../report-code.ts';
import { soldLinesRow } from '../reports.queries.ts';
import { readSalesOrders } from './sales-order-lines.ts';
import { addUp, inTitleOrder, toRow, type Sums } from './sales-order-sums.ts';
import { layOutSalesOrders } from './sales-orders.layout.ts';

/**
 * Domain 9.7: the order lines behind ITEM_SALES, in the same title order and with the same totals.
 */
export async function salesOrders(
  db: Db,
  scope: ReportScope,
  showsStudents: boolean,
): Promise<
  Pick<SalesOrderReport, 'reportType' | 'showsStudents' | 'rows' | 'subtotals' | 'totals'>
> {
  const items = new Map<string, SalesOrderLine[]>();
  for (const line of await salesOrderLines(db, scope, showsStudents)) {
    const ofItem = items.get(line.item);
    if (ofItem) ofItem.push(line);
    else items.set(line.item, [line]);
  }
  const groups = [...items.values()].map(asGroup);
  groups.sort((one, other) => inTitleOrder(one.subtotal, other.subtotal));
  const subtotals = groups.map(({ subtotal }) => subtotal);
  return {
    reportType: 'SALES_ORDER_PER_ITEM',
    showsStudents,
    rows: withSchoolNames(
      scope,
      groups.flatMap(({ rows }) => rows),
    ),
    subtotals,
    totals: addUp(subtotals),
  };
}

/** Titles have the name they were last booked under in the range, as in ITEM_SALES. */
function asGroup(lines: readonly SalesOrderLine[]): {
  rows: SalesOrderRow[];
  subtotal: SalesOrderSubtotal;
} {
  const { sku, title, category } = lines.reduce((last, line) =>
    line.lineId > last.lineId ? line : last,
  );
  const names = { sku, title, category };
  const rows = lines.map((line) => toRow(line, names));
  return { rows, subtotal: { ...names, ...addUp(rows.map(asSums)) } };
}

function asSums(row: SalesOrderRow): Sums {
  const { grossCents, discountCents, refundNetCents, taxCents, quantity } = row;
  const quantitySold = Math.max(0, quantity);
  const quantityRefunded = Math.max(0, -quantity);
  const amounts = { grossCents, discountCents, refundNetCents, taxCents };
  return { rows: 1, quantitySold, quantityRefunded, ...amounts };
}

/** Code of SALES_ORDER_PER_ITEM. */
export const salesOrdersCode: ReportCode<'SALES_ORDER_PER_ITEM'> = {
  compute: ({ db, scope, readsStudents }) => salesOrders(db, scope, readsStudents),
  countLines: (db, scope) => soldLinesRow(db, scope, false),
  readLines: readSalesOrders,
  printFirst: (report) => [layOutSalesOrders(report)],
};
