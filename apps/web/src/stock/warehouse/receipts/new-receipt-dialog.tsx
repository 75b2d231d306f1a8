import { NewReceipt } from '@pos/contract/stock/warehouse/receipts';
import { today } from '@pos/contract/values/clock';
import { useNavigate } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { HERE } from '#web/lib/input/time.ts';
import { SegmentField } from '#web/ui/fields/segment-field.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { documentPath } from '../warehouse-paths.ts';
import { ReceiptFactsFields } from './receipt-facts-fields.tsx';
import { useOpenReceipt } from './receipts.data.ts';

const KINDS = [
  { value: 'delivery', label: 'Delivery' },
  { value: 'opening', label: 'Opening stock' },
];

const Schema = NewReceipt.omit({ isOpening: true, continuesId: true }).extend({
  kind: z.enum(['delivery', 'opening']),
});

/** Opens a receipt and leads to its page. */
export function NewReceiptDialog({ onClose }: { onClose: () => void }) {
  const open = useOpenReceipt();
  const navigate = useNavigate();
  return (
    <FormDialog
      title="New receipt"
      schema={Schema}
      values={{ kind: 'delivery', supplier: '', reference: '', receivedOn: today(HERE) }}
      save={({ kind, ...facts }) =>
        open.mutateAsync(
          kind === 'opening' ? { isOpening: true, receivedOn: facts.receivedOn } : facts,
        )
      }
      onSaved={({ id }) => void navigate({ href: documentPath('receipts', id) })}
      submitLabel="Open receipt"
      onClose={onClose}
    >
      <SegmentField
        name="kind"
        label="Books come from"
        choices={KINDS}
        hint="Opening stock is what the warehouse already has on the first day."
      />
      <KindFields />
    </FormDialog>
  );
}

function KindFields() {
  const kind: unknown = useWatch({ name: 'kind' });
  return <ReceiptFactsFields isOpening={kind === 'opening'} />;
}
