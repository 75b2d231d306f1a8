import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { SalesSummaryReport } from '@pos/contract/reports';
import type { SalesSummaryRow, SalesSummaryTotals } from '@pos/contract/sales-summary';
import type { WrittenValue } from '#api/spreadsheets/writing/written.ts';
import { ungrouped, type ReportColumn, type ReportTable } from './report-table.ts';

const TENDERS = Object.values(PAYMENT_METHODS);
const MEANING = REPORT_DEFINITIONS.SALES_SUMMARY;
const money = (label: string, definition: string): ReportColumn => ({
  label,
  definition,
  kind: 'money',
});

const COLUMNS: ReportColumn[] = [
  { label: 'School', definition: MEANING.schoolName, kind: 'text', width: 32 },
  { label: 'Fair ID', definition: MEANING.fairName, kind: 'text', width: 20 },
  { label: 'Fair name', definition: MEANING.fairName, kind: 'text', width: 32 },
  { label: 'Orders', definition: MEANING.orders, kind: 'integer' },
  { label: 'Units', definition: MEANING.unitsSold, kind: 'integer' },
  money('Gross', MEANING.grossCents),
  money('Discounts', MEANING.discountCents),
  money('Refunds', MEANING.refundNetCents),
  money('Net sales', MEANING.netCents),
  money('Net tax', MEANING.netTaxCents),
  money('Total', MEANING.totalCents),
  ...TENDERS.map((name) => money(name, MEANING.tenders)),
  money('Uncollected', MEANING.uncollectedCents),
  money('Eligible net', MEANING.eligibleNetCents),
  money('Profit', MEANING.profitCents),
  money('Due from school', MEANING.dueFromSchoolCents),
  money('Expected cash', MEANING.expectedCashCents),
  money('Counted cash', MEANING.countedCashCents),
  money('Cash variance', MEANING.cashVarianceCents),
  money('Expected checks', MEANING.expectedChecksCents),
  money('Counted checks', MEANING.countedChecksCents),
  money('Check variance', MEANING.checkVarianceCents),
];

/**
 * Table with a row per fair, for all schools, where a column per fair would mean thousands. The
 * totals are those of the summary.
 */
export function fairByFairTable({ rows, totals }: SalesSummaryReport): ReportTable {
  return {
    name: 'Fair by fair',
    columns: COLUMNS,
    groups: ungrouped(
      rows.map((row) => [row.schoolName ?? '', row.fairIdentifier, row.fairName, ...figures(row)]),
    ),
    totals: ['Total', null, null, ...figures(totals)],
  };
}

function figures(row: SalesSummaryRow | SalesSummaryTotals): WrittenValue[] {
  const { settlement, cashControl } = row;
  return [
    row.orders,
    row.unitsSold,
    row.grossCents,
    row.discountCents,
    row.refundNetCents,
    row.netCents,
    row.netTaxCents,
    row.totalCents,
    ...TENDERS.map((name) => row.tenders[name].netCents),
    row.uncollectedCents,
    ...SETTLED.map((name) => settlement?.[name] ?? null),
    ...COUNTED.map((name) => cashControl?.[name] ?? null),
  ];
}

/** Figures of the settlement and of the cash control, in the order of their columns. */
const SETTLED = ['eligibleNetCents', 'profitCents', 'dueFromSchoolCents'] as const;
const COUNTED = [
  'expectedCashCents',
  'countedCashCents',
  'cashVarianceCents',
  'expectedChecksCents',
  'countedChecksCents',
  'checkVarianceCents',
] as const;
