import {
  type DeskMethod,
  NewReversal,
  REVERSAL_REASONS,
  REVERSAL_WORDS,
} from '@pos/contract/students/desk-top-ups';
import type { PaymentDetails } from '@pos/contract/sales/payments';
import { formatCents } from '@pos/contract/values/money';
import { useWatch } from 'react-hook-form';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useReverseTopUp } from '../payments.data.ts';

/** Reverses a desk top-up: a returned check, a disputed card payment or a mistake. */
export function ReverseDialog({
  payment: { id, method, amountCents },
  onClose,
}: {
  payment: PaymentDetails;
  onClose: () => void;
}) {
  const reverse = useReverseTopUp(id);
  const reasons = REVERSAL_REASONS[method as DeskMethod];
  return (
    <FormDialog
      title={`Reverse the top-up of ${formatCents(amountCents)}?`}
      onClose={onClose}
      schema={NewReversal}
      values={{ reason: reasons.length === 1 ? reasons[0] : null, note: '' }}
      save={reverse.mutateAsync}
      onSaved={({ takenBackCents, uncollectedCents }) => {
        toast.ok({
          title: 'Top-up reversed',
          detail:
            uncollectedCents > 0
              ? `${formatCents(takenBackCents)} taken back, ${formatCents(uncollectedCents)} uncollected.`
              : `${formatCents(takenBackCents)} taken back.`,
        });
        onClose();
      }}
      submitLabel="Reverse top-up"
      busyLabel="Reversing…"
    >
      <SelectField
        name="reason"
        label="Reason"
        choices={reasons.map((value) => ({ value, label: REVERSAL_WORDS[value] }))}
      />
      <Effect amount={formatCents(amountCents)} />
      <TextareaField
        name="note"
        label="Note"
        hint="Notes are permanent. Don't include names."
        rows={2}
      />
    </FormDialog>
  );
}

function Effect({ amount }: { amount: string }) {
  const reason: unknown = useWatch({ name: 'reason' });
  return (
    <p className="caption" role="status">
      {reason === 'mistake'
        ? `Hand back ${amount}, or book it for another student. The eWallet must still have it.`
        : `Up to ${amount} is taken back from the eWallet. Money already spent stays uncollected.`}
    </p>
  );
}
