import { ApiError } from '@pos/contract/client';
import { fairsApi, type Fair } from '@pos/contract/fairs/fairs';
import { allows } from '@pos/contract/permissions';
import { IconCopy, IconToggleLeft, IconToggleRight, IconTrash } from '@tabler/icons-react';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useAsk } from '#web/ui/hooks/use-ask.ts';
import { useStatusToggle } from '#web/ui/form/use-status-toggle.ts';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { CLOSED_OUT, useChangeFairStatus, useDeleteFair } from './fairs.data.ts';

/** Action that leads on the page of an inactive fair. */
export const ACTIVATE = 'Activate';

/** Actions on a fair other than editing, and their dialogs. Empty without the right. */
export function useFairActions(onDeleted?: () => void) {
  const mayEdit = allows(fairsApi.update.access, useRights());
  const { opened: doomed, open: setDoomed, close } = useOpened<Fair>();
  const { change, dialog: question } = useAskedStatus();
  const toggle = useStatusToggle('Fair', change);

  const getActions = (fair: Fair): RowAction[] => {
    if (!mayEdit) return [];
    const isActive = fair.status === 'active';
    const frozen = fair.closeOutState === 'finished' && { blocked: CLOSED_OUT };
    return [
      { label: 'Copy as new', icon: IconCopy, to: pathTo('add-fair', {}, { copy: fair.id }) },
      {
        label: isActive ? 'Deactivate' : ACTIVATE,
        icon: isActive ? IconToggleLeft : IconToggleRight,
        ...frozen,
        run: () => toggle(fair, fair.name),
      },
      {
        label: 'Delete',
        icon: IconTrash,
        danger: true,
        ...frozen,
        ...(fair.orders > 0 && { blocked: 'It has orders. Deactivate it instead' }),
        run: () => setDoomed(fair),
      },
    ];
  };
  const dialog = (
    <>
      {doomed && <DeleteFair fair={doomed} onDeleted={onDeleted} onClose={close} />}
      {question}
    </>
  );
  return { getActions, dialog };
}

/**
 * Changes the status of a fair, asking first if confirmation is needed; resolves to false if
 * canceled.
 */
function useAskedStatus() {
  const { mutateAsync } = useChangeFairStatus();
  const { ask, dialog } = useAsk();
  const change = async (call: { id: string; status: Fair['status'] }): Promise<boolean> => {
    try {
      await mutateAsync(call);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.refusal.code !== 'CONFIRMATION_NEEDED') throw error;
      const warnings = error.refusal.warnings ?? [];
      const isSure = await ask<boolean>((answer) => (
        <ConfirmDialog
          title="Deactivate a live fair?"
          confirmLabel="Deactivate"
          confirm={async () => answer(true)}
          onClose={() => answer(false)}
        >
          {warnings.map(({ code, text }) => (
            <p key={code}>{text}</p>
          ))}
        </ConfirmDialog>
      ));
      if (isSure) await mutateAsync({ ...call, confirm: true });
      return isSure;
    }
  };
  return { change, dialog };
}

type DeleteFairProps = { fair: Fair; onDeleted: (() => void) | undefined; onClose: () => void };

function DeleteFair({ fair, onDeleted, onClose }: DeleteFairProps) {
  const remove = useDeleteFair();
  const confirm = async (): Promise<void> => {
    await remove.mutateAsync(fair.id);
    toast.ok({ title: 'Fair deleted', detail: fair.name });
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      title={`Delete ${fair.name}?`}
      confirmLabel="Delete fair"
      busyLabel="Deleting…"
      isDanger
      confirm={confirm}
      onClose={onClose}
    >
      {fair.identifier} is removed from the list and the calendar, and its planned devices are free
      again. Only a fair without any activity can be deleted. This cannot be undone.
    </ConfirmDialog>
  );
}
