import { PAYMENT_METHODS } from '@pos/contract/payments';
import type { DailySalesReport, DailySalesTotals } from '@pos/contract/reports';
import type { WrittenColumn, WrittenSheet, WrittenValue } from '#api/spreadsheets/writing/written.ts';

const TENDERS = Object.values(PAYMENT_METHODS);
const money = (header: string): WrittenColumn => ({ header, kind: 'money' });

const COLUMNS: WrittenColumn[] = [
  { header: 'Date', kind: 'date' },
  { header: 'Weekday', kind: 'text', width: 12 },
  { header: 'Fair', kind: 'text', width: 20 },
  { header: 'Orders', kind: 'integer' },
  { header: 'Units', kind: 'integer' },
  ...['Gross', 'Discounts', 'Refunds', 'Net sales', 'Tax', 'Total', ...TENDERS, 'Uncollected', 'Expected cash deposit', 'Counted cash', 'Cash variance', 'Expected checks', 'Counted checks', 'Check variance'].map(money),
];

/** DAILY_SALES as a table: one row a day and fair, and the totals. */
export function dailySalesSheet({ rows, totals }: DailySalesReport): Pick<WrittenSheet, 'columns' | 'rows' | 'totals'> {
  return {
    columns: COLUMNS,
    rows: rows.map((row) => [row.date, row.weekday, row.fairIdentifier, ...figures(row)]),
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
