import { closeOutApi, type CloseOut } from '@pos/contract/close-out/close-out';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { allows } from '@pos/contract/permissions';
import { formatDay } from '@pos/contract/values/days';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRights } from '#web/lib/session/session.tsx';
import { AttentionList } from '#web/ui/layout/attention-list.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { AfterDelay, ErrorNotice, Skeleton } from '#web/ui/messages/notice.tsx';
import { CashCountsCard } from './cash-counts/cash-counts-card.tsx';
import { closeOutQuery, useLiveCloseOut } from './close-out.data.ts';
import * as styles from './close-out.module.css';
import { closeOutChecks, pointsSoFar, withOpenWays } from './close-out-words.ts';
import { FinishedCloseOut } from './finished-close-out.tsx';
import { ProvisionalStatement } from './provisional-statement.tsx';
import { CloseOutHistory } from './versions-card.tsx';
import { RevertedNotice } from './wizard/wizard-head.tsx';
import { CloseOutWizard } from './wizard/wizard.tsx';

type FairCloseOutProps = {
  fair: FairDetails;
  /** Puts the content into the fair's page, under its head and tabs. */
  inFairPage: (content: ReactNode) => ReactNode;
};

/**
 * Close-out of a fair: a page of its own for the wizard while the fair can be closed out, else a
 * part of the fair's page with the open points or the frozen summary, and the history.
 */
export function FairCloseOut({ fair, inFairPage }: FairCloseOutProps) {
  const { data: closeOut, error, refetch } = useQuery(closeOutQuery(fair.id));
  const mayFinish = allows(closeOutApi.finishOrRevert.access, useRights());
  useLiveCloseOut(fair.id);
  if (!closeOut) {
    if (error)
      return inFairPage(
        <ErrorNotice what="The close-out" error={error} retry={() => void refetch()} />,
      );
    return (
      <AfterDelay>
        <div className="stack" aria-hidden>
          <Skeleton height={60} />
          <Skeleton height={280} />
        </div>
      </AfterDelay>
    );
  }
  const isTooSoon = closeOut.reasons.some(({ code }) => code === 'FAIR_NOT_ENDED');
  if (!closeOut.standing && mayFinish && !isTooSoon)
    return <CloseOutWizard fair={fair} closeOut={closeOut} />;
  return inFairPage(
    <div className={`stack ${styles.closeOut}`}>
      {closeOut.standing ? (
        <FinishedCloseOut fair={fair} closeOut={closeOut} standing={closeOut.standing} />
      ) : (
        <OpenPoints fair={fair} closeOut={closeOut} isTooSoon={isTooSoon} />
      )}
      <CloseOutHistory fair={fair} closeOut={closeOut} />
      <CashCountsCard fair={fair} />
    </div>,
  );
}

type OpenPointsProps = { fair: FairDetails; closeOut: CloseOut; isTooSoon: boolean };

/** Points that are open, for a fair that is not over or a user who may not close it out. */
function OpenPoints({ fair, closeOut, isTooSoon }: OpenPointsProps) {
  const rights = useRights();
  const points = isTooSoon ? pointsSoFar(closeOut) : closeOutChecks(closeOut);
  const soFar = points.length > 0 ? 'Open so far:' : 'Nothing is open so far.';
  return (
    <>
      <RevertedNotice closeOut={closeOut} timeZone={fair.timeZone} />
      <Card
        title="Not closed out yet"
        intro={
          isTooSoon
            ? `The fair can be closed out from its last day, ${formatDay(fair.endDate)}. ${soFar}`
            : 'These points are open until the fair is closed out.'
        }
        aside={<ProvisionalStatement fairId={fair.id} size="sm" />}
        rows
      >
        <AttentionList items={withOpenWays(points, rights)} />
      </Card>
    </>
  );
}
