import { useBlocker } from '@tanstack/react-router';
import { Dialog } from './dialog.tsx';
import { Button } from './button.tsx';

/** Asks before a changed form is left, by a link of ours or by closing the page. */
export function LeaveGuard({ changed, mayLeave }: { changed: readonly string[]; mayLeave: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => !mayLeave() && current.pathname !== next.pathname,
    enableBeforeUnload: () => !mayLeave(),
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      title="Leave without saving?"
      onClose={blocker.reset}
      actions={
        <>
          <Button onClick={blocker.proceed}>Leave</Button>
          <Button variant="primary" onClick={blocker.reset}>
            Stay
          </Button>
        </>
      }
    >
      {changed.length > 0 ? `Not saved yet: ${changed.join(', ')}.` : 'The changes of this form are not saved yet.'}
    </Dialog>
  );
}
