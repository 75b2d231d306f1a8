import type { Expected, FairFile } from './fair-folder.ts';
import {
  type Figure,
  type FigureGroup,
  type Figures,
  figuresWithin,
  rowsWithin,
} from './figures.ts';
import type { Reported } from './reports.ts';

/**
 * Compares the expected figures of a fair's folder with reports and inventory, in groups. Omitted
 * figures make no group.
 */
export function expectedAgainst(
  { salesSummary, dailySales, itemSales, onHand, sent, soldOut, lastCopy }: Expected,
  { timeZone }: FairFile,
  { summary, daily, items, orders, shipments, lastCopies, returns, ...stock }: Reported,
): FigureGroup[] {
  const groups: FigureGroup[] = [];
  const add = <Given>(
    name: string,
    given: Given | undefined,
    figures: (given: Given) => Figure[],
  ) => {
    if (given !== undefined) groups.push({ name, figures: figures(given) });
  };
  const toKey = ({ sku, title }: { sku: string | null; title: string }) => sku ?? title;
  const listed = (state: 'sold_out' | 'last_copy') =>
    lastCopies.rows.filter((row) => row.state === state).map(toKey);
  const shipped = salesSummary?.['shipToSchoolUnits'];
  add('sales summary', salesSummary, (given) => figuresWithin(given, summary.totals));
  add('ship to school', shipped, (units) => [
    ...figuresWithin({ units }, shipments.totals),
    ...rowsWithin({ lines: units }, shipments.rows, () => 'lines', 'quantity'),
  ]);
  add('daily sales', dailySales, (given) =>
    rowsWithin(given, daily.rows, ({ date }) => date, 'orders', 'totalCents'),
  );
  add('item sales', itemSales, (given) =>
    rowsWithin(given, items.rows, toKey, 'quantitySold', 'totalCents'),
  );
  add('sales order per item', itemSales, (given) =>
    rowsWithin(given, orders.subtotals, toKey, 'quantitySold', 'totalCents'),
  );
  add('on hand', onHand, (given) => rowsWithin(given, stock.lines, toKey, 'expectedReturn'));
  add('fair return report, expected', onHand, (given) =>
    rowsWithin(given, returns.rows, toKey, 'expectedReturn', 'sent'),
  );
  add('sent', sent, (given) => rowsWithin(given, stock.lines, toKey, 'sentQty'));
  add('fair return report, sent', sent, (given) => rowsWithin(given, returns.rows, toKey, 'sent'));
  add('sold out', soldOut, (given) => sameList(given, stock.soldOut));
  add('last copy report, sold out', soldOut, (given) => sameList(given, listed('sold_out')));
  add('last copies', lastCopy, (given) => sameList(given, stock.lastCopy));
  add('last copy report, last copies', lastCopy, (given) => sameList(given, listed('last_copy')));
  add("the fair's time zone", timeZone, (expected) => [
    { name: 'time zone', expected, actual: summary.fairs[0]?.timeZone },
  ]);
  return groups;
}

/** Compares two lists of SKUs in any order. */
function sameList(expected: readonly string[], actual: readonly string[]): Figure[] {
  const rows = actual.map((sku) => ({ sku, listed: 1 }));
  const wanted: Figures = Object.fromEntries(expected.map((sku) => [sku, 1]));
  return rowsWithin(wanted, rows, ({ sku }) => sku, 'listed');
}
