import { ORDER_LIST } from '@pos/contract/columns/orders';
import type { OrderRow } from '@pos/contract/orders';
import { formatInstant, formatTime, today } from '@pos/contract/values/clock';
import { Amount } from '#web/ui/amount.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';
import { ZonedTime } from '#web/ui/zoned-time.tsx';
import { OrderNumber, shortNumber } from './order-number.tsx';
import {
  customerDetail,
  customerTitle,
  paidBy,
  shortSchool,
  toOrderStatus,
} from './order-words.ts';
import * as styles from './orders.module.css';

const FAIR: Column<OrderRow> = {
  id: 'fair',
  ...described(ORDER_LIST.fairName),
  sort: 'fairName',
  cell: ({ fairName, schoolName }) => (
    <span className={`ellipsis ${styles.schoolName}`} title={`${fairName}, ${schoolName}`}>
      {shortSchool(schoolName)}
    </span>
  ),
};

/** Columns of the orders list; amounts are as sold. */
export const ORDER_COLUMNS: readonly Column<OrderRow>[] = [
  {
    id: 'number',
    ...described(ORDER_LIST.orderNumber),
    sort: 'orderNumber',
    cell: ({ orderNumber }) => <OrderNumber number={orderNumber} />,
  },
  {
    id: 'soldAt',
    ...described(ORDER_LIST.soldAt),
    sort: 'soldAt',
    cell: ({ soldAt, timeZone }) => <ZonedTime at={soldAt} zone={timeZone} />,
  },
  FAIR,
  {
    id: 'customer',
    ...described(ORDER_LIST.customerName),
    cell: (order) => <Customer order={order} />,
  },
  { id: 'units', ...described(ORDER_LIST.units), sort: 'units', cell: ({ units }) => units },
  {
    id: 'subtotal',
    ...described(ORDER_LIST.subtotalCents),
    sort: 'subtotalCents',
    cell: ({ subtotalCents }) => <Amount cents={subtotalCents} />,
  },
  {
    id: 'tax',
    ...described(ORDER_LIST.taxCents),
    sort: 'taxCents',
    cell: ({ taxCents }) => <Amount cents={taxCents} />,
  },
  {
    id: 'total',
    ...described(ORDER_LIST.totalCents),
    sort: 'totalCents',
    cell: ({ totalCents }) => <Amount cents={totalCents} strong />,
  },
  { id: 'methods', ...described(ORDER_LIST.methods), cell: ({ methods }) => paidBy(methods) },
  {
    id: 'status',
    ...described(ORDER_LIST.paymentStatus),
    cell: (order) => <StatusPill status={toOrderStatus(order)} quiet />,
  },
  {
    id: 'device',
    ...described(ORDER_LIST.deviceId),
    cell: ({ deviceId }) => <span className="monospace muted">{deviceId}</span>,
  },
];

/** The same columns within one fair. */
export const FAIR_ORDER_COLUMNS: readonly Column<OrderRow>[] = ORDER_COLUMNS.filter(
  (column) => column !== FAIR,
);

/** Columns on an order's card on a phone, starting with total and status. */
export const ORDER_CARD: readonly Column<OrderRow>[] = [
  { id: 'customer', ...described(ORDER_LIST.customerName), card: 'title', cell: customerTitle },
  {
    id: 'total',
    ...described(ORDER_LIST.totalCents),
    card: 'value',
    cell: ({ totalCents }) => <Amount cents={totalCents} strong />,
  },
  {
    id: 'number',
    ...described(ORDER_LIST.orderNumber),
    card: 'detail',
    cell: ({ orderNumber }) => shortNumber(orderNumber),
  },
  {
    id: 'fair',
    ...described(ORDER_LIST.fairName),
    card: 'detail',
    cell: ({ schoolName }) => shortSchool(schoolName),
  },
  {
    id: 'soldAt',
    ...described(ORDER_LIST.soldAt),
    card: 'detail',
    cell: ({ soldAt, businessDay, timeZone }) => (
      <span className="no-wrap">
        {businessDay === today(timeZone)
          ? formatTime(soldAt, timeZone)
          : formatInstant(soldAt, timeZone)}
      </span>
    ),
  },
  {
    id: 'methods',
    ...described(ORDER_LIST.methods),
    card: 'aside',
    cell: ({ methods }) => paidBy(methods),
  },
  {
    id: 'status',
    ...described(ORDER_LIST.paymentStatus),
    card: 'status',
    cell: (order) => <StatusPill status={toOrderStatus(order)} quiet />,
  },
];

function Customer({ order }: { order: OrderRow }) {
  const detail = customerDetail(order);
  return (
    <span className={`two-lines ${styles.customer}`}>
      <span
        className={order.customerName === null ? 'muted' : 'ellipsis'}
        title={customerTitle(order)}
      >
        {customerTitle(order)}
      </span>
      {detail && (
        <small className="ellipsis" title={detail}>
          {detail}
        </small>
      )}
    </span>
  );
}
