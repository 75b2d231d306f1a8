import { DOUBTS, type PaymentDetails, PaymentDoubt } from '@pos/contract/sales/payments';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { REVIEW_REASONS } from '@pos/contract/sales/payment-states';
import { formatCents } from '@pos/contract/values/money';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { usePutUnderReview } from '../payments.data.ts';

type DoubtDialogProps = { payment: PaymentDetails; onClose: () => void };

/** Puts a completed payment under review, with the reason and a note. */
export function DoubtDialog({ payment: { id, method, amountCents }, onClose }: DoubtDialogProps) {
  const put = usePutUnderReview(id);
  const reason = DOUBTS[method];
  return (
    <FormDialog
      title="Put this payment under review?"
      onClose={onClose}
      schema={PaymentDoubt}
      values={{ note: '' }}
      save={put.mutateAsync}
      onSaved={() => {
        toast.ok({
          title: 'Payment put under review',
          detail: `${PAYMENT_METHODS[method]}, ${formatCents(amountCents)}`,
        });
        onClose();
      }}
      submitLabel="Put under review"
      busyLabel="Putting under review…"
    >
      <p>
        {reason && `${REVIEW_REASONS[reason]}. `}The payment counts until it is rejected. The fair
        cannot be closed out before it is decided.
      </p>
      <TextareaField
        name="note"
        label="Note"
        hint="The response from the bank, the school or the processor."
        rows={2}
      />
    </FormDialog>
  );
}
