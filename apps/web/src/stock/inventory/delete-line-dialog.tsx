import type { FairLine } from '@pos/contract/stock/inventory';
import { pluralize } from '@pos/contract/values/counts';
import { toast } from '#web/ui/messages/toast.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { useDeleteLine } from './inventory.data.ts';

/** Asks before a title is deleted from its fair. */
export function DeleteLineDialog({ line, onClose }: { line: FairLine; onClose: () => void }) {
  const remove = useDeleteLine();
  const confirm = async (): Promise<void> => {
    await remove.mutateAsync(line.id);
    toast.ok({ title: 'Title deleted from this fair', detail: line.title });
  };
  return (
    <ConfirmDialog
      title={`Delete ${line.title} from this fair?`}
      confirmLabel="Delete title"
      busyLabel="Deleting…"
      isDanger
      confirm={confirm}
      onClose={onClose}
    >
      {line.onHand > 0
        ? `${pluralize(line.onHand, 'unit goes', 'units go')} back to the warehouse.`
        : 'Nothing is on hand.'}{' '}
      Its cartons no longer list it. This cannot be undone.
    </ConfirmDialog>
  );
}
