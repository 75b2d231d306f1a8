import { HeldDecision, type HeldOrder } from '@pos/contract/sales/held-orders';
import { formatCents } from '@pos/contract/values/money';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { HeldContents } from './held-contents.tsx';
import { heldReceiptLine } from './held-words.ts';
import { useDecideHeld } from './orders.data.ts';

type HeldDialogProps = { held: HeldOrder; onClose: () => void };

/** Shows the sums that a release books, and releases the held order. */
export function ReleaseDialog({ held, onClose }: HeldDialogProps) {
  const { mutateAsync: decide } = useDecideHeld(held.id);
  return (
    <FormDialog
      title={`Release ${heldReceiptLine(held)}`}
      size={690}
      onClose={onClose}
      schema={HeldDecision}
      values={{ decision: 'release', reason: '' }}
      save={decide}
      onSaved={({ outcome, booked }) => {
        toast.ok({
          title: `Released as ${outcome?.orderNumber ?? ''}`,
          ...(booked && { detail: `${formatCents(booked.totalCents)} in the books` }),
        });
        onClose();
      }}
      submitLabel="Release order"
      busyLabel="Releasing…"
    >
      <p>
        Books the order as the register sold it: same lines, prices and tax rate, with corrected
        totals. This cannot be undone; errors are corrected by refunds.
      </p>
      <HeldContents held={held} />
      <TextareaField name="reason" label="Reason" note="optional" rows={2} />
    </FormDialog>
  );
}

/** Discards a held order for good, with a reason. */
export function DiscardDialog({ held, onClose }: HeldDialogProps) {
  const { mutateAsync: decide } = useDecideHeld(held.id);
  return (
    <FormDialog
      title={`Discard ${heldReceiptLine(held)}`}
      size={690}
      onClose={onClose}
      schema={HeldDecision}
      values={{ decision: 'discard', reason: '' }}
      save={decide}
      onSaved={() => {
        toast.ok({
          title: `${heldReceiptLine(held)} discarded`,
          detail: 'It stays readable and is not counted in reports.',
        });
        onClose();
      }}
      submitLabel="Discard order"
      busyLabel="Discarding…"
      isDanger
    >
      <p>
        Nothing of this order will be booked: no sale, no payment, no stock. It stays readable under
        Discarded. This cannot be undone.
      </p>
      <HeldContents held={held} />
      <TextareaField name="reason" label="Reason" rows={2} />
    </FormDialog>
  );
}
