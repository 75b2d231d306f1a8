import {
  isIsbn13,
  plainCode,
  toUpc,
  withoutPriceDigits,
} from '@pos/contract/stock/article-numbers';
import { CATEGORIES } from '@pos/contract/stock/inventory';
import { NewTitle } from '@pos/contract/stock/titles';
import {
  ReceiptLineChange,
  ReceiptReversal,
  ReceiptScan,
  type Receipt,
  type ReceiptLine,
} from '@pos/contract/stock/warehouse/receipts';
import { hasDuty } from '@pos/contract/permissions';
import { pluralize } from '@pos/contract/values/counts';
import { z } from 'zod';
import { newId } from '#web/lib/input/new-id.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';
import { TextField, TextareaField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import {
  titleChoices,
  useAddScannedTitle,
  useChangeReceiptLine,
  useReverseReceipt,
  useScanIntoReceipt,
} from './receipts.data.ts';

const wholeNumber = 'Quantity must be a whole number greater than 0.';
const Units = z.strictObject({
  titleId: z.uuid('Choose a title.'),
  quantity: ReceiptScan.shape.quantity.unwrap().pipe(z.number(wholeNumber)),
});

type DialogProps = { receiptId: string; isDamaged: boolean; onClose: () => void };

/** Adds units of a title that is found by search. */
export function AddUnitsDialog({ receiptId, isDamaged, onClose }: DialogProps) {
  const { mutateAsync } = useScanIntoReceipt(receiptId);
  return (
    <FormDialog
      title={isDamaged ? 'Add damaged units' : 'Add units'}
      schema={Units}
      values={{ titleId: '', quantity: 1 }}
      save={(units) => mutateAsync({ ...units, scanId: newId(), damaged: isDamaged })}
      onSaved={(answer) => {
        if (answer.outcome === 'counted') toast.ok({ title: answer.line.title });
        onClose();
      }}
      submitLabel="Add units"
      onClose={onClose}
    >
      <AsyncSelectField
        name="titleId"
        label="Title"
        choices={titleChoices}
        placeholder="Title, author, SKU, ISBN or UPC"
        detail={({ sku, warehouseQty }) => `${sku} · ${warehouseQty} in the warehouse`}
      />
      <QuantityField name="quantity" label="Quantity" />
    </FormDialog>
  );
}

/** Adds the title of an unknown code, and the unit that was scanned. */
export function AddScannedTitle({
  receiptId,
  code,
  isDamaged,
  onAdded,
  onClose,
}: DialogProps & { code: string; onAdded: (() => void) | undefined }) {
  const add = useAddScannedTitle();
  const { mutateAsync: scan } = useScanIntoReceipt(receiptId);
  const number = plainCode(withoutPriceDigits(code));
  const isbn13 = isIsbn13(number) ? number : '';
  const upc = toUpc(number) ?? '';
  return (
    <FormDialog
      title="Add this title"
      schema={NewTitle}
      values={{
        title: '',
        author: '',
        category: '' as const,
        isbn13,
        upc,
        sku: isbn13 || upc ? '' : code,
        priceCents: null,
      }}
      save={async (title) => {
        const added = await add.mutateAsync(title);
        await scan({ scanId: newId(), titleId: added.id, damaged: isDamaged });
        return added;
      }}
      onSaved={({ title }) => {
        toast.ok({ title: `${title} added`, detail: 'One unit is counted.' });
        onAdded?.();
        onClose();
      }}
      submitLabel="Add title"
      onClose={onClose}
    >
      <TextField name="title" label="Title" autoComplete="off" />
      <TextField name="author" label="Author" note="optional" autoComplete="off" />
      <SelectField
        name="category"
        label="Category"
        choices={CATEGORIES.map((value) => ({ value, label: value }))}
      />
      <NumberField name="priceCents" label="Price" prefix="$" decimals={2} scaled />
      <TextField name="isbn13" label="ISBN" note="optional" mono />
      <TextField name="upc" label="UPC" note="optional" mono />
      <TextField name="sku" label="SKU" note="optional" mono />
    </FormDialog>
  );
}

const Correction = ReceiptLineChange.pick({ goodQty: true, damagedQty: true, costCents: true });

type ChangeLineDialogProps = { receiptId: string; line: ReceiptLine; onClose: () => void };

/** Corrects the units of a line, and its cost for those who see costs. */
export function ChangeLineDialog({ receiptId, line, onClose }: ChangeLineDialogProps) {
  const seesCosts = hasDuty(useRights(), 'see_costs');
  const change = useChangeReceiptLine(receiptId);
  const { titleId, title, goodQty, damagedQty, costCents } = line;
  return (
    <FormDialog
      title={title}
      schema={Correction}
      values={{ goodQty, damagedQty, ...(seesCosts && { costCents }) }}
      save={(values) =>
        change.mutateAsync({
          scanId: newId(),
          titleId,
          goodQty: values.goodQty,
          damagedQty: values.damagedQty,
          ...(seesCosts && { costCents: values.costCents ?? null }),
          seenGoodQty: goodQty,
          seenDamagedQty: damagedQty,
        })
      }
      onSaved={() => {
        toast.ok({ title: `${title} corrected` });
        onClose();
      }}
      submitLabel="Save"
      saveWith="button"
      onClose={onClose}
    >
      <QuantityField name="goodQty" label="Good" lowest={0} />
      <QuantityField name="damagedQty" label="Damaged" lowest={0} />
      {seesCosts && (
        <NumberField
          name="costCents"
          label="Cost of one unit"
          note="optional"
          prefix="$"
          decimals={2}
          scaled
        />
      )}
    </FormDialog>
  );
}

/** Reverses a booked receipt, with the reason. */
export function ReverseDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const { id, number, goodQty } = receipt;
  const reverse = useReverseReceipt(id);
  return (
    <FormDialog
      title={`Reverse ${number}?`}
      schema={ReceiptReversal}
      values={{ reason: '' }}
      save={reverse.mutateAsync}
      onSaved={() => {
        toast.ok({ title: `${number} reversed` });
        onClose();
      }}
      submitLabel={`Reverse ${number}`}
      isDanger
      onClose={onClose}
    >
      <p>
        {pluralize(goodQty, 'unit leaves', 'units leave')} the warehouse again. It cannot be booked
        a second time.
      </p>
      <TextareaField name="reason" label="Reason" />
    </FormDialog>
  );
}
