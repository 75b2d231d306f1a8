import type { Order } from '@pos/contract/orders';
import type { OrderRefund } from '@pos/contract/order-refunds';
import type { Payment } from '@pos/contract/payments';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { formatInstant } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import {
  failureWords,
  PAYMENT_STATUS,
  REVIEW_REASONS,
} from '#web/features/payments/payment-words.ts';
import { Amount } from '#web/ui/amount.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import * as styles from './order.module.css';

/** Payments of an order, each with its reference. */
export function OrderPayments({
  payments,
  timeZone,
}: {
  payments: readonly Payment[];
  timeZone: string;
}) {
  if (payments.length === 0) return <p className="caption">Nothing was paid.</p>;
  return (
    <ul className={styles.entries}>
      {payments.map((payment) => (
        <li key={payment.id}>
          <span className="row wrapping">
            <span className="medium">{PAYMENT_METHODS[payment.method]}</span>{' '}
            <StatusPill status={PAYMENT_STATUS[payment.status]} quiet />
          </span>
          <Amount cents={payment.amountCents} strong />
          <span className={`caption ${styles.details}`}>
            {[formatInstant(payment.paidAt, timeZone), ...detailsOf(payment)].map((detail) => (
              <span key={detail}>{detail}</span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function detailsOf({
  amountCents,
  tenderedCents,
  changeCents,
  refundedCents,
  checkNumber,
  cardBrand,
  cardLast4,
  processorRef,
  reviewReason,
  failureCode,
}: Payment): string[] {
  const details: (string | false | null)[] = [
    tenderedCents !== amountCents &&
      tenderedCents > 0 &&
      `${formatCents(tenderedCents)} given, ${formatCents(changeCents)} change`,
    checkNumber && `Check ${checkNumber}`,
    (cardBrand || cardLast4) &&
      [cardBrand, cardLast4 && `ending ${cardLast4}`].filter(Boolean).join(' '),
    processorRef && `Reference ${processorRef}`,
    reviewReason && REVIEW_REASONS[reviewReason],
    failureCode && `Failed: ${failureWords(failureCode)}`,
    refundedCents > 0 && `${formatCents(refundedCents)} refunded`,
  ];
  return details.filter((detail) => typeof detail === 'string');
}

/** Refunds of an order, each with its units and the tenders that it reduced. */
export function OrderRefunds({ order: { refunds, lines, timeZone } }: { order: Order }) {
  const titleOf = (lineNo: number): string =>
    lines.find((line) => line.lineNo === lineNo)?.title ?? `Line ${lineNo}`;
  return (
    <ul className={styles.entries}>
      {refunds.map((refund) => (
        <li key={refund.id}>
          <span className="medium">{refund.reason || 'No reason given'}</span>
          <Amount cents={-refund.totalCents} strong />
          <span className={`caption ${styles.details}`}>
            <span>{formatInstant(refund.refundedAt, timeZone)}</span>
            <span>
              {formatCents(-refund.netCents)} net, {formatCents(-refund.taxCents)} tax
            </span>
            {refund.lines.map(({ lineNo, quantity, restock }) => (
              <span key={lineNo}>
                {pluralize(quantity, 'piece', 'pieces')} of {titleOf(lineNo)},{' '}
                {restock ? 'back in stock' : 'not restocked'}
              </span>
            ))}
            {tendersOf(refund)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function tendersOf({ tenders }: OrderRefund) {
  return tenders.map(({ method, paidOutAs, amountCents }) => (
    <span key={method}>
      {PAYMENT_METHODS[method]} {formatCents(-amountCents)}
      {paidOutAs !== method && `, paid out as ${PAYMENT_METHODS[paidOutAs]}`}
    </span>
  ));
}
