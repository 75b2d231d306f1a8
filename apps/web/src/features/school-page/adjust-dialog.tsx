import { NewAveDollarEntry } from '@pos/contract/ave-dollars';
import type { School } from '@pos/contract/schools';
import { formatCents } from '@pos/contract/values/money';
import { useWatch } from 'react-hook-form';
import { Dialog } from '#web/ui/dialog.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useAdjustAveDollars } from './school-page.data.ts';

/** Books one correction in a school's AveDollar ledger. */
export function AdjustDialog({ school, onClose }: { school: School; onClose: () => void }) {
  const adjust = useAdjustAveDollars(school.id);
  return (
    <Dialog title={`Adjust AveDollars of ${school.name}`} onClose={onClose}>
      <Form
        schema={NewAveDollarEntry}
        values={{ amountCents: null, note: '' }}
        guard={false}
        save={adjust.mutateAsync}
        onSaved={({ aveDollarBalanceCents }) => {
          toast.ok({
            title: 'Entry booked',
            detail: `The school has ${formatCents(aveDollarBalanceCents)} in AveDollars.`,
          });
          onClose();
        }}
        submitLabel="Book entry"
        busyLabel="Booking…"
        onCancel={onClose}
      >
        <div className="form-stack">
          <NumberField
            name="amountCents"
            label="Amount"
            prefix="$"
            decimals={2}
            scaled
            hint="Enter a negative amount to take AveDollars away."
          />
          <BalanceAfter balanceCents={school.aveDollarBalanceCents} />
          <TextField name="note" label="Reason" hint="Reasons are permanent." autoComplete="off" />
        </div>
      </Form>
    </Dialog>
  );
}

function BalanceAfter({ balanceCents }: { balanceCents: number }) {
  const amount: unknown = useWatch({ name: 'amountCents' });
  const after = balanceCents + (typeof amount === 'number' ? amount : 0);
  return (
    <p className="caption" role="status">
      {after < 0
        ? `The school has only ${formatCents(balanceCents)}.`
        : `${formatCents(balanceCents)} now, ${formatCents(after)} after it.`}
    </p>
  );
}
