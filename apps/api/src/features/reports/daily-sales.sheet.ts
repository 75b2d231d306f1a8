import { PAYMENT_METHODS } from '@pos/contract/payments';
import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { DailySalesReport, DailySalesTotals } from '@pos/contract/reports';
import type { WrittenValue } from '#api/spreadsheets/writing/written.ts';
import { ungrouped, type ReportBody, type ReportColumn } from './report-table.ts';

const TENDERS = Object.values(PAYMENT_METHODS);
const MEANING = REPORT_DEFINITIONS.DAILY_SALES;
const money = (label: string, definition: string): ReportColumn => ({ label, definition, kind: 'money' });

const COLUMNS: ReportColumn[] = [
  { label: 'Date', definition: MEANING.date, kind: 'date' },
  { label: 'Weekday', definition: MEANING.weekday, kind: 'text', width: 12 },
  { label: 'Fair', definition: MEANING.fairName, kind: 'text', width: 20 },
  { label: 'Orders', definition: MEANING.orders, kind: 'integer' },
  { label: 'Units', definition: MEANING.units, kind: 'integer' },
  money('Gross', MEANING.grossCents),
  money('Discounts', MEANING.discountCents),
  money('Refunds', MEANING.refundNetCents),
  money('Net sales', MEANING.netCents),
  money('Tax', MEANING.taxCents),
  money('Total', MEANING.totalCents),
  ...TENDERS.map((name) => money(name, MEANING.tenders)),
  money('Uncollected', MEANING.uncollectedCents),
  money('Expected cash deposit', MEANING.expectedCashDepositCents),
  money('Counted cash', MEANING.countedCashCents),
  money('Cash variance', MEANING.cashVarianceCents),
  money('Expected checks', MEANING.expectedChecksCents),
  money('Counted checks', MEANING.countedChecksCents),
  money('Check variance', MEANING.checkVarianceCents),
];

/** DAILY_SALES as a table: one row a day and fair, and the totals. */
export function dailySalesTable({ rows, totals }: DailySalesReport): ReportBody {
  return {
    columns: COLUMNS,
    groups: ungrouped(rows.map((row) => [row.date, row.weekday, row.fairIdentifier, ...figures(row)])),
    totals: ['Total', null, null, ...figures(totals)],
  };
}

function figures(row: DailySalesTotals): WrittenValue[] {
  return [
    row.orders, row.units, row.grossCents, row.discountCents, row.refundNetCents, row.netCents, row.taxCents, row.totalCents,
    ...TENDERS.map((name) => row.tenders[name]),
    row.uncollectedCents,
    row.expectedCashDepositCents, row.countedCashCents, row.cashVarianceCents, row.expectedChecksCents, row.countedChecksCents, row.checkVarianceCents,
  ];
}
