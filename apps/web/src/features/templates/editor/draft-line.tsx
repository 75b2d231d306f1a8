import { ApiError } from '@pos/contract/client';
import { failureText } from '#web/lib/failure.ts';
import { formatDraftTime } from '#web/lib/time.ts';
import type { DraftState } from './draft-saver.ts';

/** Save state of the draft: "Saved 10:41 AM". */
export function DraftLine({
  draft: { at, isWaiting, failure },
  retry,
}: {
  draft: DraftState;
  retry: () => void;
}) {
  const isStale = failure instanceof ApiError && failure.refusal.code === 'STALE_VERSION';
  return (
    <span role="status">
      {failure === undefined
        ? isWaiting
          ? 'Saving…'
          : `Saved ${formatDraftTime(at)}`
        : `Not saved: ${failureText(failure).message}`}{' '}
      {failure !== undefined && !isStale && (
        <button type="button" className="link" onClick={retry}>
          Try again
        </button>
      )}
    </span>
  );
}
