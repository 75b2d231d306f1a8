import type { Carton } from '@pos/contract/stock/cartons';
import { pluralize } from '@pos/contract/values/counts';
import { z } from 'zod';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { correctionWords } from './carton-words.ts';
import { useCorrectCarton } from './cartons.data.ts';

const whole = 'Enter a whole number, 0 or more.';
const Units = z.int(whole).min(0, whole);

type CorrectionDialogProps = {
  carton: Carton;
  content: Carton['contents'][number];
  fairId: string;
  onClose: () => void;
};

/** Corrects how many units of a title were not in a carton or arrived damaged. */
export function CorrectionDialog({ carton, content, fairId, onClose }: CorrectionDialogProps) {
  const { mutateAsync: correct } = useCorrectCarton(fairId);
  const { titleId, title, qty, shortQty, damagedQty } = content;
  const schema = z
    .strictObject({ shortQty: Units, damagedQty: Units })
    .refine((units) => units.shortQty + units.damagedQty <= qty, {
      path: ['shortQty'],
      message: `The carton was packed with ${qty}. Short and damaged cannot be more.`,
    });
  return (
    <FormDialog
      title={`Correct ${title}`}
      onClose={onClose}
      schema={schema}
      values={{ shortQty, damagedQty }}
      save={(units) => correct({ id: carton.id, titles: [{ titleId, ...units }] })}
      onSaved={({ contents }) => {
        const after = contents.find((each) => each.titleId === titleId);
        toast.ok({
          title: 'Carton corrected',
          detail: `${carton.code}, ${title}: ${(after && correctionWords(after)) || 'complete and sound'}`,
        });
        onClose();
      }}
      submitLabel="Save the correction"
    >
      <p>
        Packed in carton {carton.code}: {pluralize(qty, 'unit', 'units')}. Short and damaged units
        leave the fair&rsquo;s stock.
      </p>
      <QuantityField name="shortQty" label="Not in the carton" lowest={0} highest={qty} />
      <QuantityField name="damagedQty" label="Damaged" lowest={0} highest={qty} />
    </FormDialog>
  );
}
