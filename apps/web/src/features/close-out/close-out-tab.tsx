import { closeOutApi, type CloseOut } from '@pos/contract/close-out';
import type { FairDetails } from '@pos/contract/fairs';
import { allows } from '@pos/contract/permissions';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { useQuery } from '@tanstack/react-query';
import { useRights } from '#web/lib/session.tsx';
import { AttentionList } from '#web/ui/attention-list.tsx';
import { Card } from '#web/ui/card.tsx';
import { AfterDelay, ErrorNotice, Notice, Skeleton } from '#web/ui/notice.tsx';
import { CashCountsCard } from './cash-counts-card.tsx';
import { closeOutQuery, useLiveCloseOut } from './close-out.data.ts';
import * as styles from './close-out.module.css';
import { closeOutChecks, withOpenWays } from './close-out-words.ts';
import { DifferenceCard } from './difference-card.tsx';
import { FinishedCloseOut } from './finished-close-out.tsx';
import { StatementButton } from './statement-button.tsx';
import { VersionsCard } from './versions-card.tsx';
import { CloseOutWizard } from './wizard.tsx';

/**
 * Close-out of a fair: the wizard while open, the frozen summary once finished, and the history.
 */
export function CloseOutTab({ fair }: { fair: FairDetails }) {
  const { data: closeOut, error, refetch } = useQuery(closeOutQuery(fair.id));
  useLiveCloseOut(fair.id);
  if (!closeOut) {
    if (error)
      return <ErrorNotice what="The close-out" error={error} retry={() => void refetch()} />;
    return (
      <AfterDelay>
        <div className="stack" aria-hidden>
          <Skeleton height={60} />
          <Skeleton height={280} />
        </div>
      </AfterDelay>
    );
  }
  return (
    <div className={`stack ${styles.closeOut}`}>
      {closeOut.standing ? (
        <FinishedCloseOut fair={fair} closeOut={closeOut} standing={closeOut.standing} />
      ) : (
        <OpenCloseOut fair={fair} closeOut={closeOut} />
      )}
      {closeOut.difference && <DifferenceCard difference={closeOut.difference} />}
      {closeOut.versions.length > 0 && (
        <VersionsCard versions={closeOut.versions} timeZone={fair.timeZone} />
      )}
      <CashCountsCard fair={fair} />
    </div>
  );
}

function OpenCloseOut({ fair, closeOut }: { fair: FairDetails; closeOut: CloseOut }) {
  const rights = useRights();
  const mayFinish = allows(closeOutApi.finishOrRevert.access, rights);
  const isTooSoon = closeOut.reasons.some(({ code }) => code === 'FAIR_NOT_ENDED');
  return (
    <>
      <div className={`row spread wrapping ${styles.closeOutHead}`}>
        <RevertedNotice closeOut={closeOut} timeZone={fair.timeZone} />
        <StatementButton fairId={fair.id} isProvisional />
      </div>
      {mayFinish && !isTooSoon ? (
        <CloseOutWizard fair={fair} closeOut={closeOut} />
      ) : (
        <Card
          title="Close-out open"
          intro={
            isTooSoon
              ? 'The wizard opens on the last day of the fair. These points are still open.'
              : 'These points are open until the fair is closed out.'
          }
          rows
        >
          <AttentionList items={withOpenWays(closeOutChecks(closeOut), rights)} />
        </Card>
      )}
    </>
  );
}

/** Explains why a closed-out fair is open again. */
function RevertedNotice({
  closeOut: {
    versions: [last],
  },
  timeZone,
}: {
  closeOut: CloseOut;
  timeZone: string;
}) {
  if (!last?.reverted) return <p className="subdued">Not closed out yet.</p>;
  const { at, by, reason } = last.reverted;
  return (
    <div className={styles.main}>
      <Notice kind="warn">
        Close-out v{last.number} was reverted by {by} on {formatInstant(at, timeZone)}{' '}
        {zoneName(timeZone)}: {reason}
      </Notice>
    </div>
  );
}
