import type { FairDetails } from '@pos/contract/fairs';
import { useRights } from '#web/lib/session.tsx';
import { AttentionList } from '#web/ui/attention-list.tsx';
import { Card, KeyNumbers } from '#web/ui/card.tsx';
import { fairAttention } from './attention.ts';
import { DetailsCard, FairNotes } from './fair-cards.tsx';
import { liveNumbers } from './key-numbers.ts';
import { OverviewColumns } from './overview-columns.tsx';
import { ReadinessCard } from './readiness-card.tsx';
import { RegistersCard } from './registers-card.tsx';
import { SalesByDay } from './sales-by-day.tsx';

/** Overview of a live fair: today's sales, and the points that need a person. */
export function LiveOverview({ fair }: { fair: FairDetails }) {
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
