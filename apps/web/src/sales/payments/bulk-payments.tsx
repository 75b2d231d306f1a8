import { PaymentReview, type PaymentRow } from '@pos/contract/sales/payments';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { BulkDialog, type BulkRows } from '#web/ui/form/bulk-dialog.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { NotForRow } from '#web/ui/form/use-bulk-run.ts';
import { useReviewPayments } from './payments.data.ts';

export type BulkPaymentsProps = BulkRows<PaymentRow> & { decision: PaymentReview['decision'] };

const payments = (count: number): string => pluralize(count, 'payment', 'payments');
const rowName = ({ amountCents, method, orderNumber }: PaymentRow): string =>
  [`${formatCents(amountCents)} ${PAYMENT_METHODS[method]}`, orderNumber]
    .filter(Boolean)
    .join(' · ');

/** Approves or rejects several payments under review; other payments are skipped and named. */
export function BulkPayments({ decision, rows, onDone, onClose }: BulkPaymentsProps) {
  const { mutateAsync: review } = useReviewPayments();
  const decide =
    (body: PaymentReview) =>
    async ({ id, status }: PaymentRow): Promise<void> => {
      if (status !== 'under_review') throw new NotForRow('It is not under review.');
      await review({ id, ...body });
    };
  const common = { rows, rowName, onDone, onClose };
  if (decision === 'approve') {
    return (
      <BulkDialog
        {...common}
        title={`Approve ${payments(rows.length)}`}
        doneWords={(count) => `${payments(count)} approved`}
        call={decide({ decision })}
      >
        They count as paid. Payments that are not under review stay as they are.
      </BulkDialog>
    );
  }
  return (
    <BulkDialog
      {...common}
      title={`Reject ${payments(rows.length)}`}
      doneWords={(count) => `${payments(count)} rejected`}
      form={(start, close) => (
        <Form
          schema={PaymentReview}
          values={{ decision, note: '' }}
          guard={false}
          save={(body) => start(decide(body))}
          submitLabel={`Reject ${payments(rows.length)}`}
          isDanger
          onCancel={close}
        >
          <div className="stack gap-20">
            <p className="subdued">
              Rejected amounts of sales stay uncollected, and rejected top-ups are not credited.
              Payments that are not under review stay as they are. This cannot be undone.
            </p>
            <TextareaField
              name="note"
              label="Note"
              hint="Kept in the history of each payment."
              rows={2}
            />
          </div>
        </Form>
      )}
    />
  );
}
