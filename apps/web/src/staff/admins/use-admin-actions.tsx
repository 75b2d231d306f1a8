import { adminsApi, type Admin } from '@pos/contract/staff/admins';
import { allows } from '@pos/contract/permissions';
import {
  IconEdit,
  IconHistory,
  IconKey,
  IconMail,
  IconToggleLeft,
  IconToggleRight,
  IconTrash,
} from '@tabler/icons-react';
import { failureText } from '#web/lib/api/failure.ts';
import { useSendsMail } from '#web/lib/api/mail-delivery.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights, useSession } from '#web/lib/session/session.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useStatusToggle } from '#web/ui/form/use-status-toggle.ts';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { adminName } from './admin-columns.tsx';
import {
  useChangeAdminStatus,
  useDeleteAdmin,
  useResendSetup,
  useSendResetLink,
} from './admins.data.ts';
import { SetupLinkDialog } from './setup-link-dialog.tsx';

/** Actions on an admin other than editing, and their dialogs. Empty without the right. */
export function useAdminActions(onDeleted?: () => void) {
  const mayEdit = allows(adminsApi.update.access, useRights());
  const me = useSession()?.user.id;
  const { opened: doomed, open: setDoomed, close } = useOpened<Admin>();
  const toggle = useStatusToggle('User', useChangeAdminStatus().mutateAsync);
  const remove = useDeleteAdmin();
  const { opened: linked, open: setLinked, close: closeLink } = useOpened<Admin>();
  const mailLink = useMailLink(setLinked);

  const getActions = (admin: Admin): RowAction[] => {
    if (!mayEdit) return [];
    const isActive = admin.status === 'active';
    const blockedFrom = (verb: string): { blocked?: string } =>
      admin.id === me
        ? { blocked: `You cannot ${verb}` }
        : admin.lastSuperAdmin
          ? { blocked: 'This is the last active SUPER_ADMIN' }
          : {};
    return [
      ...mailLink(admin),
      {
        label: isActive ? 'Deactivate' : 'Activate',
        icon: isActive ? IconToggleLeft : IconToggleRight,
        ...blockedFrom('change your own status'),
        run: () => toggle(admin, adminName(admin)),
      },
      {
        label: 'Delete',
        icon: IconTrash,
        danger: true,
        ...blockedFrom('delete yourself'),
        run: () => setDoomed(admin),
      },
    ];
  };
  const linkDialog = linked && <SetupLinkDialog admin={linked} onClose={closeLink} />;
  const deleteDialog = doomed && (
    <ConfirmDialog
      title={`Delete ${adminName(doomed)}?`}
      confirmLabel="Delete user"
      busyLabel="Deleting…"
      isDanger
      confirm={async () => {
        await remove.mutateAsync(doomed.id);
        toast.ok({ title: 'User deleted', detail: adminName(doomed) });
        onDeleted?.();
      }}
      onClose={close}
    >
      {adminName(doomed)} can no longer sign in. Activity and reports keep this name. This cannot be
      undone.
    </ConfirmDialog>
  );
  const dialog = (
    <>
      {deleteDialog}
      {linkDialog}
    </>
  );
  return { getActions, dialog };
}

/** Items of a row's menu: open, then the actions. */
export function adminRowActions(admin: Admin, actions: readonly RowAction[]): RowAction[] {
  const edit = pathTo('edit-user', { id: admin.id });
  const [last, ...others] = actions.toReversed();
  return [
    { label: 'Edit', icon: IconEdit, to: edit },
    ...others.toReversed(),
    { label: 'View activity', icon: IconHistory, to: `${edit}?tab=activity` },
    ...(last ? [last] : []),
  ];
}

/**
 * Sends an invited user the invitation again, or shows the link if no mail is sent or it was refused;
 * sends everybody else a link to reset the password.
 */
function useMailLink(show: (admin: Admin) => void): (admin: Admin) => RowAction[] {
  const sendsMail = useSendsMail();
  const resend = useResendSetup();
  const reset = useSendResetLink();
  const send = async (what: string, admin: Admin, call: () => Promise<unknown>): Promise<void> => {
    try {
      await call();
      if (sendsMail === false)
        toast.ok({
          title: `${what} made`,
          detail: 'This server sends no email. The message was saved as a file on the server.',
        });
      else toast.ok({ title: `${what} sent`, detail: `To ${admin.email}` });
    } catch (error) {
      toast.bad({
        title: `${what} was not ${sendsMail === false ? 'made' : 'sent'}`,
        detail: failureText(error).message,
      });
    }
  };
  return (admin) => {
    const blocked = admin.status === 'inactive' ? { blocked: 'The user is inactive' } : {};
    const showLink = {
      label: 'Show setup link',
      icon: IconKey,
      ...blocked,
      run: () => show(admin),
    };
    const inviteAgain = {
      label: 'Resend invite',
      icon: IconMail,
      ...blocked,
      run: () => void send('Invitation', admin, () => resend.mutateAsync(admin.id)),
    };
    if (admin.invited && sendsMail === false) return [showLink];
    if (admin.invited) return admin.mailRefusal === null ? [inviteAgain] : [showLink, inviteAgain];
    const label = sendsMail === false ? 'Make reset link' : 'Send reset link';
    return [
      {
        label,
        icon: IconKey,
        ...blocked,
        run: () => void send('Reset link', admin, () => reset.mutateAsync(admin.email)),
      },
    ];
  };
}
