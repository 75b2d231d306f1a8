import { StockTransfer } from '@pos/contract/stock/adjustments';
import type { AdjustedLine, FairLine } from '@pos/contract/stock/inventory';
import { pluralize } from '@pos/contract/values/counts';
import { formatDayRange } from '@pos/contract/values/days';
import { useWatch } from 'react-hook-form';
import { openFairChoices } from '#web/fairs/fairs/fairs.data.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { StockChangePreview } from './stock-change-preview.tsx';
import { useUpdateLine } from './inventory.data.ts';
import { changeWords, meanwhileWords, trueOnHand } from './change-words.ts';

type TransferDialogProps = { fairId: string; line: FairLine; onClose: () => void };

/** Moves units of a title to another fair. */
export function TransferDialog({ fairId, line, onClose }: TransferDialogProps) {
  const { mutateAsync: update } = useUpdateLine();
  const seen = trueOnHand(line);
  const takeBack = async (moved: AdjustedLine, units: number): Promise<void> => {
    if (!moved.transfer) return;
    try {
      await update({
        id: moved.transfer.lineId,
        operation: 'transfer',
        toFairId: fairId,
        updatedQuantity: units,
        seenQuantity: moved.transfer.onHand,
        note: 'Undo of the last transfer',
      });
      toast.ok({ title: 'Transfer undone', detail: line.title });
    } catch (error) {
      toast.bad({
        title: `${line.title} could not be transferred back`,
        detail: failureText(error).message,
      });
    }
  };
  return (
    <FormDialog
      title={`Transfer ${line.title}`}
      onClose={onClose}
      schema={StockTransfer}
      values={{
        operation: 'transfer',
        toFairId: '',
        updatedQuantity: undefined,
        seenQuantity: seen,
        note: '',
      }}
      save={async (body) => ({
        moved: await update({ ...body, id: line.id }),
        units: body.updatedQuantity,
      })}
      onSaved={({ moved, units }) => {
        const detail = [changeWords(moved), meanwhileWords(moved, seen)].filter(Boolean).join('. ');
        toast.ok({
          title: `${pluralize(units, 'unit', 'units')} of ${line.title} moved to ${moved.transfer?.fairName ?? ''}`,
          detail,
          undo: () => void takeBack(moved, units),
        });
        onClose();
      }}
      submitLabel="Transfer"
      busyLabel="Transferring…"
    >
      <AsyncSelectField
        name="toFairId"
        label="To fair"
        choices={openFairChoices(fairId)}
        detail={({ schoolName, startDate, endDate }) =>
          `${schoolName}, ${formatDayRange(startDate, endDate)}`
        }
      />
      <QuantityField name="updatedQuantity" label="Updated Quantity" />
      <TransferEquation onHand={seen} />
      <TextareaField name="note" label="Note" note="optional" rows={2} />
    </FormDialog>
  );
}

function TransferEquation({ onHand }: { onHand: number }) {
  const units: unknown = useWatch({ name: 'updatedQuantity' });
  return <StockChangePreview onHand={onHand} verb="Transfer" units={units} sign={-1} />;
}
