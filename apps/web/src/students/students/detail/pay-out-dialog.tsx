import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { NewPayout, type Payout } from '@pos/contract/students/payouts';
import type { StudentDetails } from '@pos/contract/students/students';
import { formatCents } from '@pos/contract/values/money';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { PaidOutDialog } from '../paid-out-dialog.tsx';
import { WalletAfter } from './wallet-after.tsx';
import { fullName, PAYOUT_CHOICES } from '../student-words.ts';
import { usePayOut } from '../students.data.ts';

type PayOutProps = { student: StudentDetails; onClose: () => void };

/** Pays leftover money of an eWallet back to the family, then offers the receipt and a reversal. */
export function PayOutDialog({ student, onClose }: PayOutProps) {
  const [booked, setBooked] = useState<Payout & Pick<NewPayout, 'method' | 'checkNumber'>>();
  const payOut = usePayOut(student.id);
  const { studentNumber } = student;
  if (booked)
    return (
      <PaidOutDialog
        title={`${formatCents(booked.amountCents)} paid out for ${fullName(student)}`}
        payouts={[{ ...booked, studentName: fullName(student), studentNumber }]}
        onClose={onClose}
      >
        Payout {booked.payoutNumber}. The eWallet has {formatCents(booked.balanceCents)}.
      </PaidOutDialog>
    );
  return (
    <FormDialog
      title={`Pay out eWallet of ${fullName(student)}`}
      onClose={onClose}
      schema={NewPayout}
      values={{ method: null, amountCents: student.walletBalanceCents, checkNumber: '' }}
      save={async (payout) => ({
        ...(await payOut.mutateAsync(payout)),
        method: payout.method,
        checkNumber: payout.checkNumber,
      })}
      onSaved={setBooked}
      submitLabel="Book payout"
      busyLabel="Booking…"
    >
      <SelectField name="method" label="Method" choices={PAYOUT_CHOICES} />
      <NumberField name="amountCents" label="Amount" prefix="$" decimals={2} scaled />
      <CheckNumber />
      <WalletAfter balanceCents={student.walletBalanceCents} takes={() => true} />
    </FormDialog>
  );
}

function CheckNumber() {
  const method: unknown = useWatch({ name: 'method' });
  return (
    method === PaymentMethod.check && (
      <TextField name="checkNumber" label="Check number" autoComplete="off" />
    )
  );
}
