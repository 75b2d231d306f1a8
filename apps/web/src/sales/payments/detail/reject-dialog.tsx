import { PaymentReview } from '@pos/contract/sales/payments';
import { formatCents } from '@pos/contract/values/money';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { type DecidedPayment, useReviewPayments } from '../payments.data.ts';

/** Rejects a payment under review for good, with a note for its timeline. */
export function RejectDialog({
  payment: { id, amountCents, purpose },
  onClose,
}: {
  payment: DecidedPayment;
  onClose: () => void;
}) {
  const { mutateAsync: review } = useReviewPayments();
  const amount = formatCents(amountCents);
  return (
    <Dialog title={`Reject this payment of ${amount}?`} onClose={onClose}>
      <Form
        schema={PaymentReview}
        values={{ decision: 'reject', note: '' }}
        guard={false}
        save={(body) => review({ id, ...body })}
        onSaved={() => {
          toast.ok({ title: 'Payment rejected', detail: amount });
          onClose();
        }}
        submitLabel="Reject payment"
        busyLabel="Rejecting…"
        isDanger
        onCancel={onClose}
      >
        <div className="stack gap-20">
          <p>
            {purpose === 'sale'
              ? `The order stays sold; ${amount} of it remains uncollected.`
              : 'The eWallet is not credited.'}{' '}
            This cannot be undone.
          </p>
          <TextareaField name="note" label="Note" hint="Kept in the payment's history." rows={2} />
        </div>
      </Form>
    </Dialog>
  );
}
