import { text } from '../columns.ts';
import {
  type SalesSummaryRow,
  type SalesSummaryTotals,
  SUMMARY_BLOCKS,
  TENDER_COLUMNS,
  type TenderFigures,
  TENDERS_HEADING,
} from './sales-summary.ts';
import { profitLabel, type Settlement } from './settlement.ts';
import { type FilledTable, listedColumns, type PlacedColumn, valueAt } from '../tables.ts';

/** Headings that differ in a report of all schools. */
const HEADINGS_OF_ALL: { [Name in SummaryBlock['name']]?: string } = {
  eWallet: "eWallets of the schools' students (memo, not sales)",
  aveDollar: 'AveDollars of the schools (memo)',
};

/** Block of SALES_SUMMARY: lines with a figure for each fair and for all. */
export type SummaryBlock = {
  name: (typeof SUMMARY_BLOCKS)[number]['name'];
  heading: string;
  lines: readonly PlacedColumn[];
};
/** `schools` is null in a report of one school. */
type Summary = {
  rows: readonly SalesSummaryRow[];
  schools: readonly unknown[] | null;
  totals: SalesSummaryTotals;
};

/**
 * Returns the blocks that the summary has, with their lines. A file lists nearly all lines, the
 * screen leaves out those that are 0 for every fair.
 */
export function summaryBlocks(summary: Summary, form: 'screen' | 'file'): SummaryBlock[] {
  const { totals, schools } = summary;
  return SUMMARY_BLOCKS.filter(
    ({ name }) => (name !== 'settlement' && name !== 'cashControl') || totals[name] !== null,
  ).map(({ name, heading, lines }) => ({
    name,
    heading: (schools !== null && HEADINGS_OF_ALL[name]) || heading,
    lines: listedColumns(lines)
      .filter((line) => isListed(line, summary, form))
      .map((line) => withProfitLabel(line, totals)),
  }));
}

function isListed(
  { path, column: { zero, isOnScreenOnly } }: PlacedColumn,
  { rows, totals }: Summary,
  form: 'screen' | 'file',
): boolean {
  if (form === 'file' && (isOnScreenOnly || zero !== 'hidden')) return !isOnScreenOnly;
  return zero === undefined || [...rows, totals].some((figures) => Boolean(valueAt(figures, path)));
}

const isTakenOff = ({ profitOption }: Settlement) =>
  profitOption === null || profitOption === 'cash';

function withProfitLabel(line: PlacedColumn, { settlement }: SalesSummaryTotals): PlacedColumn {
  return settlement && line.path.at(-1) === 'profitCents'
    ? {
        ...line,
        column: {
          ...line.column,
          label: profitLabel(settlement),
          // Only a profit in cash lowers the amount due (domain 8.8).
          ...(isTakenOff(settlement) && { sign: -1 }),
        },
      }
    : line;
}

/** Table of how the total was paid. Tenders and the uncollected amount add up to it. */
export function tendersTable({
  tenders,
  uncollectedCents,
  tenderDifferenceCents,
  totalCents,
}: SalesSummaryTotals): FilledTable {
  const columns = { method: text('Method', 'The payment method.'), ...TENDER_COLUMNS };
  const figures = Object.values(tenders);
  const sum = (name: keyof TenderFigures) => figures.reduce((all, one) => all + one[name], 0);
  return {
    table: { name: TENDERS_HEADING, rows: 'tenders', columns },
    columns: listedColumns(columns),
    groups: [
      {
        keys: [],
        rows: [
          ...Object.entries(tenders).map(([method, one]) => ({ method, ...one })),
          { method: 'Uncollected', netCents: uncollectedCents },
          { method: 'Difference to the total', netCents: tenderDifferenceCents },
        ],
      },
    ],
    totals: {
      count: sum('count'),
      salesCents: sum('salesCents'),
      refundsCents: sum('refundsCents'),
      netCents: totalCents,
      underReviewCents: sum('underReviewCents'),
    },
  };
}
