import { formatPpm } from '@pos/contract/rates';
import { CASH_LINES } from '@pos/contract/cash-lines';
import type { SalesSummaryReport } from '@pos/contract/reports';
import type { SalesSummaryRow, SalesSummaryTotals, Settlement } from '@pos/contract/sales-summary';
import type { ColumnKind, WrittenRow, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import type { ReportBody, ReportGroup } from './report-table.ts';
import { isOfAllSchools } from './report-texts.ts';
import { perTender } from './sales-figures.ts';

/** Content of a column: a fair, or all of them with the memos. */
type Column = SalesSummaryRow | SalesSummaryTotals;
type Line =
  | {
      label: string;
      valueOf: (column: Column) => number | string | null;
      kind?: ColumnKind;
      bold?: true;
    }
  | { heading: string };

/** Heading of the tenders, which are arranged differently on paper. */
export const TENDERS_HEADING = 'Tenders';

/**
 * SALES_SUMMARY as a table of figures: one column per fair if a school has several, and the total.
 */
export function salesSummaryTable(report: SalesSummaryReport): ReportBody {
  const { rows, totals } = report;
  const fairs = rows.length > 1 && !isOfAllSchools(report) ? rows : [];
  const columns: Column[] = [...fairs, totals];
  return {
    columns: [
      {
        label: 'Figure',
        definition: 'The figure. Deductions are shown as positive amounts.',
        kind: 'text',
        width: 44,
      },
      ...fairs.map((fair) => ({
        label: fair.fairIdentifier,
        definition: fair.fairName,
        kind: 'money' as const,
        width: 18,
      })),
      {
        label: 'Total',
        definition: "All fairs together, and the school's own figures.",
        kind: 'money',
        width: 18,
      },
    ],
    groups: groupsOf(linesOf(totals), columns),
    totals: null,
  };
}

function groupsOf(lines: readonly Line[], columns: readonly Column[]): ReportGroup[] {
  const groups: { name: string; rows: WrittenRow[]; subtotal: null }[] = [];
  for (const line of lines) {
    if ('heading' in line) groups.push({ name: line.heading, rows: [], subtotal: null });
    else groups.at(-1)?.rows.push(writtenRow(line, columns));
  }
  return groups;
}

function writtenRow(
  line: Exclude<Line, { heading: string }>,
  columns: readonly Column[],
): WrittenRow {
  const values = columns.map((column): WrittenValue => ({
    kind: line.kind ?? 'money',
    value: line.valueOf(column),
  }));
  return { cells: [line.label, ...values], bold: line.bold ?? false };
}

const memoOf = (column: Column): SalesSummaryTotals | undefined =>
  'eWallet' in column ? column : undefined;

function linesOf({ exemptNetByReason, settlement }: SalesSummaryTotals): Line[] {
  const reasons = {
    school_purchase: 'school purchase',
    organization: 'organization',
    other: 'other',
    not_given: 'no reason given',
  } as const;
  return [
    { heading: 'Sales' },
    { label: 'Gross sales', valueOf: (column) => column.grossCents },
    { label: 'Discounts', valueOf: (column) => column.discountCents },
    { label: 'Refunds (net of tax)', valueOf: (column) => column.refundNetCents },
    { label: 'Net sales', valueOf: (column) => column.netCents, bold: true },
    { label: 'Taxable net', valueOf: (column) => column.taxableNetCents },
    { label: 'Non-taxable items net', valueOf: (column) => column.nonTaxableNetCents },
    { label: 'Exempt net', valueOf: (column) => column.exemptNetCents },
    ...(Object.keys(reasons) as (keyof typeof reasons)[])
      .filter((reason) => exemptNetByReason[reason] !== 0)
      .map((reason): Line => ({
        label: `Exempt net, ${reasons[reason]}`,
        valueOf: (column) => column.exemptNetByReason[reason],
      })),
    { label: 'Ship-to-school net', valueOf: (column) => column.shipToSchoolNetCents },
    { heading: 'Tax' },
    { label: 'Tax collected', valueOf: (column) => column.taxCollectedCents },
    { label: 'Tax refunded', valueOf: (column) => column.taxRefundedCents },
    { label: 'Net tax', valueOf: (column) => column.netTaxCents, bold: true },
    {
      label: 'Rates used',
      valueOf: (column) => column.taxRatesPpm.map(formatPpm).join(', '),
      kind: 'text',
    },
    { heading: 'Total' },
    { label: 'Total', valueOf: (column) => column.totalCents, bold: true },
    { label: 'Uncollected', valueOf: (column) => column.uncollectedCents },
    { label: 'Total collected', valueOf: (column) => column.totalCollectedCents },
    ...tenderLines(),
    { heading: 'Counts' },
    { label: 'Orders', valueOf: (column) => column.orders, kind: 'integer' },
    { label: 'Units sold', valueOf: (column) => column.unitsSold, kind: 'integer' },
    { label: 'Units refunded', valueOf: (column) => column.unitsRefunded, kind: 'integer' },
    {
      label: 'Ship-to-school units',
      valueOf: (column) => column.shipToSchoolUnits,
      kind: 'integer',
    },
    { label: 'Average order', valueOf: (column) => column.averageOrderCents },
    ...(['student', 'parent', 'teacher', 'school', 'other'] as const).map((type): Line => ({
      label: `Orders, customer: ${type}`,
      valueOf: (column) => column.ordersByCustomerType[type],
      kind: 'integer',
    })),
    ...memoLines(),
    ...(settlement === null ? [] : wholeFairLines(profitLabel(settlement))),
  ];
}

function tenderLines(): Line[] {
  const lines = perTender((name): Line[] => [
    {
      label: `${name}, payments`,
      valueOf: (column) => column.tenders[name].count,
      kind: 'integer',
    },
    { label: `${name}, sales`, valueOf: (column) => column.tenders[name].salesCents },
    { label: `${name}, refunds`, valueOf: (column) => column.tenders[name].refundsCents },
    { label: `${name}, net`, valueOf: (column) => column.tenders[name].netCents, bold: true },
    {
      label: `${name}, of which under review`,
      valueOf: (column) => column.tenders[name].underReviewCents,
    },
  ]);
  return [
    { heading: TENDERS_HEADING },
    ...Object.values(lines).flat(),
    {
      label: 'Difference of tenders and uncollected to the total',
      valueOf: (column) => column.tenderDifferenceCents,
    },
  ];
}

/** Memos belong to the school, so they appear only in the total column. */
function memoLines(): Line[] {
  return [
    { heading: "eWallet of the school's students (memo, not sales)" },
    {
      label: 'eWallet, opening balance',
      valueOf: (column) => memoOf(column)?.eWallet.openingCents ?? null,
    },
    { label: 'eWallet, funded', valueOf: (column) => memoOf(column)?.eWallet.fundedCents ?? null },
    { label: 'eWallet, spent', valueOf: (column) => memoOf(column)?.eWallet.spentCents ?? null },
    {
      label: 'eWallet, refunded',
      valueOf: (column) => memoOf(column)?.eWallet.refundedCents ?? null,
    },
    {
      label: 'eWallet, paid out',
      valueOf: (column) => memoOf(column)?.eWallet.paidOutCents ?? null,
    },
    {
      label: 'eWallet, adjusted',
      valueOf: (column) => memoOf(column)?.eWallet.adjustedCents ?? null,
    },
    {
      label: 'eWallet, outstanding balance',
      valueOf: (column) => memoOf(column)?.eWallet.outstandingCents ?? null,
      bold: true,
    },
    { heading: 'AveDollars of the school (memo)' },
    {
      label: 'AveDollar, opening balance',
      valueOf: (column) => memoOf(column)?.aveDollar.openingCents ?? null,
    },
    {
      label: 'AveDollar, earned',
      valueOf: (column) => memoOf(column)?.aveDollar.earnedCents ?? null,
    },
    {
      label: 'AveDollar, spent',
      valueOf: (column) => memoOf(column)?.aveDollar.spentCents ?? null,
    },
    {
      label: 'AveDollar, refunded',
      valueOf: (column) => memoOf(column)?.aveDollar.refundedCents ?? null,
    },
    {
      label: 'AveDollar, reversed',
      valueOf: (column) => memoOf(column)?.aveDollar.reversedCents ?? null,
    },
    {
      label: 'AveDollar, adjusted',
      valueOf: (column) => memoOf(column)?.aveDollar.adjustedCents ?? null,
    },
    {
      label: 'AveDollar, closing balance',
      valueOf: (column) => memoOf(column)?.aveDollar.closingCents ?? null,
      bold: true,
    },
  ];
}

function profitLabel({ profitOption, profitRatePpm }: Settlement): string {
  switch (profitOption) {
    case null:
      return `Profit, cash option ${formatPpm(profitRatePpm)} (not chosen yet)`;
    case 'cash':
      return `Profit, cash option ${formatPpm(profitRatePpm)}`;
    case 'ave_dollar':
      return `Profit, AveDollars earned ${formatPpm(profitRatePpm)}`;
    case 'mixed':
      return 'Profit, each fair by its own option';
  }
}

function wholeFairLines(profit: string): Line[] {
  return [
    { heading: 'Settlement' },
    {
      label: 'Held by school: Cash, Check, Facts, top-ups',
      valueOf: (column) => column.settlement?.heldBySchoolCents ?? null,
    },
    {
      label: 'of which eWallet top-ups held',
      valueOf: (column) => column.settlement?.topUpsHeldCents ?? null,
    },
    {
      label: 'Company received: Credit Card, EWallet',
      valueOf: (column) => column.settlement?.companyReceivedCents ?? null,
    },
    {
      label: 'School credit: AveDollar',
      valueOf: (column) => column.settlement?.schoolCreditCents ?? null,
    },
    { label: 'Eligible net', valueOf: (column) => column.settlement?.eligibleNetCents ?? null },
    { label: profit, valueOf: (column) => column.settlement?.profitCents ?? null },
    {
      label: 'Due from school',
      valueOf: (column) => column.settlement?.dueFromSchoolCents ?? null,
      bold: true,
    },
    { heading: 'Cash control' },
    ...CASH_LINES.map(({ name, label, sign }): Line => ({
      label,
      valueOf: ({ cashControl }) =>
        cashControl?.cashLines ? sign * cashControl.cashLines[name] : null,
    })),
    { label: 'Expected cash', valueOf: (column) => column.cashControl?.expectedCashCents ?? null },
    { label: 'Float counted in', valueOf: (column) => column.cashControl?.floatInCents ?? null },
    { label: 'Float counted out', valueOf: (column) => column.cashControl?.floatOutCents ?? null },
    { label: 'Counted cash', valueOf: (column) => column.cashControl?.countedCashCents ?? null },
    { label: 'Cash variance', valueOf: (column) => column.cashControl?.cashVarianceCents ?? null },
    {
      label: 'Expected checks',
      valueOf: (column) => column.cashControl?.expectedChecksCents ?? null,
    },
    {
      label: 'Counted checks',
      valueOf: (column) => column.cashControl?.countedChecksCents ?? null,
    },
    {
      label: 'Check variance',
      valueOf: (column) => column.cashControl?.checkVarianceCents ?? null,
    },
    {
      label: 'Surplus of overpaid orders',
      valueOf: (column) => column.cashControl?.overpaidCents ?? null,
    },
  ];
}
