import { ORDER_LIST } from '@pos/contract/sales/orders.columns';
import type { OrderRow } from '@pos/contract/sales/orders';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { Fragment } from 'react';
import { shortSchool } from '#web/fairs/schools/short-school.ts';
import { Amount } from '#web/ui/values/amount.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { ZonedTime } from '#web/ui/values/zoned-time.tsx';
import { OrderNumber, shortNumber } from './order-number.tsx';
import { customerDetail, customerTitle, paidBy, toOrderStatus } from './order-words.ts';

const FAIR: Column<OrderRow> = {
  id: 'fair',
  ...described(ORDER_LIST.fairName),
  sort: 'fairName',
  rank: 6,
  wraps: 170,
  cell: ({ fairName, schoolName }) => (
    <span title={`${fairName}, ${schoolName}`}>{shortSchool(schoolName)}</span>
  ),
};

/** Columns of the orders list; amounts are as sold. */
export const ORDER_COLUMNS: readonly Column<OrderRow>[] = [
  {
    id: 'number',
    ...described(ORDER_LIST.orderNumber),
    room: 174,
    sort: 'orderNumber',
    cell: ({ orderNumber }) => <OrderNumber number={orderNumber} />,
  },
  {
    id: 'soldAt',
    ...described(ORDER_LIST.soldAt),
    sort: 'soldAt',
    rank: 8,
    zone: ({ timeZone }) => timeZone,
    cell: ({ soldAt, timeZone }) => <ZonedTime at={soldAt} zone={timeZone} />,
  },
  FAIR,
  {
    id: 'customer',
    ...described(ORDER_LIST.customerName),
    rank: 7,
    wraps: 190,
    cell: (order) => <Customer order={order} />,
  },
  {
    id: 'units',
    ...described(ORDER_LIST.units),
    sort: 'units',
    rank: 3,
    cell: ({ units }) => units,
  },
  {
    id: 'subtotal',
    ...described(ORDER_LIST.subtotalCents),
    sort: 'subtotalCents',
    rank: 4,
    cell: ({ subtotalCents }) => <Amount cents={subtotalCents} />,
  },
  {
    id: 'tax',
    ...described(ORDER_LIST.taxCents),
    sort: 'taxCents',
    rank: 2,
    cell: ({ taxCents }) => <Amount cents={taxCents} />,
  },
  {
    id: 'total',
    ...described(ORDER_LIST.totalCents),
    sort: 'totalCents',
    cell: ({ totalCents }) => <Amount cents={totalCents} strong />,
  },
  {
    id: 'status',
    ...described(ORDER_LIST.paymentStatus),
    room: 152,
    cell: (order) => <StatusPill status={toOrderStatus(order)} silent />,
  },
  {
    id: 'methods',
    ...described(ORDER_LIST.methods),
    rank: 5,
    wraps: 156,
    cell: ({ methods }) => <PaidBy methods={methods} />,
  },
  {
    id: 'device',
    ...described(ORDER_LIST.deviceId),
    rank: 1,
    cell: ({ deviceId }) => <span className="monospace muted">{deviceId}</span>,
  },
];

/** The same columns within one fair. */
export const FAIR_ORDER_COLUMNS: readonly Column<OrderRow>[] = ORDER_COLUMNS.filter(
  (column) => column !== FAIR,
);

const FAIR_ON_CARD: Column<OrderRow> = {
  id: 'fair',
  ...described(ORDER_LIST.fairName),
  card: 'detail',
  cell: ({ schoolName }) => shortSchool(schoolName),
};

/** Columns on an order's card on a phone, starting with total and status. */
export const ORDER_CARD: readonly Column<OrderRow>[] = [
  {
    id: 'customer',
    ...described(ORDER_LIST.customerName),
    card: 'title',
    cell: (order) =>
      order.customerName === null ? (
        customerTitle(order)
      ) : (
        <span data-private>{order.customerName}</span>
      ),
  },
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
    id: 'soldAt',
    ...described(ORDER_LIST.soldAt),
    card: 'detail',
    cell: ({ soldAt }) => <Ago at={soldAt} />,
  },
  FAIR_ON_CARD,
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

/** The same card within one fair. */
export const FAIR_ORDER_CARD: readonly Column<OrderRow>[] = ORDER_CARD.filter(
  (column) => column !== FAIR_ON_CARD,
);

/** Methods of an order; a line breaks between them, never within a name. */
function PaidBy({ methods }: Pick<OrderRow, 'methods'>) {
  return methods.map((method, at) => (
    <Fragment key={method}>
      {at > 0 && ' + '}
      <span className="no-wrap">{PAYMENT_METHODS[method]}</span>
    </Fragment>
  ));
}

function Customer({ order }: { order: OrderRow }) {
  const detail = customerDetail(order);
  return (
    <span className="two-lines">
      <span className={order.customerName === null ? 'muted' : undefined}>
        {order.customerName === null ? (
          customerTitle(order)
        ) : (
          <span data-private>{order.customerName}</span>
        )}
      </span>
      {detail && (
        <small>
          <span data-private>{detail}</span>
        </small>
      )}
    </span>
  );
}
