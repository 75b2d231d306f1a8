import { useBlocker } from '@tanstack/react-router';
import { currentSession } from '#web/lib/session/session.tsx';
import { Button } from '../buttons/button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
// Loaded with the guard: its question must not depend on a chunk that a deployment removed.
import '../overlays/modal-box.tsx';

type LeaveGuardProps = {
  changed: readonly string[];
  mayLeave: () => boolean;
  /** Called when the person leaves anyway. */ onLeave?: () => void;
};

/**
 * Asks before leaving a changed form, by a link of the app or by closing the page. An expired
 * session does not ask: it leads to the login, and the draft is kept.
 */
export function LeaveGuard({ changed, mayLeave, onLeave }: LeaveGuardProps) {
  const isFree = (): boolean => mayLeave() || !currentSession();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => !isFree() && current.pathname !== next.pathname,
    enableBeforeUnload: () => !isFree(),
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const leave = (): void => {
    onLeave?.();
    blocker.proceed();
  };
  return (
    <Dialog
      title="Leave without saving?"
      onClose={blocker.reset}
      actions={
        <>
          <Button onClick={leave}>Leave</Button>
          <Button variant="primary" onClick={blocker.reset}>
            Stay
          </Button>
        </>
      }
    >
      {changed.length > 0
        ? `Not saved yet: ${changed.join(', ')}.`
        : 'Changes in this form have not been saved.'}
    </Dialog>
  );
}
