import type { FairDetails } from '@pos/contract/fairs/fairs';
import { Suspense, type ComponentType } from 'react';
import { useRights } from '#web/lib/session/session.tsx';
import { AttentionList } from '#web/ui/layout/attention-list.tsx';
import { Card, KeyNumbers } from '#web/ui/layout/card.tsx';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { fairLayout, type FairLayout } from '../fair-layout.ts';
import { fairAttention } from './attention.ts';
import { DetailsCard, FairNotes, AttentionCard } from './fair-cards.tsx';
import { liveNumbers, upcomingNumbers } from './key-numbers.ts';
import { OverviewColumns } from './overview-columns.tsx';
import { RegistersCard } from './registers-card.tsx';
import { SalesByDay } from './sales-by-day.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { Checklist } from '#web/ui/layout/checklist.tsx';
import { readinessStep } from '../readiness-steps.ts';

// Loaded on demand: a close-out's words and figures are not needed before the fair has ended.
const EndedOverview = lazyPart(() => import('./ended-overview.tsx'), 'EndedOverview');
const ClosedOverview = lazyPart(() => import('./closed-overview.tsx'), 'ClosedOverview');

const OVERVIEWS: Record<FairLayout, ComponentType<{ fair: FairDetails }>> = {
  upcoming: UpcomingOverview,
  live: LiveOverview,
  ended: EndedOverview,
  closed: ClosedOverview,
};

/** First tab of a fair, laid out for its phase. */
export function FairOverview({ fair }: { fair: FairDetails }) {
  const Overview = OVERVIEWS[fairLayout(fair)];
  return (
    <Suspense>
      <Overview fair={fair} />
    </Suspense>
  );
}

/** Overview of a live fair: today's sales, and the points that need a person. */
function LiveOverview({ fair }: { fair: FairDetails }) {
  const attention = fairAttention(fair, useRights());
  return (
    <OverviewColumns
      numbers={<KeyNumbers numbers={liveNumbers(fair)} />}
      main={
        <>
          <Card
            title="Needs attention"
            {...(attention.length > 0 && { count: attention.length })}
            rows
          >
            <AttentionList items={attention} />
          </Card>
          <SalesByDay fair={fair} />
          <FairNotes fair={fair} />
        </>
      }
      side={
        <>
          <RegistersCard devices={fair.devices} />
          <ReadinessCard fair={fair} openOnly />
          <DetailsCard fair={fair} />
        </>
      }
    />
  );
}

/** Overview before the first day: what is still to prepare. */
function UpcomingOverview({ fair }: { fair: FairDetails }) {
  return (
    <OverviewColumns
      numbers={<KeyNumbers numbers={upcomingNumbers(fair)} />}
      main={
        <>
          <AttentionCard items={fairAttention(fair, useRights())} />
          <ReadinessCard fair={fair} />
          {fair.salesByDay.length > 0 && <SalesByDay fair={fair} />}
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

/** Number of items of the checklist that are done. */
function countDone({ readiness }: Pick<FairDetails, 'readiness'>): number {
  return readiness.filter(({ done }) => done).length;
}

/** Checklist of a fair, with a button for each open step; `openOnly` leaves out what is done. */
function ReadinessCard({ fair, openOnly = false }: { fair: FairDetails; openOnly?: boolean }) {
  const rights = useRights();
  const done = countDone(fair);
  if (openOnly && done === fair.readiness.length) return null;
  return (
    <Card
      title="Readiness"
      aside={
        <span className="caption numeric">
          {done} of {fair.readiness.length} done
        </span>
      }
    >
      <Checklist
        label="Readiness"
        done={done}
        of={fair.readiness.length}
        items={fair.readiness
          .filter((item) => !openOnly || !item.done)
          .map((item) => {
            const step = readinessStep(fair, item, rights);
            return {
              ...item,
              key: item.code,
              action: step && (
                <ButtonLink to={step.to} size="sm" variant="quiet">
                  {step.short}
                </ButtonLink>
              ),
            };
          })}
      />
    </Card>
  );
}
