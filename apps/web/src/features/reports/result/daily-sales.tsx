import { PAYMENT_METHODS } from '@pos/contract/payments';
import type { DailySalesReport, DailySalesRow, DailySalesTotals } from '@pos/contract/reports';
import { formatDay } from '#web/lib/time.ts';
import { countColumn, moneyColumn } from './figure-columns.tsx';
import { FigureTable, type FigureColumn } from './figure-table.tsx';
import { excludedText } from './report-words.ts';

type DailyColumn = FigureColumn<DailySalesRow, DailySalesTotals>;
const money = moneyColumn<DailySalesTotals>;
const count = countColumn<DailySalesTotals>;

const FIGURES: readonly DailyColumn[] = [
  count('Orders', 'Orders sold on the day.', ({ orders }) => orders),
  count('Units', 'Pieces sold, refunds not taken off.', ({ units }) => units),
  money('Gross', 'Unit price times quantity of everything sold.', ({ grossCents }) => grossCents),
  money('Discounts', 'Discounts given at the register.', ({ discountCents }) => -discountCents),
  money('Refunds', 'Refunds made on the day, without tax; the sale may be older.', ({ refundNetCents }) => -refundNetCents),
  money('Net sales', 'Gross less discounts and refunds.', ({ netCents }) => netCents, true),
  money('Tax', 'Tax collected less tax refunded.', ({ taxCents }) => taxCents),
  money('Total', 'Net sales plus tax. The six tenders and uncollected add up to it.', ({ totalCents }) => totalCents, true),
  ...Object.values(PAYMENT_METHODS).map((name): DailyColumn => money(name, `Paid by ${name}, less what was refunded to it.`, ({ tenders }) => tenders[name])),
  money('Uncollected', 'Sold but never paid: a returned check, a refused charge.', ({ uncollectedCents }) => uncollectedCents),
  money('Expected cash', 'Cash sales and cash top-ups less everything paid out in cash.', ({ expectedCashDepositCents }) => expectedCashDepositCents),
  money('Counted cash', 'Cash as counted in the evening; empty until it is counted.', ({ countedCashCents }) => countedCashCents),
  money('Cash over or short', 'Counted less expected cash.', ({ cashVarianceCents }) => cashVarianceCents),
  money('Expected checks', 'Checks taken, at face value: paper is not undone by a refund.', ({ expectedChecksCents }) => expectedChecksCents),
  money('Counted checks', 'Checks as counted in the evening; empty until they are counted.', ({ countedChecksCents }) => countedChecksCents),
  money('Checks over or short', 'Counted less expected checks.', ({ checkVarianceCents }) => checkVarianceCents),
];
const DAY: DailyColumn = { header: 'Date', definition: "A day of the fair's own time zone.", cell: ({ date }) => <span className="num">{formatDay(date)}</span> };
const WEEKDAY: DailyColumn = { header: 'Day', definition: 'The weekday.', cell: ({ weekday }) => weekday.slice(0, 3) };
const FAIR: DailyColumn = { header: 'Fair', definition: 'The fair that sold.', cell: ({ fairName, fairIdentifier }) => <span title={fairIdentifier}>{fairName}</span> };

/** What came in each day; the fair is named where there are several. */
export function DailySales({ report }: { report: DailySalesReport }) {
  const hasSeveral = new Set(report.rows.map(({ fairIdentifier }) => fairIdentifier)).size > 1;
  return (
    <>
      <FigureTable
        caption="Daily sales"
        columns={[DAY, WEEKDAY, ...(hasSeveral ? [FAIR] : []), ...FIGURES]}
        rowKey={({ date, fairIdentifier }) => `${date} ${fairIdentifier}`}
        groups={[{ name: 'Days', rows: report.rows, subtotal: undefined }]}
        totals={report.totals}
      />
      <p className="meta report-note">{excludedText(report)}</p>
    </>
  );
}
