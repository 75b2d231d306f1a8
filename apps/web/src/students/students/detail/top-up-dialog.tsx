import { deskTopUpsApi, NewDeskTopUp, type DeskTopUp } from '@pos/contract/students/desk-top-ups';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { StudentDetails } from '@pos/contract/students/students';
import { formatCents } from '@pos/contract/values/money';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { PrintButton } from '#web/ui/files/print.tsx';
import { WalletAfter } from './wallet-after.tsx';
import { fullName } from '../student-words.ts';
import { useTopUp } from '../students.data.ts';

const METHODS = [
  { value: PaymentMethod.cash, label: 'Cash' },
  { value: PaymentMethod.check, label: 'Check' },
  { value: PaymentMethod.creditCard, label: 'Card on the terminal' },
];

type TopUpDialogProps = { student: StudentDetails; onClose: () => void };

/** Books money that the office accepts for an eWallet, then offers the receipt. */
export function TopUpDialog({ student, onClose }: TopUpDialogProps) {
  const [booked, setBooked] = useState<DeskTopUp>();
  const topUp = useTopUp(student.id);
  if (booked) return <BookedDialog booked={booked} student={student} onClose={onClose} />;
  return (
    <FormDialog
      title={`Top up eWallet of ${fullName(student)}`}
      onClose={onClose}
      schema={NewDeskTopUp}
      values={{ method: null, amountCents: null, checkNumber: '', reference: '' }}
      save={topUp.mutateAsync}
      onSaved={setBooked}
      submitLabel={<TopUpLabel />}
      busyLabel="Topping up…"
    >
      <SelectField name="method" label="Method" choices={METHODS} />
      <NumberField name="amountCents" label="Amount" prefix="$" decimals={2} scaled />
      <MethodFields />
      <WalletAfter balanceCents={student.walletBalanceCents} />
    </FormDialog>
  );
}

/** `Top up $10.00`. */
function TopUpLabel() {
  const amount: unknown = useWatch({ name: 'amountCents' });
  return typeof amount === 'number' && amount > 0 ? `Top up ${formatCents(amount)}` : 'Top up';
}

/** The field that only a check or only a card payment has. */
function MethodFields() {
  const method: unknown = useWatch({ name: 'method' });
  if (method === PaymentMethod.check)
    return <TextField name="checkNumber" label="Check number" autoComplete="off" />;
  if (method === PaymentMethod.creditCard)
    return (
      <TextField
        name="reference"
        label="Approval code"
        note="optional"
        hint="From the slip of the terminal. Never enter a card number."
        autoComplete="off"
      />
    );
  return null;
}

/** A booked top-up with its receipt to print. */
function BookedDialog({
  booked: { paymentId, receiptNumber, amountCents, balanceCents },
  student,
  onClose,
}: TopUpDialogProps & { booked: DeskTopUp }) {
  return (
    <Dialog
      title={`${formatCents(amountCents)} added for ${fullName(student)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          <PrintButton
            variant="primary"
            what="The receipt"
            label="Print receipt"
            fetch={(give) => give(deskTopUpsApi.receipt, { params: { id: paymentId } })}
          />
        </>
      }
    >
      <Notice kind="ok">
        Receipt {receiptNumber}. The eWallet has {formatCents(balanceCents)}.
      </Notice>
    </Dialog>
  );
}
