import type {
  SalesOrderRow,
  SalesOrderSubtotal,
  SalesOrderTotals,
} from '@pos/contract/reports/sales-orders';
import type { SalesOrderReport } from '@pos/contract/reports/reports';
import type { Db } from '#api/db/db.ts';
import { type ReportScope, withSchoolNames } from '../report-scope.ts';
import { salesOrderLines, type SalesOrderLine } from './sales-orders.queries.ts';
import type { ReportCode } from '../report-code.ts';
import { soldLinesRow } from '../reports.queries.ts';
import { readSalesOrders } from './sales-order-lines.ts';
import { addUp, inTitleOrder, withNet } from './sales-order-sums.ts';
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
  const items = new Map<string, SalesOrderRow[]>();
  const lines = await salesOrderLines(db, scope, showsStudents);
  for (const line of withSchoolNames(scope, lines)) {
    const ofItem = items.get(line.item) ?? [];
    items.set(line.item, ofItem);
    ofItem.push(asRow(line));
  }
  const groups = [...items.values()].map((rows) => ({ rows, subtotal: getSubtotal(rows) }));
  groups.sort((one, other) => inTitleOrder(one.subtotal, other.subtotal));
  const rows = groups.flatMap((group) => group.rows);
  return {
    reportType: 'SALES_ORDER_PER_ITEM',
    showsStudents,
    rows,
    subtotals: groups.map(({ subtotal }) => subtotal),
    totals: getSum(rows),
  };
}

function asRow({ item: _, ...line }: SalesOrderLine): SalesOrderRow {
  return withNet(line);
}

function getSubtotal(rows: readonly SalesOrderRow[]): SalesOrderSubtotal {
  const { sku = null, title = '', category = '' } = rows[0] ?? {};
  return { sku, title, category, ...getSum(rows) };
}

function getSum(rows: readonly SalesOrderRow[]): SalesOrderTotals {
  return addUp(
    rows.map((row) => ({
      ...row,
      rows: 1,
      quantitySold: Math.max(0, row.quantity),
      quantityRefunded: Math.max(0, -row.quantity),
    })),
  );
}

/** Code of SALES_ORDER_PER_ITEM. */
export const salesOrdersCode: ReportCode<'SALES_ORDER_PER_ITEM'> = {
  compute: ({ db, scope, readsStudents }) => salesOrders(db, scope, readsStudents),
  countLines: (db, scope) => soldLinesRow(db, scope, false),
  readLines: readSalesOrders,
  printFirst: (report) => [layOutSalesOrders(report)],
};
