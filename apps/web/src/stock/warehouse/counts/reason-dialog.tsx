import { CountBooking } from '@pos/contract/stock/warehouse/count-booking';
import type { CountLine } from '@pos/contract/stock/warehouse/counts';
import { pluralize } from '@pos/contract/values/counts';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FEW_CHOICES, MANY_CHOICES } from './book-dialog.tsx';

type Group = NonNullable<CountBooking['chosen']>[number];
const Schema = CountBooking.pick({ few: true, many: true });

type ReasonDialogProps = {
  lines: readonly CountLine[];
  onChosen: (group: Group) => void;
  onClose: () => void;
};

/** Asks for the reason of chosen lines, for each side among them. It is booked with the count. */
export function ReasonDialog({ lines, onChosen, onClose }: ReasonDialogProps) {
  const differing = lines.filter(({ difference }) => (difference ?? 0) !== 0);
  const blank = { reason: '', note: '' } as never;
  const sides = {
    few: differing.some(({ difference }) => difference! < 0),
    many: differing.some(({ difference }) => difference! > 0),
  };
  return (
    <FormDialog
      title={`Reason of ${pluralize(differing.length, 'title')}`}
      schema={Schema}
      values={{ few: sides.few ? blank : undefined, many: sides.many ? blank : undefined }}
      save={(reasons) =>
        Promise.resolve({ titleIds: differing.map(({ titleId }) => titleId), ...reasons })
      }
      onSaved={(group) => {
        onChosen(group);
        onClose();
      }}
      submitLabel="Use this reason"
      onClose={onClose}
    >
      {differing.length === 0 && <p>None of these titles differs.</p>}
      {(['few', 'many'] as const).map(
        (side) =>
          sides[side] && (
            <div key={side} className="stack gap-12">
              <SelectField
                name={`${side}.reason`}
                label={`Reason of too ${side}`}
                choices={side === 'few' ? FEW_CHOICES : MANY_CHOICES}
              />
              <TextareaField name={`${side}.note`} label="Note" note="optional" rows={2} />
            </div>
          ),
      )}
    </FormDialog>
  );
}
