import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import type { Expected, FairFile } from './fair-folder.ts';
import { type Figure, type FigureGroup, figuresWithin } from './figures.ts';
import type { Reported } from './reports.ts';

/**
 * Compares the expected figures of a fair's folder with reports and inventory, in groups. Omitted
 * figures make no group.
 */
export function expectedAgainst(
  expected: Expected,
  fair: FairFile,
  reported: Reported,
): FigureGroup[] {
  return [
    ...salesGroups(expected, reported),
    ...stockGroups(expected, reported),
    ...listGroups(expected, reported),
    { name: 'reports with each other', figures: amongThemselves(reported) },
    ...(fair.timeZone === undefined
      ? []
      : [
          {
            name: "the fair's time zone",
            figures: [
              {
                name: 'time zone',
                expected: fair.timeZone,
                actual: reported.summary.fairs[0]?.timeZone,
              },
            ],
          },
        ]),
  ];
}

function salesGroups(
  { salesSummary, dailySales, itemSales }: Expected,
  reported: Reported,
): FigureGroup[] {
  const groups: FigureGroup[] = [];
  if (salesSummary)
    groups.push({
      name: 'sales summary',
      figures: figuresWithin(salesSummary, reported.summary.totals),
    });
  const { shipToSchoolUnits } = salesSummary ?? {};
  if (typeof shipToSchoolUnits === 'number')
    groups.push({
      name: 'ship to school',
      figures: [
        { name: 'units', expected: shipToSchoolUnits, actual: reported.shipments.totals.units },
        {
          name: 'units of the lines',
          expected: shipToSchoolUnits,
          actual: reported.shipments.rows.reduce((sum, { quantity }) => sum + quantity, 0),
        },
      ],
    });
  if (dailySales) groups.push({ name: 'daily sales', figures: dailyFigures(dailySales, reported) });
  if (itemSales)
    groups.push(
      { name: 'item sales', figures: itemFigures(itemSales, reported.items.rows) },
      { name: 'sales order per item', figures: itemFigures(itemSales, reported.orders.subtotals) },
    );
  return groups;
}

/** Compares quantities of the inventory and of the return report. */
function stockGroups({ onHand, sent }: Expected, reported: Reported): FigureGroup[] {
  const groups: FigureGroup[] = [];
  if (onHand)
    groups.push(
      { name: 'on hand', figures: quantities(onHand, reported, 'expectedReturn') },
      {
        name: 'fair return report, expected',
        figures: returns(onHand, reported, 'expectedReturn'),
      },
    );
  if (sent)
    groups.push(
      { name: 'sent', figures: quantities(sent, reported, 'sentQty') },
      { name: 'fair return report, sent', figures: returns(sent, reported, 'sent') },
    );
  return groups;
}

/** Compares the lists of titles that are sold out or down to their last copies. */
function listGroups({ soldOut, lastCopy }: Expected, reported: Reported): FigureGroup[] {
  const groups: FigureGroup[] = [];
  if (soldOut)
    groups.push(
      { name: 'sold out', figures: sameList(soldOut, reported.soldOut) },
      {
        name: 'last copy report, sold out',
        figures: sameList(soldOut, skusOf(reported, 'sold_out')),
      },
    );
  if (lastCopy)
    groups.push(
      { name: 'last copies', figures: sameList(lastCopy, reported.lastCopy) },
      {
        name: 'last copy report, last copies',
        figures: sameList(lastCopy, skusOf(reported, 'last_copy')),
      },
    );
  return groups;
}

/** Compares one figure of each title in the return report; other titles must not occur. */
function returns(
  expected: Record<string, number>,
  { returns: { rows } }: Reported,
  key: 'sent' | 'expectedReturn',
): Figure[] {
  const found = new Map(rows.map((row) => [row.sku, row[key]]));
  return [
    ...Object.entries(expected).map(([sku, units]) => ({
      name: sku,
      expected: units,
      actual: found.get(sku),
    })),
    { name: 'titles', expected: Object.keys(expected).length, actual: rows.length },
  ];
}

const skusOf = ({ lastCopies }: Reported, state: 'sold_out' | 'last_copy') =>
  lastCopies.rows.filter((row) => row.state === state).map(({ sku }) => sku);

/** Compares every expected day; other days must have no sales. */
function dailyFigures(
  expected: Record<string, Record<string, number>>,
  { daily }: Reported,
): Figure[] {
  const others = daily.rows.filter(
    (row) => !(row.date in expected) && (row.orders !== 0 || row.totalCents !== 0),
  );
  return [
    ...Object.entries(expected).flatMap(([date, figures]) =>
      figuresWithin(figures, sumOf(daily.rows.filter((row) => row.date === date)), date),
    ),
    ...others.map((row) => ({
      name: `${row.date}, totalCents`,
      expected: 0,
      actual: row.totalCents,
    })),
  ];
}

/**
 * Compares every expected title (or "No barcode: ..."), summed over its prices; other titles must
 * not occur.
 */
function itemFigures(
  expected: Record<string, Record<string, number>>,
  rows: readonly (Reported['items']['rows'][number] | Reported['orders']['subtotals'][number])[],
): Figure[] {
  const keyOf = (row: (typeof rows)[number]) => row.sku ?? row.title;
  const others = rows.filter(
    (row) => !(keyOf(row) in expected) && (row.quantitySold !== 0 || row.totalCents !== 0),
  );
  return [
    ...Object.entries(expected).flatMap(([key, figures]) =>
      figuresWithin(figures, sumOf(rows.filter((row) => keyOf(row) === key)), key),
    ),
    ...others.map((row) => ({
      name: `${keyOf(row)}, quantitySold`,
      expected: 0,
      actual: row.quantitySold,
    })),
  ];
}

function quantities(
  expected: Record<string, number>,
  { lines }: Reported,
  what: 'expectedReturn' | 'sentQty',
): Figure[] {
  const bySku = new Map(lines.map((line) => [line.sku, line]));
  return [
    ...Object.entries(expected).map(([sku, quantity]) => ({
      name: sku,
      expected: quantity,
      actual: bySku.get(sku)?.[what],
    })),
    ...lines
      .filter(({ sku }) => !(sku in expected))
      .map((line) => ({ name: `${line.sku} (not expected)`, expected: 0, actual: line[what] })),
  ];
}

function sameList(expected: readonly string[], actual: readonly string[]): Figure[] {
  const found = new Set(actual);
  const wanted = new Set(expected);
  return [
    ...expected.map((sku) => ({
      name: sku,
      expected: 'listed',
      actual: found.has(sku) ? 'listed' : 'not listed',
    })),
    ...actual
      .filter((sku) => !wanted.has(sku))
      .map((sku) => ({ name: sku, expected: 'not listed', actual: 'listed' })),
  ];
}

/**
 * Compares the reports with each other (domain 9.9): net, tax and total are equal in all of them,
 * and tenders plus uncollected make up the total.
 */
function amongThemselves({ summary, daily, items, orders, shipments }: Reported): Figure[] {
  const { netCents, netTaxCents, totalCents, tenders, uncollectedCents } = summary.totals;
  const tendered = Object.values(PAYMENT_METHODS).reduce(
    (sum, name) => sum + tenders[name].netCents,
    0,
  );
  const days = sumOf(daily.rows);
  const titles = sumOf(items.rows);
  return [
    { name: 'daily sales, net', expected: netCents, actual: daily.totals.netCents },
    { name: 'daily sales, tax', expected: netTaxCents, actual: daily.totals.taxCents },
    { name: 'daily sales, total', expected: totalCents, actual: daily.totals.totalCents },
    { name: 'daily sales, sum of the days', expected: totalCents, actual: days['totalCents'] },
    { name: 'item sales, net', expected: netCents, actual: items.totals.netCents },
    { name: 'item sales, tax', expected: netTaxCents, actual: items.totals.taxCents },
    { name: 'item sales, total', expected: totalCents, actual: items.totals.totalCents },
    { name: 'item sales, sum of the titles', expected: totalCents, actual: titles['totalCents'] },
    { name: 'sales order per item, net', expected: netCents, actual: orders.totals.netCents },
    { name: 'sales order per item, tax', expected: netTaxCents, actual: orders.totals.taxCents },
    { name: 'sales order per item, total', expected: totalCents, actual: orders.totals.totalCents },
    {
      name: 'sales order per item, sum of the lines',
      expected: totalCents,
      actual: sumOf(orders.rows)['totalCents'],
    },
    {
      name: 'ship to school, net',
      expected: summary.totals.shipToSchoolNetCents,
      actual: shipments.totals.lineNetCents,
    },
    {
      name: 'ship to school, to pick',
      expected: shipments.totals.units,
      actual: shipments.pickListTotals.quantity,
    },
    { name: 'tenders and uncollected', expected: totalCents, actual: tendered + uncollectedCents },
  ];
}

/** Returns the sum of each numeric column. */
function sumOf(rows: readonly Record<string, unknown>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const row of rows) {
    for (const [name, value] of Object.entries(row))
      if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value;
  }
  return sums;
}
