import { AdjustmentReason, StockAdjustment } from '@pos/contract/stock/adjustments';
import { ApiError } from '@pos/contract/client';
import type { AdjustedLine, FairLine } from '@pos/contract/stock/inventory';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';
import { SegmentField } from '#web/ui/fields/segment-field.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { StockChangePreview } from './stock-change-preview.tsx';
import { trueOnHand } from './change-words.ts';
import { REASONS } from './stock-words.ts';
import { useSayChange } from './use-say-change.ts';
import { useUpdateLine } from './inventory.data.ts';

const OPERATIONS = [
  { value: 'add', label: 'Add', icon: IconPlus },
  { value: 'remove', label: 'Remove', icon: IconMinus },
];
const REASON_CHOICES = AdjustmentReason.options.map((value) => ({ value, label: REASONS[value] }));

type AdjustFormProps = {
  line: FairLine;
  onClose: () => void;
  /** Below the fields, above the buttons. */
  children: ReactNode;
};

/**
 * Adds units to a line or removes them. Sends the difference together with the quantity seen; the
 * server applies it to the current quantity.
 */
export function AdjustForm({ line, onClose, children }: AdjustFormProps) {
  const update = useUpdateLine();
  const say = useSayChange();
  const queryClient = useQueryClient();
  const [label, setLabel] = useState('Adjust');
  const seen = trueOnHand(line);
  const save = async (
    body: StockAdjustment,
  ): Promise<{ answer: AdjustedLine; body: StockAdjustment }> => ({
    answer: await update.mutateAsync({ ...body, id: line.id }),
    body,
  });
  return (
    <Form
      schema={StockAdjustment}
      values={{
        operation: 'remove',
        updatedQuantity: undefined,
        seenQuantity: seen,
        reason: '',
        note: '',
      }}
      guard={false}
      save={save}
      onSaved={({ answer, body }) => {
        say(answer, body);
        onClose();
      }}
      onRefused={(error) => {
        // The quantity shown is outdated: refresh the list and this form.
        if (
          error instanceof ApiError &&
          ['STOCK_INSUFFICIENT', 'STALE_QUANTITY'].includes(error.refusal.code)
        )
          void queryClient.invalidateQueries({ queryKey: ['inventory'] });
        return false;
      }}
      submitLabel={label}
      onCancel={onClose}
    >
      <div className="stack gap-20">
        <AdjustFields onHand={seen} setLabel={setLabel} />
      </div>
      {children}
    </Form>
  );
}

function AdjustFields({ onHand, setLabel }: { onHand: number; setLabel: (label: string) => void }) {
  const { setValue } = useFormContext();
  const [operation, units, reason] = useWatch({
    name: ['operation', 'updatedQuantity', 'reason'],
  }) as unknown[];
  const verb = operation === 'add' ? 'Add' : 'Remove';
  useEffect(() => setValue('seenQuantity', onHand), [setValue, onHand]);
  useEffect(
    () => setLabel(typeof units === 'number' && units > 0 ? `${verb} ${units}` : `${verb} units`),
    [setLabel, verb, units],
  );
  return (
    <>
      <SegmentField name="operation" label="Change" choices={OPERATIONS} />
      <QuantityField name="updatedQuantity" label="Updated Quantity" />
      <StockChangePreview
        onHand={onHand}
        verb={verb}
        units={units}
        sign={operation === 'add' ? 1 : -1}
      />
      <SelectField name="reason" label="Reason" choices={REASON_CHOICES} />
      <TextareaField
        name="note"
        label="Note"
        rows={2}
        {...(reason !== 'other' && { note: 'optional' })}
      />
    </>
  );
}
