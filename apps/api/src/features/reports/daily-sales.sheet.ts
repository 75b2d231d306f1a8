import { CASH_LINES } from '@pos/contract/cash-lines';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { DailySalesReport, DailySalesTotals } from '@pos/contract/reports';
import type { WrittenRow, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import { ungrouped, type ReportBody, type ReportColumn, type ReportTable } from './report-table.ts';
import { makeClock } from './report-texts.ts';

const TENDERS = Object.values(PAYMENT_METHODS);
const MEANING = REPORT_DEFINITIONS.DAILY_SALES;
/** Name for actions without a register. */
const OFFICE = 'Office';
const money = (label: string, definition: string): ReportColumn => ({
  label,
  definition,
  kind: 'money',
});

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
    groups: ungrouped(
      rows.map((row) => [row.date, row.weekday, row.fairIdentifier, ...figures(row)]),
    ),
    totals: ['Total', null, null, ...figures(totals)],
  };
}

function figures(row: DailySalesTotals): WrittenValue[] {
  return [
    row.orders,
    row.units,
    row.grossCents,
    row.discountCents,
    row.refundNetCents,
    row.netCents,
    row.taxCents,
    row.totalCents,
    ...TENDERS.map((name) => row.tenders[name]),
    row.uncollectedCents,
    row.expectedCashDepositCents,
    row.countedCashCents,
    row.cashVarianceCents,
    row.expectedChecksCents,
    row.countedChecksCents,
    row.checkVarianceCents,
  ];
}

/** Labels and meanings of the float; counted cash is without it in every report. */
const FLOATS = [
  money('Float counted in', MEANING.floatInCents),
  money('Float counted out', MEANING.floatOutCents),
];
const CASH_COLUMNS: ReportColumn[] = [
  { label: 'Date', definition: MEANING.date, kind: 'date' },
  { label: 'Fair', definition: MEANING.fairName, kind: 'text', width: 20 },
  ...CASH_LINES.map(({ label }) => money(label, MEANING.cashLines)),
  money('Expected cash deposit', MEANING.expectedCashDepositCents),
  ...FLOATS,
];

/**
 * Expected cash of each day, line by line, and the float, in a separate table, since the report's
 * columns are fixed (domain 9.4). Payouts are negative, so that a row adds up. Undefined if the
 * report is limited to a method.
 */
export function expectedCashTable({ rows, totals }: DailySalesReport): ReportTable | undefined {
  if (totals.cashLines === null) return undefined;
  const figuresOf = (row: DailySalesTotals): WrittenValue[] => [
    ...CASH_LINES.map(({ name, sign }) => (row.cashLines ? sign * row.cashLines[name] : null)),
    row.expectedCashDepositCents,
    row.floatInCents,
    row.floatOutCents,
  ];
  return {
    name: 'Expected cash',
    columns: CASH_COLUMNS,
    groups: ungrouped(rows.map((row) => [row.date, row.fairIdentifier, ...figuresOf(row)])),
    totals: ['Total', null, ...figuresOf(totals)],
  };
}

const DEVICE_COLUMNS: ReportColumn[] = [
  { label: 'Date', definition: MEANING.date, kind: 'date' },
  { label: 'Fair', definition: MEANING.fairName, kind: 'text', width: 20 },
  { label: 'Register', definition: MEANING.deviceId, kind: 'text', width: 18 },
  { label: 'Cashier', definition: MEANING.cashierNames, kind: 'text', width: 30 },
  { label: 'First sale', definition: MEANING.firstSaleAt, kind: 'datetime' },
  { label: 'Last sale', definition: MEANING.lastSaleAt, kind: 'datetime' },
  { label: 'Orders', definition: MEANING.orders, kind: 'integer' },
  money('Net sales', MEANING.deviceNetCents),
  money('Expected cash', MEANING.deviceCashCents),
];

/** The days of each register; their totals are those of the report. */
export function dailyDevicesTable({ devices, totals, fairs }: DailySalesReport): ReportTable {
  const clock = makeClock(fairs);
  const rows = (devices ?? []).map((row): WrittenRow => [
    row.date,
    row.fairIdentifier,
    row.deviceId ?? OFFICE,
    row.cashierNames.join(', '),
    clock(row.fairIdentifier, row.firstSaleAt),
    clock(row.fairIdentifier, row.lastSaleAt),
    row.orders,
    row.netCents,
    row.expectedCashCents,
  ]);
  return {
    name: 'By register',
    columns: DEVICE_COLUMNS,
    groups: ungrouped(rows),
    totals: [
      'Total',
      null,
      null,
      null,
      null,
      null,
      totals.orders,
      totals.netCents,
      totals.expectedCashDepositCents,
    ],
  };
}
