import {
  PAID_STATE,
  SHIPPING_STATUS,
  type PaidState,
  type PickListRow,
  type PickListTotals,
  type ShippingStatus,
  type ShipToSchoolRow,
  type ShipToSchoolTotals,
} from '@pos/contract/line-reports';
import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { ShipToSchoolReport } from '@pos/contract/reports';
import { pluralize, formatCents, formatCount } from '#web/lib/money.ts';
import { formatDay, formatInstant } from '#web/lib/time.ts';
import { KeyNumbers } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { StatusPill, type StatusText } from '#web/ui/status-pill.tsx';
import { countColumn, moneyColumn, textColumn } from './figure-columns.tsx';
import { FigureTable, type FigureColumn } from './figure-table.tsx';
import { OrderLink } from './order-link.tsx';
import { excludedText, methodsText, NO_STUDENTS } from './report-words.ts';
import { hasSeveralFairs, titleColumn } from './stock-columns.tsx';

const MEANING = REPORT_DEFINITIONS.SHIP_TO_SCHOOL;
const STATUS: Record<ShippingStatus, StatusText> = {
  to_ship: { label: SHIPPING_STATUS.to_ship, meaning: 'waiting' },
  shipped: { label: SHIPPING_STATUS.shipped, meaning: 'info' },
  delivered: { label: SHIPPING_STATUS.delivered, meaning: 'ok' },
};
const PAID: Record<PaidState, StatusText> = {
  yes: { label: 'Paid', meaning: 'ok' },
  no: { label: 'Not collected', meaning: 'bad' },
  under_review: { label: PAID_STATE.under_review, meaning: 'waiting' },
};

type Column = FigureColumn<ShipToSchoolRow, ShipToSchoolTotals>;
const text = textColumn<ShipToSchoolRow, ShipToSchoolTotals>;
const amount = (
  header: string,
  definition: string,
  key: 'lineNetCents' | 'taxCents' | 'totalCents',
  strong = false,
): Column =>
  moneyColumn<ShipToSchoolTotals | ShipToSchoolRow>(
    header,
    definition,
    (figures) => figures[key],
    strong,
  );

function columnsOf({ fairs, rows, showsStudents }: ShipToSchoolReport): Column[] {
  const zones = new Map(fairs.map(({ identifier, timeZone }) => [identifier, timeZone]));
  return [
    {
      header: 'Order',
      definition: MEANING.orderNumber,
      cell: ({ orderId, orderNumber }) => <OrderLink id={orderId} number={orderNumber} />,
    },
    {
      header: 'Date',
      definition: MEANING.date,
      cell: ({ date }) => <span className="num">{formatDay(date)}</span>,
    },
    ...(showsStudents
      ? [
          text('For', MEANING.customerName, (row) => row.customerName),
          text('Grade', MEANING.grade, (row) => row.grade),
          text('Teacher', MEANING.teacher, (row) => row.teacher),
        ]
      : []),
    titleColumn(MEANING.title),
    ...(hasSeveralFairs(rows) ? [text('Fair', MEANING.fairName, (row) => row.fairName)] : []),
    {
      header: 'Qty',
      definition: MEANING.quantity,
      align: 'right',
      cell: ({ quantity }) => formatCount(quantity),
      total: ({ units }) => formatCount(units),
    },
    {
      header: 'Price',
      definition: MEANING.unitPriceCents,
      align: 'right',
      cell: ({ unitPriceCents }) => formatCents(unitPriceCents),
    },
    amount('Line net', MEANING.lineNetCents, 'lineNetCents'),
    amount('Tax', MEANING.taxCents, 'taxCents'),
    amount('Total', MEANING.totalCents, 'totalCents', true),
    text('Paid by', MEANING.methods, ({ methods }) => methodsText(methods)),
    {
      header: 'Paid',
      definition: MEANING.paid,
      cell: ({ paid }) => <StatusPill status={PAID[paid]} quiet />,
    },
    {
      header: 'Status',
      definition: MEANING.fulfilmentStatus,
      cell: ({ fulfilmentStatus }) => <StatusPill status={STATUS[fulfilmentStatus]} quiet />,
    },
    {
      header: 'Shipped on',
      definition: MEANING.shippedAt,
      cell: ({ shippedAt, fairIdentifier }) =>
        shippedAt && (
          <span className="num">{formatInstant(shippedAt, zones.get(fairIdentifier))}</span>
        ),
    },
    {
      header: 'In warehouse',
      definition: MEANING.warehouseAvailable,
      align: 'right',
      cell: ({ warehouseAvailable }) =>
        warehouseAvailable !== null && formatCount(warehouseAvailable),
    },
  ];
}

const count = countColumn<Pick<PickListRow, 'quantity' | 'shortage'>>;
const PICK_COLUMNS: FigureColumn<PickListRow, PickListTotals>[] = [
  titleColumn(MEANING.title),
  count('To pick', MEANING.pickQuantity, ({ quantity }) => quantity, true),
  {
    header: 'Available',
    definition: MEANING.pickAvailable,
    align: 'right',
    cell: ({ available }) => available !== null && formatCount(available),
  },
  count('Shortage', MEANING.pickShortage, ({ shortage }) => shortage),
];

/** Books still owed to students: order lines, and the pick list for the warehouse. */
export function ShipToSchool({ report }: { report: ShipToSchoolReport }) {
  const { rows, totals, pickList, pickListTotals, showsStudents } = report;
  return (
    <>
      <KeyNumbers
        bare
        numbers={[
          {
            label: 'Orders',
            value: formatCount(totals.orders),
            detail: pluralize(totals.lines, 'line', 'lines'),
          },
          {
            label: 'Pieces',
            value: formatCount(totals.units),
            detail: `${formatCount(pickListTotals.quantity)} still to ship`,
          },
          {
            label: 'Value',
            value: formatCents(totals.totalCents),
            detail: `${formatCents(totals.lineNetCents)} net, ${formatCents(totals.taxCents)} tax`,
          },
          {
            label: 'Short in the warehouse',
            value: formatCount(pickListTotals.shortage),
            detail: pickListTotals.shortage === 0 ? 'nothing is missing' : 'see the pick list',
          },
        ]}
      />
      {!showsStudents && (
        <div className="report-notices">
          <Notice kind="info">{NO_STUDENTS}</Notice>
        </div>
      )}
      <FigureTable
        caption="Ship to school"
        columns={columnsOf(report)}
        rowKey={({ orderId, sku, title, quantity, fulfilmentStatus, lineNetCents }) =>
          [orderId, sku ?? title, quantity, fulfilmentStatus, lineNetCents].join(' ')
        }
        groups={[{ name: 'Lines', rows, subtotal: undefined }]}
        totals={totals}
      />
      {pickList.length > 0 && (
        <>
          <h3 className="report-heading">Pick list</h3>
          <FigureTable
            caption="Pick list"
            columns={PICK_COLUMNS}
            rowKey={({ sku, title }) => sku ?? title}
            groups={[{ name: 'Titles', rows: pickList, subtotal: undefined }]}
            totals={pickListTotals}
          />
        </>
      )}
      <p className="meta report-note">{excludedText(report)}</p>
    </>
  );
}
