import { uploadsApi } from '@pos/contract/imports/uploads';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useAsk } from '#web/ui/hooks/use-ask.ts';
import { useUndoUpload } from './uploads.data.ts';

/** Undoes an import after asking; if something depends on it, the dialog says what. */
export function UndoUpload({ jobId, effect }: { jobId: string; effect: string }) {
  const { ask, dialog } = useAsk();
  const undo = useUndoUpload();
  const open = (): void =>
    void ask<undefined>((answer) => (
      <ConfirmDialog
        title="Undo this import?"
        confirmLabel="Undo this import"
        busyLabel="Undoing…"
        confirm={async () => {
          await undo.mutateAsync(jobId);
          toast.ok('Upload undone');
        }}
        onClose={() => answer(undefined)}
      >
        {effect}
      </ConfirmDialog>
    ));
  return (
    <Allowed to={uploadsApi.undo}>
      <Button variant="tertiary" onClick={open}>
        Undo this import
      </Button>
      {dialog}
    </Allowed>
  );
}
