import { DASHBOARD_BLOCKS, DashboardAddress, type DashboardBlock } from '@pos/contract/dashboard';
import { holds } from '@pos/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { fairOption } from '#web/features/fairs/fairs.data.ts';
import { hasOpenSteps } from '#web/features/settings/open-steps.ts';
import { allSettings } from '#web/features/settings/settings.data.ts';
import { countOf } from '#web/lib/money.ts';
import { pathTo } from '#web/lib/paths.ts';
import { useSearchState } from '#web/lib/search-state.ts';
import { useRights } from '#web/lib/session.tsx';
import { formatTime, zoneName } from '#web/lib/time.ts';
import { Link } from '#web/ui/link.tsx';
import { AfterDelay, Notice, Skeleton } from '#web/ui/notice.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { AttentionCard } from './attention-card.tsx';
import { askable, useBlock, useLiveFigures, type Read, type Scope } from './dashboard.data.ts';
import './dashboard.css';
import { LiabilitiesCard } from './liabilities-card.tsx';
import { LiveFairs } from './live-fairs.tsx';
import { RangeControl } from './range-control.tsx';
import { RecentFairs } from './recent-fairs.tsx';
import { SalesChart } from './sales-chart.tsx';
import { TenderBars } from './tender-bars.tsx';
import { Tiles } from './tiles.tsx';
import { TopTitles } from './top-titles.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Loaded on demand: not needed once the first fair is running.
const FirstSteps = lazyPart(
  async () => (await import('#web/features/settings/first-steps.tsx')).FirstSteps,
);

const COMING = (
  <AfterDelay>
    <Skeleton height={132} />
  </AfterDelay>
);

/**
 * Start page: sales, items that need a person, live fairs. Each part shows only to users with its
 * right, and loads and fails on its own.
 */
export function DashboardPage() {
  const { query: address, change } = useSearchState(DashboardAddress);
  const query = askable(address);
  useLiveFigures(query);
  const rights = useRights();
  const { data: settings, isPending: isStepsPending } = useQuery({
    ...allSettings,
    enabled: rights.isSuper,
  });
  const may = (name: DashboardBlock): boolean =>
    DASHBOARD_BLOCKS[name].some((module) => holds(rights, module, 'read_only'));
  const sales = useBlock('sales', query, may('sales'));
  const tenders = useBlock('tenders', query, may('tenders'));
  const payments = useBlock('payments', query, may('payments'));
  const devices = useBlock('devices', query, may('devices'));
  const stock = useBlock('stock', query, may('stock'));
  const liabilities = useBlock('liabilities', query, may('liabilities'));
  const titles = useBlock('titles', query, may('titles'));
  const fairs = useBlock('fairs', query, may('fairs'));

  const scope: Scope = { fairId: query.fairId, schoolId: query.schoolId };
  const reads: (Read<DashboardBlock> | null | undefined)[] = [
    sales,
    tenders,
    payments,
    devices,
    stock,
    liabilities,
    titles,
    fairs,
  ].map(({ data }) => data);
  const seesNothing = !(Object.keys(DASHBOARD_BLOCKS) as DashboardBlock[]).some(may);
  return (
    <>
      <PageHead
        title="Dashboard"
        sub={!seesNothing && <HeadLine reads={reads} live={fairs.data?.block.live} scope={scope} />}
        actions={
          !seesNothing && (
            <RangeControl
              query={query}
              shown={sales.data ?? tenders.data ?? titles.data ?? undefined}
              change={change}
            />
          )
        }
      />
      {seesNothing ? (
        <Notice kind="quiet">
          Your role opens the dashboard but none of its parts: orders, payments, devices, fairs and
          stock. Contact your Admin.
        </Notice>
      ) : (
        // The first steps are at the top, so everything below waits until they are loaded.
        <Suspense fallback={COMING}>
          {rights.isSuper && isStepsPending ? (
            COMING
          ) : (
            <div className="dash">
              {settings && hasOpenSteps(settings) && <FirstSteps />}
              {(may('sales') || may('payments')) && (
                <Tiles
                  sales={may('sales') ? sales : undefined}
                  payments={may('payments') ? payments : undefined}
                  scope={scope}
                />
              )}
              {(may('sales') || may('tenders')) && (
                <div className="dash-row charts">
                  {may('sales') && <SalesChart query={sales} />}
                  {may('tenders') && <TenderBars query={tenders} />}
                </div>
              )}
              {(may('payments') ||
                may('devices') ||
                may('stock') ||
                may('fairs') ||
                may('titles')) && (
                <div className="dash-row attention-row">
                  {(may('payments') || may('devices') || may('stock') || may('fairs')) && (
                    <AttentionCard
                      scope={scope}
                      payments={may('payments') ? payments : undefined}
                      devices={may('devices') ? devices : undefined}
                      stock={may('stock') ? stock : undefined}
                      fairs={may('fairs') ? fairs : undefined}
                    />
                  )}
                  {may('titles') && <TopTitles query={titles} scope={scope} />}
                </div>
              )}
              {may('fairs') && <LiveFairs query={fairs} scope={scope} />}
              {(may('fairs') || may('liabilities')) && (
                <div className="dash-row fairs-row">
                  {may('fairs') && <RecentFairs query={fairs} />}
                  {may('liabilities') && <LiabilitiesCard query={liabilities} scope={scope} />}
                </div>
              )}
            </div>
          )}
        </Suspense>
      )}
    </>
  );
}

/** Scope of the dashboard and the age of its data: the oldest reading shown. */
function HeadLine({
  reads,
  live,
  scope,
}: {
  reads: readonly (Read<DashboardBlock> | null | undefined)[];
  live: number | undefined;
  scope: Scope;
}) {
  const { data: fair } = useQuery({
    ...fairOption(scope.fairId ?? ''),
    enabled: scope.fairId !== undefined,
  });
  const [first, ...others] = reads.filter((one) => one !== null && one !== undefined);
  if (!first) return <Skeleton width={280} height={20} />;
  const { asOf, timeZone } = others.reduce(
    (oldest, one) => (one.asOf < oldest.asOf ? one : oldest),
    first,
  );
  return (
    <>
      {(scope.fairId || scope.schoolId) && (
        <span>
          {fair?.label ?? (scope.fairId ? 'One fair' : 'One school')} ·{' '}
          <Link to={pathTo('dashboard')} className="link">
            Show all fairs
          </Link>
        </span>
      )}
      <span className="num">
        As of {formatTime(asOf, timeZone).replace(/^0/, '')} {zoneName(timeZone)}
      </span>
      {live !== undefined && !scope.fairId && (
        <span className="num">{countOf(live, 'live fair', 'live fairs')}</span>
      )}
    </>
  );
}
