import { CountBooking } from '@pos/contract/stock/warehouse/count-booking';
import {
  COUNT_REASONS,
  type CountReason,
  FEW_REASONS,
  MANY_REASONS,
} from '@pos/contract/stock/warehouse/count-reasons';
import type { Count, CountDetails } from '@pos/contract/stock/warehouse/counts';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useBookCount } from './counts.data.ts';

const choices = (reasons: readonly CountReason[]) =>
  reasons.map((value) => ({ value, label: COUNT_REASONS[value] }));
export const FEW_CHOICES = choices(FEW_REASONS);
export const MANY_CHOICES = choices(MANY_REASONS);

const Schema = CountBooking.omit({ chosen: true });
type Group = NonNullable<CountBooking['chosen']>[number];

type BookDialogProps = {
  count: CountDetails;
  /** Titles with a reason of their own. */
  groups: readonly Group[];
  onClose: () => void;
};

/** Books the differences of a count, with the reason of each side and its value at retail. */
export function BookDialog({ count, groups, onClose }: BookDialogProps) {
  const { id, number, version, few, many } = count;
  const book = useBookCount(id);
  const hasReasons = (side: 'few' | 'many') =>
    groups.filter((group) => group[side]).reduce((sum, { titleIds }) => sum + titleIds.length, 0);
  const asks = {
    few: (few?.titles ?? 0) > hasReasons('few'),
    many: (many?.titles ?? 0) > hasReasons('many'),
  };
  return (
    <FormDialog
      title={`Book ${number}`}
      schema={Schema}
      values={{
        version,
        few: asks.few ? ({ reason: '', note: '' } as never) : undefined,
        many: asks.many ? ({ reason: '', note: '' } as never) : undefined,
      }}
      save={(values) => book.mutateAsync({ ...values, chosen: [...groups] })}
      onSaved={() => {
        toast.ok({ title: `${number} booked` });
        onClose();
      }}
      submitLabel="Book differences"
      busyLabel="Booking…"
      onClose={onClose}
    >
      <p>The stock of the warehouse changes at once. A booked count cannot be changed.</p>
      <SideFields side="few" sum={few} isAsked={asks.few} />
      <SideFields side="many" sum={many} isAsked={asks.many} />
      {groups.length > 0 && (
        <p className="caption">
          {pluralize(hasReasons('few') + hasReasons('many'), 'title has', 'titles have')} a reason
          of their own.
        </p>
      )}
    </FormDialog>
  );
}

type SideFieldsProps = { side: 'few' | 'many'; sum: Count['few']; isAsked: boolean };

function SideFields({ side, sum, isAsked }: SideFieldsProps) {
  if (!sum || sum.titles === 0) return null;
  const words = side === 'few' ? 'Too few' : 'Too many';
  return (
    <div className="stack gap-12">
      <p>
        <b>{words}:</b> {pluralize(sum.titles, 'title')}, {pluralize(sum.units, 'unit')},{' '}
        {formatCents(sum.valueCents)} at retail
      </p>
      {isAsked && (
        <>
          <SelectField
            name={`${side}.reason`}
            label={`Reason of too ${side}`}
            choices={side === 'few' ? FEW_CHOICES : MANY_CHOICES}
          />
          <TextareaField
            name={`${side}.note`}
            label={`Note on too ${side}`}
            note="optional"
            rows={2}
          />
        </>
      )}
    </div>
  );
}
