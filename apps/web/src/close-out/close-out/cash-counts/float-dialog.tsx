import { NewFloatCount, type CashCountDay } from '@pos/contract/close-out/cash-counts';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { useSession } from '#web/lib/session/session.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { SegmentField } from '#web/ui/fields/segment-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useAddFloatCount } from '../close-out.data.ts';
import * as styles from '#web/ui/fields/fields.module.css';

const DIRECTIONS = [
  { value: 'in', label: 'Counted in' },
  { value: 'out', label: 'Counted out' },
] as const;

/** Records the float two people counted into the drawers of a day, or out of them. */
export function FloatDialog({
  fairId,
  day: { businessDay, weekday, floatIn, floatOut },
  onClose,
}: {
  fairId: string;
  day: CashCountDay;
  onClose: () => void;
}) {
  const add = useAddFloatCount();
  const signer = useSession()?.user.name ?? '';
  const known = [
    floatIn && `${formatCents(floatIn.amountCents)} in`,
    floatOut && `${formatCents(floatOut.amountCents)} out`,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <FormDialog
      title={`Float: ${weekday} ${formatDay(businessDay)}`}
      onClose={onClose}
      schema={NewFloatCount}
      values={{
        fairId,
        businessDay,
        direction: floatIn ? 'out' : 'in',
        amountCents: undefined,
        countedBy: floatIn?.countedBy ?? signer,
        secondPerson: floatIn?.secondPerson ?? '',
        note: '',
      }}
      save={add.mutateAsync}
      onSaved={() => {
        toast.ok({ title: 'Float saved', detail: `${weekday} ${formatDay(businessDay)}` });
        onClose();
      }}
      submitLabel="Save float"
      draft
    >
      <p>
        Change put into the drawers before selling and taken out before the evening count. It is not
        sales money, so expected cash and deposits do not include it.
      </p>
      {known && <p>Counted so far: {known}. A new count of the same kind replaces it.</p>}
      <SegmentField name="direction" label="Float" choices={DIRECTIONS} />
      <NumberField name="amountCents" label="Amount" prefix="$" decimals={2} scaled />
      <div className={styles.pair}>
        <TextField name="countedBy" label="Counted by" autoComplete="off" />
        <TextField name="secondPerson" label="Second person" autoComplete="off" />
      </div>
      <TextField name="note" label="Note" note="optional" />
    </FormDialog>
  );
}
