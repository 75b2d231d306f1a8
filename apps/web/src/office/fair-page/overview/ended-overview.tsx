import { closeOutApi } from '@pos/contract/close-out/close-out';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { allows } from '@pos/contract/permissions';
import { pluralize } from '@pos/contract/values/counts';
import { daysBetween } from '@pos/contract/values/days';
import { useQuery } from '@tanstack/react-query';
import { closeOutQuery } from '#web/close-out/close-out/close-out.data.ts';
import { closeOutChecks, withOpenWays } from '#web/close-out/close-out/close-out-words.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { AttentionList } from '#web/ui/layout/attention-list.tsx';
import { Card, KeyNumbers } from '#web/ui/layout/card.tsx';
import { Skeleton, Unloaded } from '#web/ui/messages/notice.tsx';
import { fairAttention } from './attention.ts';
import { AttentionCard, DetailsCard, FairNotes } from './fair-cards.tsx';
import { endedNumbers } from './key-numbers.ts';
import { OverviewColumns } from './overview-columns.tsx';
import { RegistersCard } from './registers-card.tsx';
import { SalesByDay } from './sales-by-day.tsx';

/** Overview of a fair that has ended: what the close-out still needs. */
export function EndedOverview({ fair }: { fair: FairDetails }) {
  const rights = useRights();
  const seesCloseOut = allows(closeOutApi.getById.access, rights);
  return (
    <OverviewColumns
      numbers={<KeyNumbers numbers={endedNumbers(fair)} />}
      main={
        <>
          {seesCloseOut && <CloseOutPoints fair={fair} />}
          <AttentionCard items={fairAttention(fair, rights)} />
          <SalesByDay fair={fair} />
          <FairNotes fair={fair} />
        </>
      }
      side={
        <>
          <RegistersCard devices={fair.devices} />
          <DetailsCard fair={fair} />
        </>
      }
    />
  );
}

/** Points that block the close-out, or have to be confirmed with it. */
function CloseOutPoints({ fair: { id, endDate, today } }: { fair: FairDetails }) {
  const { data: closeOut, error, refetch } = useQuery(closeOutQuery(id));
  const rights = useRights();
  const title = 'Before the close-out';
  if (!closeOut)
    return (
      <Card title={title}>
        <Unloaded what="The close-out" error={error} retry={refetch}>
          <Skeleton height={180} />
        </Unloaded>
      </Card>
    );
  const points = withOpenWays(closeOutChecks(closeOut), rights);
  const blocking = closeOut.reasons.length;
  const ended = `Ended ${pluralize(daysBetween(endDate, today), 'day', 'days')} ago.`;
  return (
    <Card
      title={title}
      {...(points.length > 0 && { count: points.length })}
      intro={
        blocking === 0
          ? `${ended} Nothing blocks the close-out.`
          : `${ended} ${blocking} of ${pluralize(points.length, 'point', 'points')} ${blocking === 1 ? 'blocks' : 'block'} the close-out.`
      }
      rows={points.length > 0}
    >
      {points.length > 0 && <AttentionList items={points} />}
    </Card>
  );
}
