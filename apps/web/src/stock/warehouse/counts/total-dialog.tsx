import type { CountTitle } from '@pos/contract/stock/warehouse/count-scans';
import { MAX_UNITS } from '@pos/contract/limits';
import { z } from 'zod';
import { newId } from '#web/lib/input/new-id.ts';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { useScan } from './counts.data.ts';

const TOTAL = 'Enter a whole number from 0 to 9,999,999.';
const Schema = z.object({ total: z.int(TOTAL).min(0, TOTAL).max(MAX_UNITS, TOTAL) });

type TotalDialogProps = {
  countId: string;
  title: Pick<CountTitle, 'titleId' | 'title'>;
  countedQty: number | null;
  onClose: () => void;
};

/** Asks how many units of a title there are altogether. */
export function TotalDialog({ countId, title, countedQty, onClose }: TotalDialogProps) {
  const { mutateAsync } = useScan(countId);
  return (
    <FormDialog
      title={title.title}
      schema={Schema}
      values={{ total: countedQty }}
      save={({ total }) => mutateAsync({ scanId: newId(), titleId: title.titleId, total })}
      onSaved={onClose}
      submitLabel="Set total"
      onClose={onClose}
    >
      <NumberField
        name="total"
        label="Units altogether"
        hint="On all shelves, instead of what was scanned so far."
      />
    </FormDialog>
  );
}
