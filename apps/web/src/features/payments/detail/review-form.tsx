import { PaymentReview, type PaymentDetails } from '@pos/contract/payments';
import { formatCents } from '@pos/contract/values/money';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { SegmentField } from '#web/ui/fields/segment-field.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useReviewPayment } from '../payments.data.ts';

const CHOICES = [
  { value: 'approve', label: 'Approve' },
  { value: 'reject', label: 'Reject' },
];

/** Approves or rejects a payment under review, with a note for its timeline. */
export function ReviewForm({ payment }: { payment: PaymentDetails }) {
  const { mutateAsync: review } = useReviewPayment(payment.id);
  const [label, setLabel] = useState('Approve payment');
  return (
    <Form
      schema={PaymentReview}
      values={{ decision: 'approve', note: '' }}
      guard={false}
      save={review}
      onSaved={({ status, amountCents }) =>
        toast.ok({
          title: status === 'completed' ? 'Payment approved' : 'Payment rejected',
          detail: formatCents(amountCents),
        })
      }
      submitLabel={label}
      busyLabel="Deciding…"
    >
      <div className="form-stack">
        <SegmentField name="decision" label="Decision" choices={CHOICES} />
        <Consequence payment={payment} setLabel={setLabel} />
        <TextareaField name="note" label="Note" rows={2} />
      </div>
    </Form>
  );
}

function Consequence({
  payment: { amountCents, reviewReason, purpose },
  setLabel,
}: {
  payment: PaymentDetails;
  setLabel: (label: string) => void;
}) {
  const decision: unknown = useWatch({ name: 'decision' });
  useEffect(
    () => setLabel(decision === 'reject' ? 'Reject payment' : 'Approve payment'),
    [setLabel, decision],
  );
  const amount = formatCents(amountCents);
  if (decision === 'reject')
    return (
      <p className="caption">
        {purpose === 'sale'
          ? `The order stays sold; ${amount} of it remains uncollected.`
          : 'The eWallet is not credited.'}
      </p>
    );
  if (reviewReason === 'WALLET_SHORT')
    return <p className="caption">{amount} is taken from the eWallet now. It must have enough.</p>;
  if (reviewReason === 'AVE_DOLLAR_SHORT')
    return (
      <p className="caption">
        {amount} is taken from the school's AveDollars now. There must be enough.
      </p>
    );
  return <p className="caption">The payment is completed; nothing else changes.</p>;
}
