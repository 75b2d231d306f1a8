import { pluralize } from '@pos/contract/values/counts';
import { failureText } from '#web/lib/api/failure.ts';
import { formatAgo } from '#web/lib/input/time.ts';
import { Notice } from '#web/ui/messages/notice.tsx';
import type { SavedScans } from './saved-scans.ts';
import type { Sending } from './use-sending.ts';

type SendingNoticeProps = {
  sending: Sending;
  saved: SavedScans;
  isOnline: boolean;
  isStageOpen: boolean;
  retry: () => void;
  undoFinish: () => void;
};

/**
 * State of this tablet's scans: kept until someone finishes, waiting for the network, being sent,
 * or refused.
 */
export function SendingNotice({
  sending,
  saved: { codes, since, finish },
  isOnline,
  isStageOpen,
  retry,
  undoFinish,
}: SendingNoticeProps) {
  const scans = pluralize(codes.length, 'scan', 'scans');
  if (sending.state === 'refused') {
    return (
      <Notice
        kind="bad"
        action={
          <button type="button" onClick={retry}>
            {isStageOpen ? 'OK' : 'Try again'}
          </button>
        }
      >
        {failureText(sending.error).message} The scans are still on this tablet.
      </Notice>
    );
  }
  const isDue = finish || (codes.length > 0 && !isStageOpen);
  if (isDue && (!isOnline || sending.state === 'waiting')) {
    return (
      <Notice
        kind="warn"
        action={
          finish && (
            <button type="button" onClick={undoFinish}>
              Undo
            </button>
          )
        }
      >
        <b>{scans} waiting to be sent.</b> As soon as the server answers they are sent
        {finish && ' and the stage is finished'}, without you.
      </Notice>
    );
  }
  if (isDue)
    return (
      <p className="caption" role="status">
        Sending {scans}…
      </p>
    );
  return <KeptNotice codes={codes} since={since} isOnline={isOnline} />;
}

/** Number of scans that wait on this tablet for someone to finish the stage. */
function KeptNotice({
  codes,
  since,
  isOnline,
}: Pick<SavedScans, 'codes' | 'since'> & { isOnline: boolean }) {
  const scans = pluralize(codes.length, 'scan', 'scans');
  if (!isOnline) {
    return (
      <Notice kind="warn">
        <b>No network.</b> Keep scanning:{' '}
        {codes.length === 0 ? 'scans are' : `${scans} ${codes.length === 1 ? 'is' : 'are'}`} kept on
        this tablet.
      </Notice>
    );
  }
  if (codes.length === 0) return null;
  return (
    <p className="caption" role="status">
      {scans} kept on this tablet until you finish
      {since !== null && `, the first ${formatAgo(since)}`}.
    </p>
  );
}
