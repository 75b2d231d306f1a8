import type { OrderRow } from '@pos/contract/orders';
import { formatInstant, formatTime, today } from '@pos/contract/values/clock';
import { Amount } from '#web/ui/amount.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import type { Column } from '#web/ui/table/description.ts';
import { ZonedTime } from '#web/ui/zoned-time.tsx';
import { OrderNumber, shortNumber } from './order-number.tsx';
import {
  customerDetail,
  customerTitle,
  paidBy,
  shortSchool,
  toOrderStatus,
} from './order-words.ts';
import './orders.css';

const FAIR: Column<OrderRow> = {
  id: 'fair',
  header: 'Fair',
  sort: 'fairName',
  cell: ({ fairName, schoolName }) => (
    <span className="ell school-name" title={`${fairName}, ${schoolName}`}>
      {shortSchool(schoolName)}
    </span>
  ),
};

/** Columns of the orders list; amounts are as sold. */
export const ORDER_COLUMNS: readonly Column<OrderRow>[] = [
  {
    id: 'number',
    header: 'Order #',
    sort: 'orderNumber',
    cell: ({ orderNumber }) => <OrderNumber number={orderNumber} />,
  },
  {
    id: 'soldAt',
    header: 'Date-time',
    sort: 'soldAt',
    cell: ({ soldAt, timeZone }) => <ZonedTime at={soldAt} zone={timeZone} />,
  },
  FAIR,
  { id: 'customer', header: 'Student / teacher', cell: (order) => <Customer order={order} /> },
  { id: 'units', header: 'Items', sort: 'units', align: 'right', cell: ({ units }) => units },
  {
    id: 'subtotal',
    header: 'Subtotal',
    sort: 'subtotalCents',
    align: 'right',
    cell: ({ subtotalCents }) => <Amount cents={subtotalCents} />,
  },
  {
    id: 'tax',
    header: 'Tax',
    sort: 'taxCents',
    align: 'right',
    cell: ({ taxCents }) => <Amount cents={taxCents} />,
  },
  {
    id: 'total',
    header: 'Total',
    sort: 'totalCents',
    align: 'right',
    cell: ({ totalCents }) => <Amount cents={totalCents} strong />,
  },
  { id: 'methods', header: 'Paid by', cell: ({ methods }) => paidBy(methods) },
  {
    id: 'status',
    header: 'Payment status',
    cell: (order) => <StatusPill status={toOrderStatus(order)} quiet />,
  },
  {
    id: 'device',
    header: 'Device',
    cell: ({ deviceId }) => <span className="mono t3">{deviceId}</span>,
  },
];

/** The same columns within one fair. */
export const FAIR_ORDER_COLUMNS: readonly Column<OrderRow>[] = ORDER_COLUMNS.filter(
  (column) => column !== FAIR,
);

/** Columns on an order's card on a phone, starting with total and status. */
export const ORDER_CARD: readonly Column<OrderRow>[] = [
  { id: 'customer', header: 'Student / teacher', card: 'title', cell: customerTitle },
  {
    id: 'total',
    header: 'Total',
    card: 'value',
    cell: ({ totalCents }) => <Amount cents={totalCents} strong />,
  },
  {
    id: 'number',
    header: 'Order #',
    card: 'detail',
    cell: ({ orderNumber }) => shortNumber(orderNumber),
  },
  { id: 'fair', header: 'Fair', card: 'detail', cell: ({ schoolName }) => shortSchool(schoolName) },
  {
    id: 'soldAt',
    header: 'Date-time',
    card: 'detail',
    cell: ({ soldAt, businessDay, timeZone }) => (
      <span className="nowrap">
        {businessDay === today(timeZone)
          ? formatTime(soldAt, timeZone)
          : formatInstant(soldAt, timeZone)}
      </span>
    ),
  },
  { id: 'methods', header: 'Paid by', card: 'aside', cell: ({ methods }) => paidBy(methods) },
  {
    id: 'status',
    header: 'Payment status',
    card: 'status',
    cell: (order) => <StatusPill status={toOrderStatus(order)} quiet />,
  },
];

function Customer({ order }: { order: OrderRow }) {
  const detail = customerDetail(order);
  return (
    <span className="two customer">
      <span className={order.customerName === null ? 't3' : 'ell'} title={customerTitle(order)}>
        {customerTitle(order)}
      </span>
      {detail && (
        <small className="ell" title={detail}>
          {detail}
        </small>
      )}
    </span>
  );
}
