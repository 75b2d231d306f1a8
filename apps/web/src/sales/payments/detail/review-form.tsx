import { formatCents } from '@pos/contract/values/money';
import { Suspense } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { type DecidedPayment, useReviewPayments } from '../payments.data.ts';

const RejectDialog = lazyPart(async () => (await import('./reject-dialog.tsx')).RejectDialog);

/** Buttons that approve a payment under review, or reject it after asking for a note. */
export function ReviewForm({ payment }: { payment: DecidedPayment }) {
  const { mutateAsync: review, isPending, error } = useReviewPayments();
  const { opened: isRejecting, open: setIsRejecting, close } = useOpened<true>();
  const amount = formatCents(payment.amountCents);
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
        <Button variant="primary" busy={isPending && 'Approving…'} onClick={approve}>
          Approve {amount}
        </Button>
        <Button onClick={() => setIsRejecting(true)}>Reject…</Button>
      </div>
      {isRejecting && (
        <Suspense>
          <RejectDialog payment={payment} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

function approvalEffect({ amountCents, reviewReason }: DecidedPayment): string {
  const amount = formatCents(amountCents);
  if (reviewReason === 'WALLET_SHORT')
    return `Approving takes ${amount} from the eWallet now. It must have enough.`;
  if (reviewReason === 'AVE_DOLLAR_SHORT')
    return `Approving takes ${amount} from the school's AveDollars now. There must be enough.`;
  if (reviewReason === 'NO_RESULT' || reviewReason === 'RESULT_DIFFERS')
    return `Ask the card processor. Approve if ${amount} was charged, reject if it was not.`;
  return 'Approving completes the payment; nothing else changes.';
}
