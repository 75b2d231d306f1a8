import { NewAveDollarEntry } from '@pos/contract/sales/ave-dollars';
import type { School } from '@pos/contract/fairs/schools';
import { formatCents } from '@pos/contract/values/money';
import { useWatch } from 'react-hook-form';
import { BalanceAfter } from '#web/ui/values/balance-after.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
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
        <div className="stack gap-20">
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
        </div>
      </Form>
    </Dialog>
  );
}

/** Balance after the amount that is being typed. */
function AveDollarsAfter({ balanceCents }: { balanceCents: number }) {
  const changeCents: unknown = useWatch({ name: 'amountCents' });
  return <BalanceAfter owner="The school" balanceCents={balanceCents} changeCents={changeCents} />;
}
