import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { DailySalesReport, DailySalesRow, DailySalesTotals } from '@pos/contract/reports';
import { formatDay } from '#web/lib/time.ts';
import { countColumn, moneyColumn } from './figure-columns.tsx';
import { FigureTable, type FigureColumn } from './figure-table.tsx';
import { LazyChart } from './lazy-chart.tsx';
import { excludedText } from './report-words.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const MEANING = REPORT_DEFINITIONS.DAILY_SALES;
type DailyColumn = FigureColumn<DailySalesRow, DailySalesTotals>;
const money = moneyColumn<DailySalesTotals>;
const count = countColumn<DailySalesTotals>;

const FIGURES: readonly DailyColumn[] = [
  count('Orders', MEANING.orders, ({ orders }) => orders),
  count('Units', MEANING.units, ({ units }) => units),
  money('Gross', MEANING.grossCents, ({ grossCents }) => grossCents),
  money('Discounts', MEANING.discountCents, ({ discountCents }) => -discountCents),
  money('Refunds', MEANING.refundNetCents, ({ refundNetCents }) => -refundNetCents),
  money('Net sales', MEANING.netCents, ({ netCents }) => netCents, true),
  money('Tax', MEANING.taxCents, ({ taxCents }) => taxCents),
  money('Total', MEANING.totalCents, ({ totalCents }) => totalCents, true),
  ...Object.values(PAYMENT_METHODS).map((name): DailyColumn =>
    money(name, `Paid by ${name}, less refunds to it.`, ({ tenders }) => tenders[name]),
  ),
  money('Uncollected', MEANING.uncollectedCents, ({ uncollectedCents }) => uncollectedCents),
  money(
    'Expected cash',
    MEANING.expectedCashDepositCents,
    ({ expectedCashDepositCents }) => expectedCashDepositCents,
  ),
  money('Counted cash', MEANING.countedCashCents, ({ countedCashCents }) => countedCashCents),
  money(
    'Cash over or short',
    MEANING.cashVarianceCents,
    ({ cashVarianceCents }) => cashVarianceCents,
  ),
  money(
    'Expected checks',
    MEANING.expectedChecksCents,
    ({ expectedChecksCents }) => expectedChecksCents,
  ),
  money(
    'Counted checks',
    MEANING.countedChecksCents,
    ({ countedChecksCents }) => countedChecksCents,
  ),
  money(
    'Checks over or short',
    MEANING.checkVarianceCents,
    ({ checkVarianceCents }) => checkVarianceCents,
  ),
];
const DAY: DailyColumn = {
  header: 'Date',
  definition: MEANING.date,
  cell: ({ date }) => <span className="num">{formatDay(date)}</span>,
};
const WEEKDAY: DailyColumn = {
  header: 'Day',
  definition: MEANING.weekday,
  cell: ({ weekday }) => weekday.slice(0, 3),
};
const FAIR: DailyColumn = {
  header: 'Fair',
  definition: MEANING.fairName,
  cell: ({ fairName, fairIdentifier }) => <span title={fairIdentifier}>{fairName}</span>,
};

// Loaded only if requested.
const DailyDevices = lazyPart(async () => (await import('./daily-devices.tsx')).DailyDevices);

/** Figures by day; names the fair if there are several. */
export function DailySales({ report }: { report: DailySalesReport }) {
  const hasSeveral = new Set(report.rows.map(({ fairIdentifier }) => fairIdentifier)).size > 1;
  return (
    <>
      <LazyChart report={report} />
      <FigureTable
        caption="Daily sales"
        columns={[DAY, WEEKDAY, ...(hasSeveral ? [FAIR] : []), ...FIGURES]}
        rowKey={({ date, fairIdentifier }) => `${date} ${fairIdentifier}`}
        groups={[{ name: 'Days', rows: report.rows, subtotal: undefined }]}
        totals={report.totals}
      />
      {report.devices && (
        <DailyDevices report={report} devices={report.devices} hasSeveral={hasSeveral} />
      )}
      <p className="meta report-note">{excludedText(report)}</p>
    </>
  );
}
