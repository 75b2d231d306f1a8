import type { Role } from '@pos/contract/staff/roles';
import { pluralize } from '@pos/contract/values/counts';
import { IconCopy, IconEdit, IconTrash, IconUsers } from '@tabler/icons-react';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useDeleteRole } from './roles.data.ts';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';

// Loaded on demand: the list needs no form at first.
const MovePeopleDialog = asidePart(() => import('./move-people-dialog.tsx'), 'MovePeopleDialog');

/** Actions on a role, and their dialogs. */
export function useRoleActions(onDeleted?: () => void) {
  const ownRole = useSession()?.user.role;
  const {
    opened: asked,
    open: setAsked,
    close,
  } = useOpened<{ what: 'delete' | 'move'; role: Role }>();
  const getActions = (role: Role): RowAction[] => {
    const { id, name, people, isSystem } = role;
    const duplicate: RowAction = {
      label: 'Duplicate',
      icon: IconCopy,
      to: pathTo('add-role', {}, { from: id }),
    };
    if (isSystem) return [duplicate];
    return [
      {
        label: 'Edit',
        icon: IconEdit,
        to: pathTo('edit-role', { id }),
        ...(name === ownRole && { blocked: 'You cannot change your own role' }),
      },
      duplicate,
      ...(people > 0
        ? [
            {
              label: `Move ${pluralize(people, 'person', 'people')} to…`,
              icon: IconUsers,
              run: () => setAsked({ what: 'move', role }),
            },
          ]
        : []),
      {
        label: 'Delete',
        icon: IconTrash,
        danger: true,
        ...(people > 0 && { blocked: 'Move its people first' }),
        run: () => setAsked({ what: 'delete', role }),
      },
    ];
  };
  const dialog =
    asked &&
    (asked.what === 'delete' ? (
      <DeleteRole role={asked.role} onDeleted={onDeleted} onClose={close} />
    ) : (
      <MovePeopleDialog role={asked.role} onClose={close} />
    ));
  return { getActions, dialog };
}

type DeleteRoleProps = { role: Role; onDeleted: (() => void) | undefined; onClose: () => void };

function DeleteRole({ role: { id, name }, onDeleted, onClose }: DeleteRoleProps) {
  const remove = useDeleteRole();
  const confirm = async (): Promise<void> => {
    await remove.mutateAsync(id);
    toast.ok({ title: 'Role deleted', detail: name });
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      title={`Delete role ${name}?`}
      confirmLabel={`Delete ${name}`}
      busyLabel="Deleting…"
      isDanger
      confirm={confirm}
      onClose={onClose}
    >
      No one has this role. This cannot be undone.
    </ConfirmDialog>
  );
}
