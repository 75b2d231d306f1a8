import { deskTopUpsApi } from '@pos/contract/students/desk-top-ups';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { PAYMENT_STATUS, PURPOSES } from '@pos/contract/sales/payment-states';
import type { PaymentDetails } from '@pos/contract/sales/payments';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import { Allowed } from '#web/lib/session/session.tsx';
import { Amount } from '#web/ui/values/amount.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Facts } from '#web/ui/layout/card.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PrintButton } from '#web/ui/files/print.tsx';
import * as recordStyles from '#web/ui/layout/record.module.css';
import { RecordPart } from '#web/ui/layout/record.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { usePaymentAddress } from '../payment-address.ts';
import { VOIDED } from '../payment-words.ts';
import { DoubtAction, PendingResult, ReviewDecision } from './payment-actions.tsx';
import { paymentFacts } from './payment-facts.tsx';
import * as styles from './payment.module.css';

const ReverseDialog = asidePart(() => import('./reverse-dialog.tsx'), 'ReverseDialog');

/** Receipt of a desk top-up to print, and its reversal. */
function DeskActions({ payment }: { payment: PaymentDetails }) {
  const { opened: isReversing, open: setIsReversing, close } = useOpened<true>();
  return (
    <Allowed to={deskTopUpsApi.reverse}>
      <div className="row wrapping">
        <PrintButton
          size="sm"
          what="The receipt"
          label="Print receipt"
          fetch={(give) => give(deskTopUpsApi.receipt, { params: { id: payment.id } })}
        />
        {payment.status === 'completed' && (
          <Button size="sm" onClick={() => setIsReversing(true)}>
            Reverse top-up…
          </Button>
        )}
      </div>
      {isReversing && <ReverseDialog payment={payment} onClose={close} />}
    </Allowed>
  );
}

/**
 * Full details of one payment, under headings of the given level: facts, timeline, and split parts.
 */
export function PaymentView({ payment, level }: { payment: PaymentDetails; level: 'h2' | 'h3' }) {
  const { status, amountCents, refundedCents, purpose, order, parts, voidedAt, timeZone } = payment;
  return (
    <>
      <div className="row wrapping">
        <b className={`${recordStyles.figure} numeric`}>{formatCents(amountCents)}</b>
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
      {!voidedAt && status === 'pending' && <PendingResult payment={payment} />}
      {!voidedAt && status === 'under_review' && <ReviewDecision payment={payment} />}
      <DoubtAction payment={payment} />
      {payment.desk && <DeskActions payment={payment} />}
      <RecordPart title="Timeline" level={level}>
        <Timeline payment={payment} />
      </RecordPart>
      {order && parts.length > 1 && (
        <RecordPart title="Paid in parts" level={level}>
          <Parts payment={payment} />
        </RecordPart>
      )}
      <RecordPart title="Payment" level={level}>
        <Facts facts={paymentFacts(payment)} />
        {refundedCents > 0 && (
          <p className="caption">{formatCents(refundedCents)} of it was refunded.</p>
        )}
      </RecordPart>
    </>
  );
}

/** State changes of the payment, oldest first: state, time, person and note. */
function Timeline({ payment: { events, timeZone } }: { payment: PaymentDetails }) {
  return (
    <ol className={`${styles.timeline} grid small`}>
      {events.map(({ id, toStatus, actor, note, at }) => (
        <li key={id}>
          <span className="row wrapping">
            <StatusPill status={PAYMENT_STATUS[toStatus]} />
          </span>
          <span className="caption">
            {formatInstant(at, timeZone)} {zoneName(timeZone)}, {actor}
          </span>
          {note && <span className="breakable">{note}</span>}
        </li>
      ))}
    </ol>
  );
}

/** All parts of a split payment with this one marked, and their sum. */
function Parts({ payment: { id, parts, order } }: { payment: PaymentDetails }) {
  const { withRecord: withPayment } = usePaymentAddress();
  return (
    <ul className={`${styles.paymentParts} small`}>
      {parts.map((part) => (
        <li key={part.id}>
          <span className="row wrapping">
            {part.id === id ? (
              <b className="semibold">{PAYMENT_METHODS[part.method]} (this one)</b>
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
        <li className={styles.sum}>
          <span>Order total</span>
          <Amount cents={order.totalCents} strong />
        </li>
      )}
    </ul>
  );
}
