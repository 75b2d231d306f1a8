import { type Receipt, ReceiptFacts, receiptsApi } from '@pos/contract/stock/warehouse/receipts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { ReceiptFactsFields } from './receipt-facts-fields.tsx';
import { useDiscardReceipt, useUpdateReceipt } from './receipts.data.ts';

/** Buttons of a receipt, by its state. */
export function ReceiptActions({ receipt }: { receipt: Receipt }) {
  const { id, number, state } = receipt;
  const { opened, open, close } = useOpened<'edit' | 'discard'>();
  const discard = useDiscardReceipt(id);
  if (state !== 'open') return null;
  return (
    <Allowed to={receiptsApi.discard}>
      <Button onClick={() => open('edit')}>Edit</Button>
      <Button variant="danger" onClick={() => open('discard')}>
        Discard
      </Button>
      {opened === 'edit' && <EditReceipt receipt={receipt} onClose={close} />}
      {opened === 'discard' && (
        <ConfirmDialog
          title={`Discard ${number}?`}
          confirmLabel={`Discard ${number}`}
          isDanger
          confirm={async () => {
            await discard.mutateAsync(undefined);
            toast.ok({ title: `${number} discarded` });
          }}
          onClose={close}
        >
          Its scans change no stock. The number stays in the list as discarded.
        </ConfirmDialog>
      )}
    </Allowed>
  );
}

function EditReceipt({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const { id, number, supplier, reference, receivedOn, isOpening } = receipt;
  const update = useUpdateReceipt(id);
  return (
    <FormDialog
      title={`Edit ${number}`}
      schema={ReceiptFacts}
      values={{ supplier, reference, receivedOn }}
      save={update.mutateAsync}
      onSaved={() => {
        toast.ok({ title: `${number} saved` });
        onClose();
      }}
      submitLabel="Save"
      saveWith="button"
      onClose={onClose}
    >
      <ReceiptFactsFields isOpening={isOpening} />
    </FormDialog>
  );
}
