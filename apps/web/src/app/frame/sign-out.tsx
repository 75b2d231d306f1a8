import { useEffect, useEffectEvent, useRef } from 'react';
import { useSignOut } from '#web/ui/use-sign-out.tsx';

/** Signs out once it is there, asking first where that would lose work; `onStay` when the person stays. */
export function SignOut({ onStay }: { onStay: () => void }) {
  const { leave, dialog } = useSignOut();
  const isAsked = useRef(false);
  const go = useEffectEvent(async (): Promise<void> => {
    if (isAsked.current) return;
    isAsked.current = true;
    // A page of its own: browsers show the cookie of /login only to a document that was opened there.
    if (await leave()) location.assign('/login');
    else onStay();
  });
  useEffect(() => void go(), []);
  return dialog;
}
