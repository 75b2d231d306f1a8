import type { Order } from '@pos/contract/sales/orders';
import type { OrderRefund } from '@pos/contract/sales/order-refunds';
import type { Payment } from '@pos/contract/sales/payments';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { PAYMENT_STATUS, REVIEW_REASONS } from '@pos/contract/sales/payment-states';
import { formatInstant } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import {
  failureWords,
  paymentReference,
  roundingWords,
} from '#web/sales/payments/payment-words.ts';
import { Amount } from '#web/ui/values/amount.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import * as styles from './order.module.css';

/** Payments and refunds of an order, oldest first. */
export function OrderMoney({ order }: { order: Order }) {
  const { payments, refunds } = order;
  if (payments.length + refunds.length === 0) return <p className="caption">Nothing was paid.</p>;
  const entries = [
    ...payments.map((payment) => ({
      at: payment.paidAt,
      entry: <PaymentEntry key={payment.id} payment={payment} order={order} />,
    })),
    ...refunds.map((refund) => ({
      at: refund.refundedAt,
      entry: <RefundEntry key={refund.id} refund={refund} order={order} />,
    })),
  ];
  return (
    <ul className={`${styles.entries} lined`}>
      {entries.sort((one, other) => one.at.localeCompare(other.at)).map(({ entry }) => entry)}
    </ul>
  );
}

function PaymentEntry({ payment, order }: { payment: Payment; order: Order }) {
  const paid = formatInstant(payment.paidAt, order.timeZone);
  const isPaidAtOnce = paid === formatInstant(order.soldAt, order.timeZone);
  return (
    <li>
      <span className="row wrapping">
        <span className="medium">{PAYMENT_METHODS[payment.method]}</span>{' '}
        <StatusPill status={PAYMENT_STATUS[payment.status]} quiet />
      </span>
      <Amount cents={payment.amountCents} strong />
      <span className={`caption ${styles.details}`}>
        {[...(isPaidAtOnce ? [] : [paid]), ...toDetails(payment)].map((detail) => (
          <span key={detail}>{detail}</span>
        ))}
      </span>
    </li>
  );
}

function toDetails(payment: Payment): string[] {
  const { amountCents, tenderedCents, changeCents, roundingCents, refundedCents } = payment;
  const { processorRef, reviewReason, failureCode } = payment;
  const details: (string | false | null)[] = [
    tenderedCents !== amountCents &&
      tenderedCents > 0 &&
      `${formatCents(tenderedCents)} given, ${formatCents(changeCents)} change`,
    roundingCents !== 0 && roundingWords(roundingCents),
    paymentReference(payment) || null,
    processorRef && `Reference ${processorRef}`,
    reviewReason && REVIEW_REASONS[reviewReason],
    failureCode && `Failed: ${failureWords(failureCode)}`,
    refundedCents > 0 && `${formatCents(refundedCents)} refunded`,
  ];
  return details.filter((detail) => typeof detail === 'string');
}

type RefundEntryProps = { refund: OrderRefund; order: Order };

/** Refund with its reason, units, and the tenders that it reduced. */
function RefundEntry({ refund, order: { lines, timeZone } }: RefundEntryProps) {
  const getTitle = (lineNo: number): string =>
    lines.find((line) => line.lineNo === lineNo)?.title ?? `Line ${lineNo}`;
  return (
    <li>
      <span>
        <span className="medium">Refund</span>
        {refund.reason && `: ${refund.reason}`}
      </span>
      <Amount cents={-refund.totalCents} strong />
      <span className={`caption ${styles.details}`}>
        <span>{formatInstant(refund.refundedAt, timeZone)}</span>
        <span>
          {formatCents(-refund.netCents)} net, {formatCents(-refund.taxCents)} tax
        </span>
        {refund.lines.map(({ lineNo, quantity, restock }) => (
          <span key={lineNo}>
            {pluralize(quantity, 'unit', 'units')} of {getTitle(lineNo)},{' '}
            {restock ? 'back in stock' : 'not restocked'}
          </span>
        ))}
        {refund.tenders.map(({ method, paidOutAs, amountCents }) => (
          <span key={method}>
            {PAYMENT_METHODS[method]} {formatCents(-amountCents)}
            {paidOutAs !== method && `, paid out as ${PAYMENT_METHODS[paidOutAs]}`}
          </span>
        ))}
        {refund.roundingCents !== 0 && <span>{roundingWords(-refund.roundingCents)}</span>}
      </span>
    </li>
  );
}
