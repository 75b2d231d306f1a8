import type { FairDetails } from '@pos/contract/fairs';
import { useRights } from '#web/lib/session.tsx';
import { KeyNumbers } from '#web/ui/card.tsx';
import { fairAttention } from './attention.ts';
import { AttentionCard, DetailsCard, FairNotes } from './fair-cards.tsx';
import { upcomingNumbers } from './key-numbers.ts';
import { OverviewColumns } from './overview-columns.tsx';
import { ReadinessCard } from './readiness-card.tsx';
import { RegistersCard } from './registers-card.tsx';
import { SalesByDay } from './sales-by-day.tsx';

/** Overview before the first day: what is still to prepare. */
export function UpcomingOverview({ fair }: { fair: FairDetails }) {
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
