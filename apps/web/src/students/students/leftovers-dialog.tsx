import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { MAX_PAYOUTS, PayoutRun, type Leftovers } from '@pos/contract/students/payouts';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { DelayedSkeleton, Notice, Unloaded } from '#web/ui/messages/notice.tsx';
import { checkNumberAfter } from './check-numbers.ts';
import { LeftoversField } from './leftovers-field.tsx';
import { PaidOutDialog } from './paid-out-dialog.tsx';
import type { BookedPayout } from './reverse-payout-dialog.tsx';
import { PAYOUT_CHOICES } from './student-words.ts';
import { leftovers, usePayOutAll } from './students.data.ts';

type LeftoversDialogProps = { schoolId: string; onClose: () => void };

/** Pays the leftover money of a school's students back to their families, from a list. */
export function LeftoversDialog({ schoolId, onClose }: LeftoversDialogProps) {
  const [booked, setBooked] = useState<BookedPayout[]>();
  const { data: listed, error, refetch } = useQuery(leftovers(schoolId));
  if (booked)
    return (
      <PaidOutDialog title="Leftover money paid out" payouts={booked} onClose={onClose}>
        {pluralize(booked.length, 'payout')},{' '}
        {formatCents(booked.reduce((sum, { amountCents }) => sum + amountCents, 0))}.
      </PaidOutDialog>
    );
  const mayPay = listed?.policy === 'refund' && listed.first.length > 0;
  return (
    <Dialog
      title="Pay out leftover eWallet money"
      size={600}
      onClose={onClose}
      {...(!mayPay && { actions: <Button onClick={onClose}>Close</Button> })}
    >
      {mayPay ? (
        <PayoutForm
          schoolId={schoolId}
          listed={listed}
          onBooked={setBooked}
          onRefused={() => void refetch()}
          onClose={onClose}
        />
      ) : listed ? (
        <NothingToPay listed={listed} />
      ) : (
        <Unloaded what="The students" error={error} retry={refetch}>
          <DelayedSkeleton height={180} />
        </Unloaded>
      )}
    </Dialog>
  );
}

/** Says why nothing is paid out: an empty list, or the policy. */
function NothingToPay({ listed: { students, balanceCents } }: { listed: Leftovers }) {
  if (students === 0) return <p>No student of this school has money in the eWallet.</p>;
  return (
    <Notice kind="info">
      The eWallets of {pluralize(students, 'student')} have {formatCents(balanceCents)}. It stays
      there: the settings keep leftover money for the next fair.
    </Notice>
  );
}

type PayoutFormProps = {
  schoolId: string;
  listed: Leftovers;
  onBooked: (payouts: BookedPayout[]) => void;
  onRefused: () => void;
  onClose: () => void;
};

function PayoutForm({ schoolId, listed, onBooked, onRefused, onClose }: PayoutFormProps) {
  const pay = usePayOutAll(schoolId);
  const payable = listed.first.filter(({ walletStatus }) => walletStatus === 'active');
  const save = async ({
    method,
    firstCheckNumber = '',
    chosen,
  }: PayoutRun): Promise<BookedPayout[]> => {
    const paid = payable
      .filter(({ studentId }) => chosen.includes(studentId))
      .map((student, index) => ({
        ...student,
        ...(method === PaymentMethod.check && {
          checkNumber: checkNumberAfter(firstCheckNumber, index),
        }),
      }));
    const { payoutIds } = await pay.mutateAsync({
      method,
      students: paid.map(({ studentId, balanceCents, checkNumber }) => ({
        studentId,
        amountCents: balanceCents,
        checkNumber,
      })),
    });
    return paid.map(({ balanceCents, ...student }, index) => ({
      ...student,
      method,
      amountCents: balanceCents,
      payoutId: payoutIds[index]!,
    }));
  };
  return (
    <Form
      schema={PayoutRun}
      values={{
        method: null,
        firstCheckNumber: '',
        chosen: payable.map(({ studentId }) => studentId),
      }}
      guard={false}
      save={save}
      onSaved={onBooked}
      onRefused={() => {
        onRefused();
        return false;
      }}
      submitLabel="Book payouts"
      busyLabel="Booking…"
      onCancel={onClose}
    >
      <div className="stack gap-20">
        <SelectField name="method" label="Method" choices={PAYOUT_CHOICES} />
        <FirstCheck />
        <LeftoversField students={listed.first} />
        {listed.students > listed.first.length && (
          <p className="caption">
            The first {formatCount(MAX_PAYOUTS)} of {formatCount(listed.students)} students. Pay
            these out, then open the list again.
          </p>
        )}
      </div>
    </Form>
  );
}

function FirstCheck() {
  const method: unknown = useWatch({ name: 'method' });
  return (
    method === PaymentMethod.check && (
      <TextField
        name="firstCheckNumber"
        label="First check number"
        hint="The others count up from it, in the order of the list."
        inputMode="numeric"
        autoComplete="off"
      />
    )
  );
}
