import { ApiError } from '@pos/contract/client';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

type StaleProps = { failure: unknown; onTheirs: () => void; onMine: () => void };

/** Choice between the own draft and a colleague's that was saved in the meantime. */
export function Stale({ failure, onTheirs, onMine }: StaleProps) {
  if (!(failure instanceof ApiError) || failure.refusal.code !== 'STALE_VERSION') return null;
  return (
    <Notice
      kind="warn"
      action={
        <span className="row">
          <Button size="sm" onClick={onTheirs}>
            Take theirs
          </Button>
          <Button size="sm" onClick={onMine}>
            Keep mine
          </Button>
        </span>
      }
    >
      {failure.refusal.changedBy ?? 'Someone else'} changed this template in the meantime. Your
      changes are not saved. Choose which draft to keep.
    </Notice>
  );
}
