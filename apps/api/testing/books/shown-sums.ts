import { CASH_LINES } from '@pos/contract/reports/sales-summary/cash-lines';
import type { Report } from '@pos/contract/reports/reports';
import { summaryBlocks, tendersTable } from '@pos/contract/reports/sales-summary/summary-blocks';
import {
  type Figures,
  filledTables,
  type PlacedColumn,
  signed,
  totalAt,
  valueAt,
} from '@pos/contract/reports/tables';
import { formatCount } from '@pos/contract/values/counts';
import { METHOD_NAMES } from './report-figures.ts';

const TENDERS = [...METHOD_NAMES, 'Uncollected'];
/** A result and the figures that add up to it as they are shown, by their labels (domain 9.11). */
const SUMS: readonly (readonly [result: string, ...terms: string[]])[] = [
  ['Net sales', 'Gross', 'Discounts', 'Refunds'],
  ['Net sales', 'Gross', 'Discount', 'Refunds'],
  ['Net', 'Gross', 'Discount', 'Refunds'],
  ['Net sales', 'Gross sales', 'Discounts', 'Refunds (net of tax)'],
  ['Net tax', 'Tax collected', 'Tax refunded'],
  ['Total', 'Net sales', 'Net tax'],
  ['Total', 'Net sales', 'Tax'],
  ['Total', 'Net sales', 'Tax (net)'],
  ['Total', 'Net', 'Tax'],
  ['Total', 'Line net', 'Tax'],
  ['Total', ...TENDERS],
  ['Total collected', 'Total', 'Uncollected'],
  ['Net', 'Sales', 'Refunds'],
  ...METHOD_NAMES.map((name) => [`${name}, net`, `${name}, sales`, `${name}, refunds`] as const),
  ['Net qty', 'Qty sold', 'Qty refunded'],
  ['Expected cash deposit', ...CASH_LINES.map(({ label }) => label)],
  ['Expected cash', ...CASH_LINES.map(({ label }) => label)],
  [
    'eWallet, outstanding balance',
    ...['opening balance', 'funded', 'spent', 'refunded', 'paid out', 'adjusted'].map(
      (name) => `eWallet, ${name}`,
    ),
  ],
  [
    'AveDollar, closing balance',
    ...['opening balance', 'earned', 'spent', 'refunded', 'reversed', 'adjusted'].map(
      (name) => `AveDollar, ${name}`,
    ),
  ],
  ['Expected return', 'Sent', 'Missing at delivery', 'Adjustments', 'Sold in person', 'Restocked'],
  ['On hand', 'Sent', 'Missing', 'Adjusted', 'Sold', 'Oversold'],
];

/** Returns the rows of a report that do not add up by what its tables show, one line each. */
export function shownDifferences(report: Report): string[] {
  const isSummary = report.reportType === 'SALES_SUMMARY';
  const blocks = isSummary ? summaryBlocks(report, 'file') : [];
  return [
    ...filledTables(report).flatMap(({ table, columns, groups, totals }) => [
      ...groups
        .flatMap(({ rows, subtotal }) => [...rows, ...(subtotal ? [subtotal] : [])])
        .flatMap((row) => wrongSums(table.name, columns, (placed) => valueAt(row, placed.path))),
      ...(totals ? wrongSums(table.name, columns, (placed) => totalAt(totals, placed)) : []),
    ]),
    ...(isSummary
      ? [...report.rows, report.totals].flatMap((figures: Figures) =>
          wrongSums(
            'Blocks',
            blocks.flatMap(({ lines }) => lines),
            ({ path }) => valueAt(figures, path),
          ),
        )
      : []),
    ...(isSummary ? wrongTenders(report.totals) : []),
  ];
}

function wrongTenders(totals: Parameters<typeof tendersTable>[0]): string[] {
  const { columns, groups } = tendersTable(totals);
  return groups
    .flatMap(({ rows }) => rows.filter((row) => row['count'] !== undefined))
    .flatMap((row) => wrongSums('Tenders', columns, ({ path }) => valueAt(row, path)));
}

function wrongSums(
  at: string,
  columns: readonly PlacedColumn[],
  value: (placed: PlacedColumn) => unknown,
): string[] {
  const shown = new Map(
    columns.flatMap((placed): [string, number][] => {
      const figure = value(placed);
      return typeof figure === 'number'
        ? [[placed.column.label, signed(placed.column, figure)]]
        : [];
    }),
  );
  return SUMS.flatMap(([result, ...terms]) => {
    const stated = shown.get(result);
    const parts = terms.map((label) => shown.get(label));
    if (stated === undefined || parts.includes(undefined)) return [];
    const sum = parts.reduce<number>((all, part) => all + (part ?? 0), 0);
    return sum === stated
      ? []
      : [
          `${at}: ${terms.join(' + ')} are ${formatCount(sum)}, ${result} is ${formatCount(stated)}`,
        ];
  });
}
