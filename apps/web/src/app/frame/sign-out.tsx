import { useEffect, useEffectEvent, useRef } from 'react';
import { useSignOut } from '#web/ui/hooks/use-sign-out.tsx';

/**
 * Signs out when rendered, asking first if that would lose work; calls `onStay` if the user stays.
 */
export function SignOut({ onStay }: { onStay: () => void }) {
  const { leave, dialog } = useSignOut();
  const isAsked = useRef(false);
  const go = useEffectEvent(async (): Promise<void> => {
    if (isAsked.current) return;
    isAsked.current = true;
    if (!(await leave())) onStay();
  });
  useEffect(() => void go(), []);
  return dialog;
}
