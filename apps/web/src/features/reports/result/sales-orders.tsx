import type { SalesOrderRow, SalesOrderTotals } from '@pos/contract/line-reports';
import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { SalesOrderReport } from '@pos/contract/reports';
import { formatCents } from '#web/lib/money.ts';
import { formatInstant } from '#web/lib/time.ts';
import { Notice } from '#web/ui/notice.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { countColumn, moneyColumn, textColumn } from './figure-columns.tsx';
import { FigureTable, type FigureColumn, type FigureGroup } from './figure-table.tsx';
import { OrderLink } from './order-link.tsx';
import { excludedText, methodsText, NO_STUDENTS } from './report-words.ts';
import { hasSeveralFairs } from './stock-columns.tsx';

const MEANING = REPORT_DEFINITIONS.SALES_ORDER_PER_ITEM;
type Row = SalesOrderRow & { key: string };
type Column = FigureColumn<Row, SalesOrderTotals>;
type Amounts = Pick<
  SalesOrderRow,
  'grossCents' | 'discountCents' | 'refundNetCents' | 'netCents' | 'taxCents' | 'totalCents'
>;
const money = moneyColumn<Amounts>;
const text = textColumn<Row, SalesOrderTotals>;
const pieces = countColumn<{ quantity: number }>(
  'Qty',
  MEANING.quantity,
  ({ quantity }) => quantity,
);
const yesNo = (value: boolean) => (value ? 'Yes' : null);

function columnsOf({ fairs, rows, showsStudents }: SalesOrderReport): Column[] {
  const zones = new Map(fairs.map(({ identifier, timeZone }) => [identifier, timeZone]));
  return [
    {
      header: 'Order',
      definition: MEANING.orderNumber,
      cell: ({ orderId, orderNumber }) => <OrderLink id={orderId} number={orderNumber} />,
    },
    {
      header: 'Kind',
      definition: MEANING.kind,
      cell: ({ kind }) => (
        <StatusPill
          status={
            kind === 'sale' ? { label: 'Sale', meaning: 'ok' } : { label: 'Refund', meaning: 'off' }
          }
          quiet
        />
      ),
    },
    {
      header: 'Date-time',
      definition: MEANING.at,
      cell: ({ at, fairIdentifier }) => (
        <span className="num">{formatInstant(at, zones.get(fairIdentifier))}</span>
      ),
    },
    ...(hasSeveralFairs(rows) ? [text('Fair', MEANING.fairName, (row) => row.fairName)] : []),
    { ...pieces, total: ({ netQuantity }) => pieces.cell({ quantity: netQuantity }) },
    {
      header: 'Price',
      definition: MEANING.unitPriceCents,
      align: 'right',
      cell: ({ unitPriceCents }) => formatCents(unitPriceCents),
    },
    money('Gross', MEANING.grossCents, ({ grossCents }) => grossCents),
    money('Discount', MEANING.discountCents, ({ discountCents }) => -discountCents),
    money('Refunds', MEANING.refundNetCents, ({ refundNetCents }) => -refundNetCents),
    money('Net', MEANING.netCents, ({ netCents }) => netCents, true),
    money('Tax', MEANING.taxCents, ({ taxCents }) => taxCents),
    money('Total', MEANING.totalCents, ({ totalCents }) => totalCents, true),
    {
      header: 'Refunded so far',
      definition: MEANING.refundedSoFar,
      align: 'right',
      cell: ({ refundedSoFar }) => refundedSoFar || null,
    },
    text('Paid by', MEANING.methods, ({ methods }) => methodsText(methods)),
    ...(showsStudents ? [text('Customer', MEANING.customerName, (row) => row.customerName)] : []),
    text('Device', MEANING.deviceId, (row) => row.deviceId),
    text('Cashier', MEANING.cashierName, (row) => row.cashierName),
    text('Fulfillment', MEANING.fulfilment, ({ fulfilment }) =>
      fulfilment === 'in_person' ? 'In person' : 'Ship to school',
    ),
    text('Exempt', MEANING.taxExempt, ({ taxExempt }) => yesNo(taxExempt)),
    text('Last copy', MEANING.lastCopy, ({ lastCopy }) => yesNo(lastCopy)),
  ];
}

/** Order lines behind the item sales, by title. */
export function SalesOrders({ report }: { report: SalesOrderReport }) {
  return (
    <>
      {!report.showsStudents && (
        <div className="report-notices">
          <Notice kind="info">{NO_STUDENTS}</Notice>
        </div>
      )}
      <FigureTable
        caption="Sales order per item"
        columns={columnsOf(report)}
        rowKey={({ key }) => key}
        groups={byTitle(report)}
        totals={report.totals}
      />
      <p className="meta report-note">{excludedText(report)}</p>
    </>
  );
}

/** Groups rows, already sorted by title, with their subtotals. */
function byTitle({ rows, subtotals }: SalesOrderReport): FigureGroup<Row, SalesOrderTotals>[] {
  const keyed = rows.map((row, index) => ({ ...row, key: String(index) }));
  let place = 0;
  return subtotals.map((subtotal) => ({
    name: subtotal.sku ? `${subtotal.title} (${subtotal.sku})` : subtotal.title,
    rows: keyed.slice(place, (place += subtotal.rows)),
    subtotal,
  }));
}
