import { CloseOutAction, type CloseOut } from '@pos/contract/close-out/close-out';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { formatCents } from '@pos/contract/values/money';
import { z } from 'zod';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { TextareaField, TextField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useFinishOrRevert } from './close-out.data.ts';

type RevertDialogProps = {
  fair: FairDetails;
  standing: NonNullable<CloseOut['standing']>;
  onClose: () => void;
};

/** Reopens a closed-out fair. Requires a reason and typing its identifier. */
export function RevertDialog({ fair, standing, onClose }: RevertDialogProps) {
  const revert = useFinishOrRevert(fair.id);
  const { number, profitOption, profitCents } = standing;
  const takesBack = profitOption === 'ave_dollar' && profitCents > 0;
  return (
    <Dialog title={`Revert the close-out of ${fair.name}?`} onClose={onClose}>
      <div className="stack">
        <p>
          Close-out v{number} stays in the history. The fair opens again: late orders can be
          released, refunds booked and stock changed, and its counted returns are back on the fair
          until it is finished again.
        </p>
        {takesBack && (
          <Notice kind="warn">
            {formatCents(profitCents)} in AveDollars are taken back from the school. If it has
            already spent them, the close-out cannot be reverted until such a purchase is refunded.
          </Notice>
        )}
        <Form
          schema={revertSchema(fair.identifier)}
          values={{ reason: '', identifier: '' }}
          save={({ reason }) => revert.mutateAsync({ action: 'revert', reason, confirm: true })}
          onSaved={() => {
            toast.ok({ title: 'Close-out reverted', detail: `${fair.name} is open again.` });
            onClose();
          }}
          submitLabel="Revert close-out"
          busyLabel="Reverting…"
          isDanger
          guard={false}
          draft
          onCancel={onClose}
        >
          <div className="stack gap-20">
            <TextareaField
              name="reason"
              label="Reason"
              hint="5 to 255 characters. Shown in the history and in the activity."
            />
            <TextField
              name="identifier"
              label={`Type ${fair.identifier} to confirm`}
              mono
              spellCheck={false}
              autoComplete="off"
            />
          </div>
        </Form>
      </div>
    </Dialog>
  );
}

function revertSchema(identifier: string) {
  const isTyped = (text: string) => text.trim().toLowerCase() === identifier.toLowerCase();
  return z.strictObject({
    reason: z
      .string()
      .min(5, 'Enter a reason of 5 to 255 characters.')
      .pipe(CloseOutAction.shape.reason.unwrap().unwrap()),
    identifier: z.string().refine(isTyped, `Type ${identifier} to confirm.`),
  });
}
