import { uploadsApi } from '@pos/contract/uploads';
import { Allowed } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useAsk } from '#web/ui/use-ask.ts';
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
