import { type Cashier, CashierChanges } from '@pos/contract/fairs/cashiers';
import { pluralize } from '@pos/contract/values/counts';
import { SecretCodeField } from '#web/ui/fields/passwords/secret-code-field.tsx';
import { TextareaField, TextField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { cashierSheet } from './cashier-sheet.ts';
import { useAddCashiers, useRemoveCashier, useUpdateCashier } from './cashiers.data.ts';

type AddProps = { fairId: string; present: readonly Cashier[]; onClose: () => void };

/** Adds one cashier, or the coordinator's whole sheet. */
export function AddCashiersDialog({ fairId, present, onClose }: AddProps) {
  const add = useAddCashiers(fairId);
  return (
    <FormDialog
      title="Add cashiers"
      onClose={onClose}
      schema={cashierSheet(present.map(({ name }) => name))}
      values={{ sheet: '' }}
      save={async (body) => {
        await add.mutateAsync(body);
        return body.cashiers.length;
      }}
      onSaved={(count) => {
        toast.ok({ title: `${pluralize(count, 'cashier', 'cashiers')} added` });
        onClose();
      }}
      submitLabel="Add cashiers"
      busyLabel="Adding…"
    >
      <TextareaField
        name="sheet"
        label="Names and codes"
        rows={6}
        hint="One cashier per line: name and 4-digit code, as in “Vera Volunteer 4711”. You can paste spreadsheet rows."
      />
    </FormDialog>
  );
}

type CashierProps = { cashier: Cashier; onClose: () => void };

const Changes = CashierChanges.pick({ name: true, secretCode: true });

/** Changes the name of a cashier, or gives a new code. */
export function EditCashierDialog({ cashier, onClose }: CashierProps) {
  const { name, status, version } = cashier;
  const update = useUpdateCashier(cashier.id);
  return (
    <FormDialog
      title={`Edit ${name}`}
      onClose={onClose}
      schema={Changes}
      values={{ name, secretCode: '' }}
      save={(changes) => update.mutateAsync({ ...changes, status, version })}
      onSaved={(saved) => {
        toast.ok({ title: 'Cashier updated', detail: saved.name });
        onClose();
      }}
      submitLabel="Save cashier"
    >
      <TextField name="name" label="Name" autoComplete="off" />
      <SecretCodeField
        name="secretCode"
        label="New secret code"
        hint="Leave blank to keep the code. A new code logs the cashier out at once."
      />
    </FormDialog>
  );
}

/** Removes a cashier after asking. */
export function RemoveCashierDialog({ cashier: { id, name }, onClose }: CashierProps) {
  const remove = useRemoveCashier(id);
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirmLabel="Remove cashier"
      busyLabel="Removing…"
      isDanger
      confirm={async () => {
        await remove.mutateAsync();
        toast.ok({ title: 'Cashier removed', detail: name });
      }}
      onClose={onClose}
    >
      {name} is logged out of registers at once. Orders keep the name.
    </ConfirmDialog>
  );
}
