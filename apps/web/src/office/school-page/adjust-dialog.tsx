import { NewAveDollarEntry } from '@pos/contract/sales/ave-dollars';
import type { School } from '@pos/contract/fairs/schools';
import { formatCents } from '@pos/contract/values/money';
import { useWatch } from 'react-hook-form';
import { BalanceAfter } from '#web/ui/values/balance-after.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useAdjustAveDollars } from './school-page.data.ts';

/** Books one correction in a school's AveDollar ledger. */
export function AdjustDialog({ school, onClose }: { school: School; onClose: () => void }) {
  const adjust = useAdjustAveDollars(school.id);
  return (
    <FormDialog
      title={`Adjust AveDollars of ${school.name}`}
      onClose={onClose}
      schema={NewAveDollarEntry}
      values={{ amountCents: null, note: '' }}
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
    >
      <NumberField
        name="amountCents"
        label="Amount"
        prefix="$"
        decimals={2}
        scaled
        hint="Enter a negative amount to take AveDollars away."
      />
      <AveDollarsAfter balanceCents={school.aveDollarBalanceCents} />
      <TextField name="note" label="Reason" hint="Reasons are permanent." autoComplete="off" />
    </FormDialog>
  );
}

/** Balance after the amount that is being typed. */
function AveDollarsAfter({ balanceCents }: { balanceCents: number }) {
  const changeCents: unknown = useWatch({ name: 'amountCents' });
  return <BalanceAfter owner="The school" balanceCents={balanceCents} changeCents={changeCents} />;
}
