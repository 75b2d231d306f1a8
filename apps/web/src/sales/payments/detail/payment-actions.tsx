import { DOUBTS, type PaymentDetails, paymentsApi } from '@pos/contract/sales/payments';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { Suspense } from 'react';
import { useIsClosedOut } from '#web/fairs/fairs/fairs.data.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { REVIEW_REASONS } from '../payment-words.ts';
import { ResultForm } from './result-form.tsx';
import type { DecidedPayment } from '../payments.data.ts';
import { ReviewForm } from './review-form.tsx';

const DoubtDialog = lazyPart(async () => (await import('./doubt-dialog.tsx')).DoubtDialog);

type PaymentActionProps = { payment: PaymentDetails };

/** Form that records the result of a pending payment. */
export function PendingResult({ payment }: PaymentActionProps) {
  const { method, pendingUntil, timeZone } = payment;
  return (
    <>
      <Notice kind="info">
        {method === PaymentMethod.creditCard
          ? "Waiting for the card processor's result"
          : 'Waiting for its result'}
        , sent by the register.{' '}
        {pendingUntil &&
          `Without a result it goes under review at ${formatInstant(pendingUntil, timeZone)} ${zoneName(timeZone)}.`}{' '}
        Until then, the fair cannot be closed out.
      </Notice>
      <Allowed
        to={paymentsApi.recordResult}
        otherwise={
          <Notice kind="quiet">
            You can view but not record the result of this payment. That requires the right to edit
            fairs.
          </Notice>
        }
      >
        <ResultForm key={payment.id} payment={payment} />
      </Allowed>
    </>
  );
}

/** Form that approves or rejects a payment under review. */
export function ReviewDecision({ payment }: { payment: DecidedPayment }) {
  const { reviewReason } = payment;
  return (
    <>
      <Notice kind="info">
        {reviewReason ? `${REVIEW_REASONS[reviewReason]}.` : 'This payment needs a decision.'} Until
        that is decided, the fair cannot be closed out.
      </Notice>
      <Allowed
        to={paymentsApi.review}
        otherwise={
          <Notice kind="quiet">
            You can view but not decide about this payment. That requires the right to edit fairs.
          </Notice>
        }
      >
        <ReviewForm key={payment.id} payment={payment} />
      </Allowed>
    </>
  );
}

/** Label of the button that reports a problem with a completed payment, by method. */
const DOUBT_LABELS: Partial<Record<PaymentMethod, string>> = {
  1: 'Record dispute…',
  2: 'Record returned check…',
  4: 'Record refused charge…',
};

/** Button that puts a completed sale payment under review, until the fair is closed out. */
export function DoubtAction({ payment }: PaymentActionProps) {
  const { opened: isDoubting, open: setIsDoubting, close } = useOpened<true>();
  const isClosedOut = useIsClosedOut(payment.fairId);
  const { status, method, purpose, voidedAt } = payment;
  const isPossible =
    status === 'completed' && purpose === 'sale' && !voidedAt && !isClosedOut && DOUBTS[method];
  return (
    <>
      {isPossible && (
        <Allowed to={paymentsApi.putUnderReview}>
          <div className="row wrapping">
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
    </>
  );
}
