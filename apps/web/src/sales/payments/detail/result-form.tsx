import { RecordedResult, type PaymentDetails } from '@pos/contract/sales/payments';
import { formatCents } from '@pos/contract/values/money';
import { useWatch } from 'react-hook-form';
import { SegmentField } from '#web/ui/fields/segment-field.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { PAYMENT_STATUS } from '../payment-words.ts';
import { useRecordResult } from '../payments.data.ts';

const CHOICES = [
  { value: 'completed', label: 'Completed' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
];

/** Records the result of a pending payment, with a note naming its source. */
export function ResultForm({ payment }: { payment: PaymentDetails }) {
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

function Consequence({ payment: { purpose } }: { payment: PaymentDetails }) {
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
