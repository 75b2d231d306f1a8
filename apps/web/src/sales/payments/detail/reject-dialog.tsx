import { PaymentReview } from '@pos/contract/sales/payments';
import { formatCents } from '@pos/contract/values/money';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
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
    <FormDialog
      title={`Reject this payment of ${amount}?`}
      onClose={onClose}
      schema={PaymentReview}
      values={{ decision: 'reject', note: '' }}
      save={(body) => review({ id, ...body })}
      onSaved={() => {
        toast.ok({ title: 'Payment rejected', detail: amount });
        onClose();
      }}
      submitLabel="Reject payment"
      busyLabel="Rejecting…"
      isDanger
    >
      <p>
        {purpose === 'sale'
          ? `The order stays sold; ${amount} of it remains uncollected.`
          : 'The eWallet is not credited.'}{' '}
        This cannot be undone.
      </p>
      <TextareaField name="note" label="Note" hint="Kept in the payment's history." rows={2} />
    </FormDialog>
  );
}
