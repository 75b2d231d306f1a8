import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import {
  PAYOUT_REVERSAL_REASONS,
  PAYOUT_REVERSAL_WORDS,
  type PayoutMethod,
  type PayoutReversalReason,
} from '@pos/contract/students/payout-methods';
import { NewPayoutReversal } from '@pos/contract/students/payouts';
import { formatCents } from '@pos/contract/values/money';
import { useWatch } from 'react-hook-form';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useReversePayout } from './students.data.ts';

/** A booked payout as dialogs show it. The name is null without the right to read Students. */
export type BookedPayout = {
  payoutId: string;
  method: PayoutMethod;
  amountCents: number;
  checkNumber?: string | undefined;
  studentNumber: string;
  studentName: string | null;
};

/** Reverses a payout: cash brought back, a voided check or a mistake. */
export function ReversePayoutDialog({
  payout: { payoutId, method, amountCents, studentNumber, studentName },
  onReversed,
  onClose,
}: {
  payout: BookedPayout;
  /** Called once it is reversed, before the dialog closes. */
  onReversed?: () => void;
  onClose: () => void;
}) {
  const reverse = useReversePayout(payoutId);
  const amount = formatCents(amountCents);
  return (
    <FormDialog
      title={`Reverse the payout of ${amount}?`}
      onClose={onClose}
      schema={NewPayoutReversal}
      values={{ reason: null, note: '' }}
      save={reverse.mutateAsync}
      onSaved={({ balanceCents }) => {
        toast.ok({
          title: 'Payout reversed',
          detail: `${amount} is back. The eWallet has ${formatCents(balanceCents)}.`,
        });
        onReversed?.();
        onClose();
      }}
      submitLabel="Reverse payout"
      busyLabel="Reversing…"
      isDanger
    >
      <p>
        Paid out for {studentName !== null && <span data-private>{studentName}, </span>}
        {studentNumber}. This cannot be undone.
      </p>
      <SelectField
        name="reason"
        label="Reason"
        choices={PAYOUT_REVERSAL_REASONS[method].map((value) => ({
          value,
          label: PAYOUT_REVERSAL_WORDS[value],
        }))}
      />
      <Effect amount={amount} method={method} />
      <TextareaField
        name="note"
        label="Note"
        hint="Notes are permanent. Don't include names."
        rows={2}
      />
    </FormDialog>
  );
}

/** Text of what to do for a reason, and of what changes. */
function toEffect(reason: PayoutReversalReason, method: PayoutMethod, amount: string): string {
  if (reason === 'cash_returned')
    return `Put ${amount} in the drawer. It is on today's day sheet and back in the eWallet.`;
  if (reason === 'check_voided')
    return `Void the check, so that nobody can cash it. ${amount} goes back into the eWallet.`;
  return method === PaymentMethod.cash
    ? `${amount} goes back into the eWallet and counts as back in the drawer. If another student's family has it, pay it out there as well.`
    : `${amount} goes back into the eWallet. Void the check if it was written.`;
}

function Effect({ amount, method }: { amount: string; method: PayoutMethod }) {
  const { success, data } = NewPayoutReversal.shape.reason.safeParse(useWatch({ name: 'reason' }));
  return (
    <p className="caption" role="status">
      {success ? toEffect(data, method, amount) : `${amount} goes back into the eWallet.`}
    </p>
  );
}
