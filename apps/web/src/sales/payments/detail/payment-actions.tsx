import {
  DOUBTS,
  type PaymentDetails,
  paymentsApi,
  RecordedResult,
} from '@pos/contract/sales/payments';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { PAYMENT_STATUS, REVIEW_REASONS } from '@pos/contract/sales/payment-states';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { useIsClosedOut } from '#web/fairs/fairs/fairs.data.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { ordersApi } from '@pos/contract/sales/orders';
import { pathTo } from '#web/lib/api/paths.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { type DecidedPayment, useReviewPayments, useRecordResult } from '../payments.data.ts';
import { formatCents } from '@pos/contract/values/money';
import { failureText } from '#web/lib/api/failure.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useWatch } from 'react-hook-form';
import { SegmentField } from '#web/ui/fields/segment-field.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';

const CHOICES = [
  { value: 'completed', label: 'Completed' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
];

type ResultFormProps = { payment: Pick<PaymentDetails, 'id' | 'purpose'> };

/** Records the result of a pending payment, with a note naming its source. */
export function ResultForm({ payment }: ResultFormProps) {
  const { mutateAsync: record } = useRecordResult(payment.id);
  return (
    <Form
      schema={RecordedResult}
      values={{ status: 'completed', note: '' }}
      guard={false}
      save={record}
      onSaved={({ status, amountCents }) =>
        toast.ok({
          title: `Recorded as ${PAYMENT_STATUS[status].label.toLowerCase()}`,
          detail: formatCents(amountCents),
        })
      }
      submitLabel="Record result"
      busyLabel="Recording…"
    >
      <div className="stack gap-20">
        <SegmentField name="status" label="Result" choices={CHOICES} />
        <Consequence payment={payment} />
        <TextareaField name="note" label="Note" rows={2} />
      </div>
    </Form>
  );
}

function Consequence({ payment: { purpose } }: ResultFormProps) {
  const status: unknown = useWatch({ name: 'status' });
  if (purpose === 'wallet_top_up') {
    return (
      <p className="caption">
        {status === 'completed' ? 'The eWallet is credited.' : 'The eWallet is not credited.'}
      </p>
    );
  }
  return (
    <p className="caption">
      {status === 'completed'
        ? 'The order is completed once all of it is paid.'
        : 'The order stays unpaid until it is resolved.'}
    </p>
  );
}

const RejectDialog = asidePart(() => import('./reject-dialog.tsx'), 'RejectDialog');

/** Buttons that approve a payment under review, or reject it after asking for a note. */
function ReviewForm({ payment }: { payment: DecidedPayment }) {
  const { mutateAsync: review, isPending, error } = useReviewPayments();
  const { opened: isRejecting, open: setIsRejecting, close } = useOpened<true>();
  const amount = formatCents(payment.amountCents);
  // Approving is refused until money is added.
  const isTooLittle =
    typeof payment.schoolCreditCents === 'number' &&
    payment.schoolCreditCents < payment.amountCents;
  const isShort =
    payment.reviewReason === 'WALLET_SHORT' || payment.reviewReason === 'AVE_DOLLAR_SHORT';
  // The approved payment has no form anymore, so callbacks of the mutation would not be called.
  const approve = (): void =>
    void review({ id: payment.id, decision: 'approve' }).then(
      () => toast.ok({ title: 'Payment approved', detail: amount }),
      () => undefined,
    );
  return (
    <div className="stack">
      <p className="caption">{approvalEffect(payment)}</p>
      {error && (
        <Notice kind="bad">
          <p>{failureText(error).message}</p>
        </Notice>
      )}
      <div className="row wrapping">
        <Button
          variant={isShort ? 'secondary' : 'primary'}
          disabled={isTooLittle}
          busy={isPending && 'Approving…'}
          onClick={approve}
        >
          Approve {amount}
        </Button>
        <Button onClick={() => setIsRejecting(true)}>Reject…</Button>
      </div>
      {isRejecting && <RejectDialog payment={payment} onClose={close} />}
    </div>
  );
}

function approvalEffect({ amountCents, reviewReason, schoolCreditCents }: DecidedPayment): string {
  const amount = formatCents(amountCents);
  if (reviewReason === 'WALLET_SHORT')
    return `Approving takes ${amount} from the eWallet now. It must have enough.`;
  if (reviewReason === 'AVE_DOLLAR_SHORT')
    return `Approving takes ${amount} from the school's AveDollars now. ${
      typeof schoolCreditCents === 'number'
        ? `The school has ${formatCents(schoolCreditCents)}.`
        : 'There must be enough.'
    }`;
  if (reviewReason === 'NO_RESULT' || reviewReason === 'RESULT_DIFFERS')
    return `Ask the card processor. Approve if ${amount} was charged, reject if it was not.`;
  return 'Approving completes the payment; nothing else changes.';
}

const DoubtDialog = asidePart(() => import('./doubt-dialog.tsx'), 'DoubtDialog');

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

/** Ways to correct a completed payment of a sale, until the fair is closed out. */
export function DoubtAction({ payment }: PaymentActionProps) {
  const { opened: isDoubting, open: setIsDoubting, close } = useOpened<true>();
  const isClosedOut = useIsClosedOut(payment.fairId);
  const { status, method, purpose, voidedAt, order, amountCents, refundedCents } = payment;
  const isOpen = status === 'completed' && purpose === 'sale' && !voidedAt && !isClosedOut;
  return (
    <>
      {isOpen && (
        <div className="row wrapping">
          {order && refundedCents < amountCents && (
            <Allowed to={ordersApi.refund}>
              <ButtonLink size="sm" to={pathTo('orders', {}, { order: order.id })}>
                Refund in its order
              </ButtonLink>
            </Allowed>
          )}
          {DOUBTS[method] && (
            <Allowed to={paymentsApi.putUnderReview}>
              <Button size="sm" onClick={() => setIsDoubting(true)}>
                {DOUBT_LABELS[method]}
              </Button>
            </Allowed>
          )}
        </div>
      )}
      {isDoubting && <DoubtDialog payment={payment} onClose={close} />}
    </>
  );
}
