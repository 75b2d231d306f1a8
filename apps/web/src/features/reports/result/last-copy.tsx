import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { LastCopyReport } from '@pos/contract/reports';
import type { LastCopyRow, LastCopyTotals } from '@pos/contract/stock-reports';
import { pluralize, formatCents } from '#web/lib/money.ts';
import { formatInstant } from '#web/lib/time.ts';
import { Count } from '#web/ui/amount.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { FigureTable, type FigureColumn } from './figure-table.tsx';
import { OrderLink } from './order-link.tsx';
import { FAIR_COLUMN, hasSeveralFairs, TITLE_COLUMN } from './stock-columns.tsx';

const MEANING = REPORT_DEFINITIONS.LAST_COPY;
type Column = FigureColumn<LastCopyRow, LastCopyTotals>;
type Units =
  | 'sent'
  | 'missing'
  | 'adjusted'
  | 'sold'
  | 'onHand'
  | 'daysOnSale'
  | 'shipToSchoolUnitsAfter'
  | 'warehouseAvailable'
  | 'suggestedRestock';

const units = (header: string, definition: string, key: Units): Column => ({
  header,
  definition,
  align: 'right',
  cell: (row) => <Units count={row[key]} />,
  total: (totals) => (key in totals ? <Count count={totals[key as keyof LastCopyTotals]} /> : null),
});

function columnsOf(zones: ReadonlyMap<string, string>, hasSeveral: boolean): Column[] {
  return [
    TITLE_COLUMN,
    ...(hasSeveral ? [FAIR_COLUMN] : []),
    {
      header: 'State',
      definition: MEANING.state,
      cell: ({ state }) => (
        <StatusPill
          status={
            state === 'sold_out'
              ? { label: 'Sold out', meaning: 'bad' }
              : { label: 'Last copy', meaning: 'warn' }
          }
          quiet
        />
      ),
    },
    units('On hand', MEANING.onHand, 'onHand'),
    {
      header: 'Price',
      definition: MEANING.priceCents,
      align: 'right',
      cell: ({ priceCents }) => formatCents(priceCents),
    },
    units('Sent', MEANING.sent, 'sent'),
    units('Missing', MEANING.missing, 'missing'),
    units('Adjusted', MEANING.adjusted, 'adjusted'),
    units('Sold', MEANING.sold, 'sold'),
    {
      header: 'Last copy reached at',
      definition: MEANING.reachedAt,
      cell: ({ reachedAt, fairIdentifier }) =>
        reachedAt ? (
          <span className="num nowrap">{formatInstant(reachedAt, zones.get(fairIdentifier))}</span>
        ) : (
          <Nothing />
        ),
    },
    {
      header: 'Order',
      definition: MEANING.orderNumber,
      cell: ({ orderId, orderNumber }) =>
        orderId && orderNumber ? <OrderLink id={orderId} number={orderNumber} /> : <Nothing />,
    },
    {
      header: 'Cashier',
      definition: MEANING.cashierName,
      cell: ({ cashierName }) => cashierName ?? <Nothing />,
    },
    units('Days on sale', MEANING.daysOnSale, 'daysOnSale'),
    units('Ship to school after', MEANING.shipToSchoolUnitsAfter, 'shipToSchoolUnitsAfter'),
    units('In warehouse', MEANING.warehouseAvailable, 'warehouseAvailable'),
    units('Suggested restock', MEANING.suggestedRestock, 'suggestedRestock'),
  ];
}

/** Titles sold out or about to sell out, sold out first. */
export function LastCopy({ report }: { report: LastCopyReport }) {
  const zones = new Map(report.fairs.map(({ identifier, timeZone }) => [identifier, timeZone]));
  const { soldOutTitles, lastCopyTitles } = report.totals;
  return (
    <>
      <p className="report-lead">
        {pluralize(soldOutTitles, 'title is', 'titles are')} sold out, of{' '}
        {pluralize(lastCopyTitles, 'more title', 'more titles')} at most{' '}
        {pluralize(report.threshold, 'copy is', 'copies are')} left.
      </p>
      <FigureTable
        caption="Last copies"
        columns={columnsOf(zones, hasSeveralFairs(report.rows))}
        rowKey={({ sku, fairIdentifier }) => `${fairIdentifier} ${sku}`}
        groups={[{ name: 'Titles', rows: report.rows, subtotal: undefined }]}
        totals={report.totals}
      />
    </>
  );
}

function Units({ count }: { count: number | null }) {
  return count === null ? <Nothing /> : <Count count={count} />;
}

function Nothing() {
  return <span className="t3">–</span>;
}
