import { losesWork, signOut } from '#web/lib/session/sign-out.ts';
import { ConfirmDialog } from '../overlays/dialog.tsx';
import { useAsk } from './use-ask.ts';

/**
 * Signs out by choice: asks first if that would lose work. `leave` leads to the login and returns
 * true if it did.
 */
export function useSignOut() {
  const { ask, dialog } = useAsk();
  const leave = async (): Promise<boolean> => {
    const isSure =
      !(await losesWork()) ||
      (await ask<boolean>((answer) => (
        <ConfirmDialog
          title="Sign out without saving?"
          confirmLabel="Sign out"
          isDanger
          confirm={async () => answer(true)}
          onClose={() => answer(false)}
        >
          You have unsaved changes. Signing out deletes them and their drafts from this browser.
        </ConfirmDialog>
      )));
    if (isSure) await signOut();
    return isSure;
  };
  return { leave, dialog };
}
