import type { FairDetails } from '@pos/contract/fairs';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Suspense, type ComponentType } from 'react';
import { fairLayout, type FairLayout } from '../fair-layout.ts';
import { LiveOverview } from './live-overview.tsx';
import { UpcomingOverview } from './upcoming-overview.tsx';

// Loaded on demand: a close-out's words and figures are not needed before the fair has ended.
const EndedOverview = lazyPart(async () => (await import('./ended-overview.tsx')).EndedOverview);
const ClosedOverview = lazyPart(async () => (await import('./closed-overview.tsx')).ClosedOverview);

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
