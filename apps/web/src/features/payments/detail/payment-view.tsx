import { fairsApi } from '@pos/contract/fairs';
import { ordersApi } from '@pos/contract/orders';
import {
  DOUBTS,
  PAYMENT_METHODS,
  paymentsApi,
  type PaymentDetails,
  type PaymentMethod,
} from '@pos/contract/payments';
import { Suspense, type ReactNode } from 'react';
import { formatCents } from '#web/lib/money.ts';
import { pathTo } from '#web/lib/paths.ts';
import { Allowed } from '#web/lib/session.tsx';
import { formatInstant, zoneName } from '#web/lib/time.ts';
import { Amount } from '#web/ui/amount.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/card.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RecordPart } from '#web/ui/record.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { usePaymentAddress } from '../payment-address.ts';
import { referenceOf } from '../payment-columns.tsx';
import {
  failureWords,
  PAYMENT_STATUS,
  PURPOSES,
  REVIEW_REASONS,
  TYPES,
  VOIDED,
} from '../payment-words.ts';
import { useIsClosedOut } from '#web/features/fairs/fairs.data.ts';
import { ResultForm } from './result-form.tsx';
import { ReviewForm } from './review-form.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const DoubtDialog = lazyPart(async () => (await import('./doubt-dialog.tsx')).DoubtDialog);

/** Label of the button that reports a problem with a completed payment, by method. */
const DOUBT_LABELS: Partial<Record<PaymentMethod, string>> = {
  1: 'Record dispute…',
  2: 'Record returned check…',
  4: 'Record refused charge…',
};

/**
 * Full details of one payment, under headings of the given level: facts, timeline, and split parts.
 */
export function PaymentView({ payment, level }: { payment: PaymentDetails; level: 'h2' | 'h3' }) {
  const { opened: isDoubting, open: setIsDoubting, close } = useOpened<true>();
  const isClosedOut = useIsClosedOut(payment.fairId);
  const {
    status,
    method,
    amountCents,
    refundedCents,
    purpose,
    reviewReason,
    order,
    parts,
    voidedAt,
    timeZone,
    pendingUntil,
  } = payment;
  return (
    <>
      <div className="row wrap">
        <b className="record-figure num">{formatCents(amountCents)}</b>
        <StatusPill status={PAYMENT_STATUS[status]} />
        {voidedAt && <StatusPill status={VOIDED} />}
        {purpose === 'wallet_top_up' && (
          <StatusPill status={{ label: PURPOSES[purpose], meaning: 'off' }} />
        )}
      </div>
      {voidedAt && (
        <Notice kind="quiet">
          Voided with its order by the reset of {formatInstant(voidedAt, timeZone)}{' '}
          {zoneName(timeZone)}. It is not counted in totals or reports.
        </Notice>
      )}
      {status === 'pending' && !voidedAt && (
        <>
          <Notice kind="info">
            {method === 1 ? "Waiting for the card processor's result" : 'Waiting for its result'},
            sent by the register.{' '}
            {pendingUntil &&
              `Without a result it fails at ${formatInstant(pendingUntil, timeZone)} ${zoneName(timeZone)}.`}{' '}
            Until then, the fair cannot be closed out.
          </Notice>
          <Allowed
            to={paymentsApi.recordResult}
            otherwise={
              <Notice kind="quiet">
                You can view but not record the result of this payment. That requires the right to
                edit fairs.
              </Notice>
            }
          >
            <ResultForm key={payment.id} payment={payment} />
          </Allowed>
        </>
      )}
      {status === 'under_review' && !voidedAt && (
        <>
          <Notice kind="info">
            {reviewReason ? `${REVIEW_REASONS[reviewReason]}.` : 'This payment needs a decision.'}{' '}
            Until that is decided, the fair cannot be closed out.
          </Notice>
          <Allowed
            to={paymentsApi.review}
            otherwise={
              <Notice kind="quiet">
                You can view but not decide about this payment. That requires the right to edit
                fairs.
              </Notice>
            }
          >
            <ReviewForm key={payment.id} payment={payment} />
          </Allowed>
        </>
      )}
      {status === 'completed' &&
        purpose === 'sale' &&
        !voidedAt &&
        !isClosedOut &&
        DOUBTS[method] && (
          <Allowed to={paymentsApi.putUnderReview}>
            <div className="row wrap">
              <Button size="sm" onClick={() => setIsDoubting(true)}>
                {DOUBT_LABELS[method]}
              </Button>
            </div>
          </Allowed>
        )}
      {isDoubting && (
        <Suspense>
          <DoubtDialog payment={payment} onClose={close} />
        </Suspense>
      )}
      <RecordPart title="Timeline" level={level}>
        <Timeline payment={payment} />
      </RecordPart>
      {order && parts.length > 1 && (
        <RecordPart title="Paid in parts" level={level}>
          <Parts payment={payment} />
        </RecordPart>
      )}
      <RecordPart title="Payment" level={level}>
        <Facts facts={factsOf(payment)} />
        {refundedCents > 0 && (
          <p className="meta">{formatCents(refundedCents)} of it was refunded.</p>
        )}
      </RecordPart>
    </>
  );
}

/** State changes of the payment, oldest first: state, time, person and note. */
function Timeline({ payment: { events, timeZone } }: { payment: PaymentDetails }) {
  return (
    <ol className="timeline">
      {events.map(({ id, toStatus, actor, note, at }) => (
        <li key={id}>
          <span className="row wrap">
            <StatusPill status={PAYMENT_STATUS[toStatus]} />
          </span>
          <span className="meta">
            {formatInstant(at, timeZone)} {zoneName(timeZone)}, {actor}
          </span>
          {note && <span className="timeline-note">{note}</span>}
        </li>
      ))}
    </ol>
  );
}

/** All parts of a split payment with this one marked, and their sum. */
function Parts({ payment: { id, parts, order } }: { payment: PaymentDetails }) {
  const { withPayment } = usePaymentAddress();
  return (
    <ul className="payment-parts">
      {parts.map((part) => (
        <li key={part.id}>
          <span className="row wrap">
            {part.id === id ? (
              <b className="sb">{PAYMENT_METHODS[part.method]} (this one)</b>
            ) : (
              <Link to={withPayment(part.id)}>{PAYMENT_METHODS[part.method]}</Link>
            )}
            <StatusPill status={PAYMENT_STATUS[part.status]} quiet />
          </span>
          <Amount cents={part.amountCents} strong={part.id === id} />
        </li>
      ))}
      {order && order.uncollectedCents > 0 && (
        <li>
          <span>Not collected</span>
          <Amount cents={order.uncollectedCents} />
        </li>
      )}
      {order && (
        <li className="sum">
          <span>Order total</span>
          <Amount cents={order.totalCents} strong />
        </li>
      )}
    </ul>
  );
}

type Fact = readonly [label: string, value: ReactNode];

function factsOf(payment: PaymentDetails): Fact[] {
  const {
    method,
    type,
    purpose,
    tenderedCents,
    changeCents,
    processorRef,
    failureCode,
    customerName,
    studentNumber,
    fairId,
    fairName,
    schoolName,
    deviceId,
    paidAt,
    timeZone,
    order,
  } = payment;
  const facts: Fact[] = [
    ['Method', PAYMENT_METHODS[method]],
    ['Payment type', TYPES[type]],
    ['Purpose', PURPOSES[purpose]],
    ['Paid', `${formatInstant(paidAt, timeZone)} ${zoneName(timeZone)}`],
  ];
  if (order) facts.push(['Order', <OrderLink key="order" order={order} />]);
  if (tenderedCents > 0 && changeCents > 0)
    facts.push(['Given', `${formatCents(tenderedCents)}, ${formatCents(changeCents)} change`]);
  if (referenceOf(payment)) facts.push([method === 1 ? 'Card' : 'Check', referenceOf(payment)]);
  if (processorRef)
    facts.push([
      'Reference',
      <span key="reference" className="mono">
        {processorRef}
      </span>,
    ]);
  if (failureCode) facts.push(['Why it failed', failureWords(failureCode)]);
  if (customerName) facts.push(['Student / payer', customerName]);
  if (studentNumber)
    facts.push([
      'Student number',
      <span key="number" className="mono">
        {studentNumber}
      </span>,
    ]);
  facts.push(['Fair', <FairLink key="fair" id={fairId} name={fairName} />], ['School', schoolName]);
  if (deviceId)
    facts.push([
      'Device',
      <span key="device" className="mono">
        {deviceId}
      </span>,
    ]);
  return facts;
}

function OrderLink({
  order: { id, orderNumber },
}: {
  order: NonNullable<PaymentDetails['order']>;
}) {
  const number = <span className="mono">{orderNumber}</span>;
  return (
    <Allowed to={ordersApi.getById} otherwise={number}>
      <Link to={pathTo('orders', {}, { order: id })}>{number}</Link>
    </Allowed>
  );
}

function FairLink({ id, name }: { id: string | null; name: string | null }) {
  if (id === null || name === null) return 'Paid elsewhere';
  return (
    <Allowed to={fairsApi.list} otherwise={name}>
      <Link to={pathTo('fair-details', { id })}>{name}</Link>
    </Allowed>
  );
}
