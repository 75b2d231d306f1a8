import { NewWalletEntry, type StudentDetails } from '@pos/contract/students/students';
import { formatCents } from '@pos/contract/values/money';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { WalletAfter } from './wallet-after.tsx';
import { fullName } from '../student-words.ts';
import { useAddWalletEntry, useChangeWalletStatuses } from '../students.data.ts';

const TYPES = [
  { value: 'top_up', label: 'Top-up: money paid in' },
  { value: 'refund', label: 'Refund: money back into the eWallet' },
  { value: 'payout', label: 'Payout: money paid out' },
  { value: 'adjust', label: 'Adjustment: correction of a mistake' },
];

type StudentDialogProps = { student: StudentDetails; onClose: () => void };

/** Books one entry in an eWallet's ledger; entries are never changed, only followed by others. */
export function WalletEntryDialog({ student, onClose }: StudentDialogProps) {
  const add = useAddWalletEntry(student.id);
  return (
    <FormDialog
      title={`Correct eWallet of ${fullName(student)}`}
      onClose={onClose}
      schema={NewWalletEntry}
      values={{ type: 'top_up', amountCents: null, note: '' }}
      save={add.mutateAsync}
      onSaved={({ walletBalanceCents }) => {
        toast.ok({
          title: 'Entry booked',
          detail: `The eWallet has ${formatCents(walletBalanceCents)}.`,
        });
        onClose();
      }}
      submitLabel="Book entry"
      busyLabel="Booking…"
    >
      <SelectField name="type" label="What happened" choices={TYPES} />
      <NumberField
        name="amountCents"
        label="Amount"
        prefix="$"
        decimals={2}
        scaled
        hint="Enter a negative amount for an adjustment that takes money out."
      />
      <WalletAfter balanceCents={student.walletBalanceCents} takes={(type) => type === 'payout'} />
      <TextField
        name="note"
        label="Note"
        hint="Notes are permanent. Don't include names."
        autoComplete="off"
      />
    </FormDialog>
  );
}

/** Freezes or unfreezes an eWallet. */
export function WalletStatusDialog({ student, onClose }: StudentDialogProps) {
  const { mutateAsync: change } = useChangeWalletStatuses();
  const freezes = student.walletStatus === 'active';
  return (
    <ConfirmDialog
      title={
        freezes
          ? `Freeze the eWallet of ${fullName(student)}?`
          : `Unfreeze the eWallet of ${fullName(student)}?`
      }
      confirmLabel={freezes ? 'Freeze eWallet' : 'Unfreeze eWallet'}
      confirm={async () => {
        await change({ id: student.id, status: freezes ? 'frozen' : 'active' });
        toast.ok({ title: freezes ? 'eWallet frozen' : 'eWallet unfrozen' });
      }}
      onClose={onClose}
    >
      {freezes
        ? 'It cannot be used for purchases or paid out until it is unfrozen. Money can still be added.'
        : 'It can be used for purchases and paid out again.'}
    </ConfirmDialog>
  );
}
