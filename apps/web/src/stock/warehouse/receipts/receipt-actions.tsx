import { type Receipt, receiptsApi } from '@pos/contract/stock/warehouse/receipts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useDiscardReceipt } from './receipts.data.ts';

/** Buttons of a receipt, by its state. */
export function ReceiptActions({ receipt: { id, number, state } }: { receipt: Receipt }) {
  const { opened, open, close } = useOpened<'discard'>();
  const discard = useDiscardReceipt(id);
  if (state !== 'open') return null;
  return (
    <Allowed to={receiptsApi.discard}>
      <Button variant="danger" onClick={() => open('discard')}>
        Discard
      </Button>
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
