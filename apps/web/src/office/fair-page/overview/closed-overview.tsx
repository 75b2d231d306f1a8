import { closeOutApi, type CloseOut } from '@pos/contract/close-out/close-out';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { allows } from '@pos/contract/permissions';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import { useQuery } from '@tanstack/react-query';
import { closeOutQuery } from '#web/close-out/close-out/close-out.data.ts';
import {
  dueLabel,
  openPoints,
  PROFIT_IN,
  withOpenWays,
} from '#web/close-out/close-out/close-out-words.ts';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { AttentionList } from '#web/ui/layout/attention-list.tsx';
import { Card, Facts, KeyNumbers, type KeyNumber } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { ErrorNotice, Skeleton } from '#web/ui/messages/notice.tsx';
import { DetailsCard, FairNotes } from './fair-cards.tsx';
import { endedNumbers } from './key-numbers.ts';
import { OverviewColumns } from './overview-columns.tsx';
import { SalesByDay } from './sales-by-day.tsx';

type Standing = NonNullable<CloseOut['standing']>;

/** Overview of a closed-out fair: the figures of its statement. */
export function ClosedOverview({ fair }: { fair: FairDetails }) {
  const rights = useRights();
  const {
    data: closeOut,
    error,
    refetch,
  } = useQuery({
    ...closeOutQuery(fair.id),
    enabled: allows(closeOutApi.getById.access, rights),
  });
  const standing = closeOut?.standing;
  const open = closeOut ? withOpenWays(openPoints(closeOut), rights) : [];
  return (
    <OverviewColumns
      numbers={
        standing ? (
          <KeyNumbers numbers={settledNumbers(standing)} />
        ) : error ? (
          <ErrorNotice what="The close-out" error={error} retry={() => void refetch()} />
        ) : allows(closeOutApi.getById.access, rights) ? (
          <Skeleton height={106} />
        ) : (
          <KeyNumbers numbers={endedNumbers(fair)} />
        )
      }
      main={
        <>
          {open.length > 0 && (
            <Card title="Since the close-out" count={open.length} rows>
              <AttentionList items={open} />
            </Card>
          )}
          <SalesByDay fair={fair} />
          <FairNotes fair={fair} />
        </>
      }
      side={
        <>
          {standing && <CloseOutCard fair={fair} standing={standing} />}
          <DetailsCard fair={fair} />
        </>
      }
    />
  );
}

/** Figures of the statement: sales, profit, what is due, and the money counted. */
function settledNumbers({
  summary,
  profitOption,
  profitCents,
  profitRatePpm,
}: Standing): KeyNumber[] {
  const { netCents, netTaxCents, orders, settlement, cashControl } = summary.totals;
  const due = settlement?.dueFromSchoolCents ?? 0;
  return [
    {
      label: 'Net sales',
      value: formatCents(netCents),
      detail: `${formatCents(netTaxCents)} tax, ${pluralize(orders, 'order', 'orders')}`,
    },
    {
      label: "School's profit",
      value: formatCents(profitCents),
      detail: `${formatPpm(profitRatePpm)} in ${PROFIT_IN[profitOption]}`,
    },
    {
      label: dueLabel(due),
      value: formatCents(Math.abs(due)),
      detail: `${formatCents(settlement?.heldBySchoolCents ?? 0)} held by school`,
    },
    {
      label: 'Cash variance',
      value: formatVariance(cashControl?.cashVarianceCents),
      detail: varianceDetail(cashControl?.cashVarianceCents),
    },
    {
      label: 'Check variance',
      value: formatVariance(cashControl?.checkVarianceCents),
      detail: varianceDetail(cashControl?.checkVarianceCents),
    },
  ];
}

function formatVariance(cents: number | null | undefined): string {
  return cents === null || cents === undefined ? '–' : formatCents(cents);
}

function varianceDetail(cents: number | null | undefined): string {
  if (cents === null || cents === undefined) return 'not counted';
  if (cents === 0) return 'counted money matches';
  return cents < 0 ? 'short' : 'over';
}

type CloseOutCardProps = { fair: FairDetails; standing: Standing };

/** Version, signers and time of the close-out. */
function CloseOutCard({ fair: { id, timeZone }, standing }: CloseOutCardProps) {
  const { number, finishedBy, secondPerson, finishedAt } = standing;
  return (
    <Card
      title="Close-out"
      aside={
        <Link to={fairPath(id, 'close-out')} className="link">
          All figures
        </Link>
      }
    >
      <Facts
        facts={[
          ['Version', `v${number}`],
          ['Closed out by', secondPerson ? `${finishedBy}, ${secondPerson}` : finishedBy],
          ['On', `${formatInstant(finishedAt, timeZone)} ${zoneName(timeZone)}`],
        ]}
      />
    </Card>
  );
}
