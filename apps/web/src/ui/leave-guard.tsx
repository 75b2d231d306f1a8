import { useBlocker } from '@tanstack/react-router';
import { currentSession } from '#web/lib/session.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
// Comes with the guard: a question that has to be asked must not wait for a part that a new version took away.
import './modal-box.tsx';

type LeaveGuardProps = {
  changed: readonly string[];
  mayLeave: () => boolean;
  /** They leave all the same. */ onLeave?: () => void;
};

/**
 * Asks before a changed form is left, by a link of ours or by closing the page. An ended session asks nothing: it leads
 * to the login, and the draft is kept.
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
        : 'The changes of this form are not saved yet.'}
    </Dialog>
  );
}
