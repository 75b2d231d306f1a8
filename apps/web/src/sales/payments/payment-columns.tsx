import { PAYMENT_LIST } from '@pos/contract/sales/payments.columns';
import { CUSTOMER_TYPES } from '@pos/contract/sales/order-states';
import type { PaymentRow } from '@pos/contract/sales/payments';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { PURPOSES } from '@pos/contract/sales/payment-states';
import { formatCents } from '@pos/contract/values/money';
import { shortSchool } from '#web/fairs/schools/short-school.ts';
import { Amount } from '#web/ui/values/amount.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { ZonedTime } from '#web/ui/values/zoned-time.tsx';
import { paymentReference, paymentStatusLabel } from './payment-words.ts';
import * as styles from './payments.module.css';

const FAIR: Column<PaymentRow> = {
  id: 'fair',
  ...described(PAYMENT_LIST.fairName),
  sort: 'fairName',
  rank: 2,
  wraps: 220,
  cell: ({ fairName, schoolName }) =>
    fairName ? (
      <span title={`${fairName}, ${schoolName}`}>{shortSchool(schoolName)}</span>
    ) : (
      <span className="two-lines">
        <span className="muted">Paid elsewhere</span>
        <small>{shortSchool(schoolName)}</small>
      </span>
    ),
};

/** Columns of the payments list, starting with the amount. */
export const PAYMENT_COLUMNS: readonly Column<PaymentRow>[] = [
  {
    id: 'amount',
    ...described(PAYMENT_LIST.amountCents),
    sort: 'amountCents',
    cell: ({ amountCents }) => <Amount cents={amountCents} strong />,
  },
  {
    id: 'status',
    ...described(PAYMENT_LIST.status),
    room: 134,
    sort: 'status',
    atLeast: 15,
    cell: (payment) => (
      <span className="two-lines">
        <span>
          <StatusPill status={paymentStatusLabel(payment)} silent />
        </span>
        {payment.refundedCents > 0 && payment.status !== 'refunded' && (
          <small className="numeric">{formatCents(-payment.refundedCents)} refunded</small>
        )}
      </span>
    ),
  },
  {
    id: 'method',
    ...described(PAYMENT_LIST.method),
    sort: 'method',
    rank: 6,
    wraps: 235,
    cell: (payment) => (
      <span className="two-lines">
        <span>{PAYMENT_METHODS[payment.method]}</span>
        {paymentReference(payment) && (
          <small className="numeric">{paymentReference(payment)}</small>
        )}
      </span>
    ),
  },
  {
    id: 'order',
    ...described(PAYMENT_LIST.orderNumber),
    room: 174,
    sort: 'orderNumber',
    rank: 4,
    cell: ({ orderNumber, purpose }) =>
      orderNumber ? (
        <span className={`monospace ${styles.paymentOrder}`}>{orderNumber}</span>
      ) : (
        <span className="subdued">{PURPOSES[purpose]}</span>
      ),
  },
  {
    id: 'customer',
    ...described(PAYMENT_LIST.customerName),
    rank: 3,
    wraps: 170,
    cell: ({ customerName, customerType }) =>
      customerName ? (
        <span data-private>{customerName}</span>
      ) : (
        <span className="subdued">{customerType ? CUSTOMER_TYPES[customerType] : '–'}</span>
      ),
  },
  FAIR,
  {
    id: 'paidAt',
    ...described(PAYMENT_LIST.paidAt),
    sort: 'paidAt',
    rank: 5,
    zone: ({ timeZone }) => timeZone,
    cell: ({ paidAt, timeZone }) => <ZonedTime at={paidAt} zone={timeZone} />,
  },
  {
    id: 'device',
    ...described(PAYMENT_LIST.deviceId),
    rank: 1,
    cell: ({ deviceId }) => <span className="monospace muted">{deviceId ?? '–'}</span>,
  },
];

/** The same columns within one fair. */
export const FAIR_PAYMENT_COLUMNS: readonly Column<PaymentRow>[] = PAYMENT_COLUMNS.filter(
  (column) => column !== FAIR,
);

/** Columns on a payment's card on a phone, starting with amount and status. */
export const PAYMENT_CARD: readonly Column<PaymentRow>[] = [
  {
    id: 'method',
    ...described(PAYMENT_LIST.method),
    card: 'title',
    cell: ({ method, purpose }) =>
      purpose === 'sale'
        ? PAYMENT_METHODS[method]
        : `${PAYMENT_METHODS[method]}, ${PURPOSES[purpose]}`,
  },
  {
    id: 'amount',
    ...described(PAYMENT_LIST.amountCents),
    card: 'value',
    cell: ({ amountCents }) => <Amount cents={amountCents} strong />,
  },
  {
    id: 'order',
    ...described(PAYMENT_LIST.orderNumber),
    card: 'detail',
    cell: ({ orderNumber, customerName }) => (
      <>
        {orderNumber?.split('-').at(-1)}
        {orderNumber && customerName && ' · '}
        <span data-private>{customerName}</span>
      </>
    ),
  },
  {
    id: 'paidAt',
    ...described(PAYMENT_LIST.paidAt),
    card: 'aside',
    cell: ({ paidAt }) => <Ago at={paidAt} />,
  },
  {
    id: 'status',
    ...described(PAYMENT_LIST.status),
    card: 'status',
    cell: (payment) => <StatusPill status={paymentStatusLabel(payment)} quiet />,
  },
];
