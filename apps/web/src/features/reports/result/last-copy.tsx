import { ordersApi } from '@pos/contract/orders';
import type { LastCopyReport, LastCopyRow, LastCopyTotals } from '@pos/contract/reports';
import { countOf, formatCents } from '#web/lib/money.ts';
import { pathTo } from '#web/lib/paths.ts';
import { Allowed } from '#web/lib/session.tsx';
import { formatInstant } from '#web/lib/time.ts';
import { Count } from '#web/ui/amount.tsx';
import { Link } from '#web/ui/link.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { FigureTable, type FigureColumn } from './figure-table.tsx';
import { FAIR_COLUMN, hasSeveralFairs, TITLE_COLUMN } from './stock-columns.tsx';

type Column = FigureColumn<LastCopyRow, LastCopyTotals>;
type Units = 'sent' | 'missing' | 'adjusted' | 'sold' | 'onHand' | 'daysOnSale' | 'shipToSchoolUnitsAfter' | 'warehouseAvailable' | 'suggestedRestock';

const units = (header: string, definition: string, key: Units): Column => ({
  header, definition, align: 'right',
  cell: (row) => <Units count={row[key]} />,
  total: (totals) => (key in totals ? <Count count={totals[key as keyof LastCopyTotals]} /> : null),
});

function columnsOf(zones: ReadonlyMap<string, string>, hasSeveral: boolean): Column[] {
  return [
    TITLE_COLUMN,
    ...(hasSeveral ? [FAIR_COLUMN] : []),
    { header: 'State', definition: 'Sold out: none is left. Last copy: as many are left as the settings call a last copy, or fewer.', cell: ({ state }) => <StatusPill status={state === 'sold_out' ? { label: 'Sold out', meaning: 'bad' } : { label: 'Last copy', meaning: 'warn' }} quiet /> },
    units('On hand', 'Pieces left at the end of the range: sent, less missing, adjusted, less sold.', 'onHand'),
    { header: 'Price', definition: "The fair's price.", align: 'right', cell: ({ priceCents }) => formatCents(priceCents) },
    units('Sent', 'Pieces sent to the fair.', 'sent'),
    units('Missing', 'Pieces in cartons that did not arrive.', 'missing'),
    units('Adjusted', 'Pieces added or removed by hand.', 'adjusted'),
    units('Sold', 'Pieces sold in person, less those that came back to the shelf.', 'sold'),
    {
      header: 'Last copy reached at', definition: 'The sale that brought the title to its last copies, by the clock of the fair.',
      cell: ({ reachedAt, fairIdentifier }) => (reachedAt ? <span className="num nowrap">{formatInstant(reachedAt, zones.get(fairIdentifier))}</span> : <Nothing />),
    },
    { header: 'Order', definition: 'The order of that sale.', cell: (row) => <Order row={row} /> },
    { header: 'Cashier', definition: 'Who worked the register.', cell: ({ cashierName }) => cashierName ?? <Nothing /> },
    units('Days on sale', 'Days of the fair until then.', 'daysOnSale'),
    units('Ship to school after', 'Pieces ordered ship-to-school since, less refunded.', 'shipToSchoolUnitsAfter'),
    units('In warehouse', 'Pieces free in the warehouse now, less what is promised.', 'warehouseAvailable'),
    units('Suggested restock', 'While the fair is live: what would sell until its end at the pace so far, less what is there.', 'suggestedRestock'),
  ];
}

/** What has run out and what is about to, sold out first. */
export function LastCopy({ report }: { report: LastCopyReport }) {
  const zones = new Map(report.fairs.map(({ identifier, timeZone }) => [identifier, timeZone]));
  const { soldOutTitles, lastCopyTitles } = report.totals;
  return (
    <>
      <p className="report-lead">
        {countOf(soldOutTitles, 'title is', 'titles are')} sold out, of {countOf(lastCopyTitles, 'more title', 'more titles')} at most {countOf(report.threshold, 'copy is', 'copies are')} left.
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

function Order({ row: { orderId, orderNumber } }: { row: LastCopyRow }) {
  if (!orderId || !orderNumber) return <Nothing />;
  const number = <span className="mono nowrap">{orderNumber}</span>;
  return (
    <Allowed to={ordersApi.getById} otherwise={number}>
      <Link to={pathTo('orders', {}, { order: orderId })}>{number}</Link>
    </Allowed>
  );
}

function Units({ count }: { count: number | null }) {
  return count === null ? <Nothing /> : <Count count={count} />;
}

function Nothing() {
  return <span className="t3">–</span>;
}
