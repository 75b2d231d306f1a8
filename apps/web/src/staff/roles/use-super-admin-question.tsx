import { pluralize } from '@pos/contract/values/counts';
import { toNames } from '#web/ui/form/bulk-dialog.tsx';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { useAsk } from '#web/ui/hooks/use-ask.ts';
import { SaveCancelled } from '#web/ui/form/use-save-merged.tsx';
import { isSuperAdminRole } from './roles.data.ts';

/** People who are to get a role: all of them, or the first and their number. */
type People = { names: readonly string[]; count?: number };

/**
 * Asks by name before people become SUPER_ADMIN (domain 7.3). `confirmRole` returns at once for
 * another role, and throws SaveCancelled if the person does not want it. Render `question` next to
 * the form.
 */
export function useSuperAdminQuestion() {
  const { ask, dialog: question } = useAsk();
  const confirmRole = async (
    roleId: string,
    readPeople: () => People | Promise<People>,
  ): Promise<void> => {
    if (!(await isSuperAdminRole(roleId))) return;
    const { names, count = names.length } = await readPeople();
    if (count === 0) return;
    const who = toNames(names, count);
    const title = count === 1 ? `Make ${who} a SUPER_ADMIN?` : `Make ${count} people SUPER_ADMIN?`;
    const isConfirmed = await ask<boolean>((answer) => (
      <ConfirmDialog
        title={title}
        confirmLabel={`Make ${count === 1 ? who : pluralize(count, 'person', 'people')} SUPER_ADMIN`}
        isDanger
        confirm={async () => answer(true)}
        onClose={() => answer(false)}
      >
        <span data-private>{who}</span> will see and change everything: fairs, money, students’
        names, settings, roles, and the accounts of all users, including yours.
      </ConfirmDialog>
    ));
    if (!isConfirmed) throw new SaveCancelled();
  };
  return { confirmRole, question };
}
