import { DashboardAddress, type DashboardBlock } from '@pos/contract/reports/dashboard';
import type { Settings } from '@pos/contract/imports/settings';
import { formatTime, zoneName } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { spellDay } from '@pos/contract/values/days';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { fairOption } from '#web/fairs/fairs/fairs.data.ts';
import { openSteps } from '#web/imports/settings/open-steps.ts';
import { allSettings } from '#web/imports/settings/settings.data.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSearchState } from '#web/lib/lists/search-state.ts';
import { useRights, Allowed } from '#web/lib/session/session.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { DelayedSkeleton, Notice, Skeleton } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { AttentionCard } from './attention-card.tsx';
import {
  askable,
  useBlocks,
  useLiveFigures,
  type BlockQuery,
  type Blocks,
  type Read,
  type Scope,
} from './dashboard.data.ts';
import * as styles from './dashboard.module.css';
import { FairsToCloseOut } from './fairs-to-close-out.tsx';
import { LiveFairs } from './live-fairs.tsx';
import { NextFairs } from './next-fairs.tsx';
import { RangeControl } from './range-control.tsx';
import { PartCard } from './part-card.tsx';
import { Tiles } from './tiles.tsx';
import { TopTitles } from './top-titles.tsx';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { studentsApi } from '@pos/contract/students/students';
import { formatCents } from '@pos/contract/values/money';

// Loaded on demand: not needed once the first fair is running.
const FirstSteps = lazyPart(() => import('#web/imports/settings/first-steps.tsx'), 'FirstSteps');

// The charts bring their library.
const SalesChart = lazyPart(() => import('./dashboard-charts.ts'), 'SalesChart');
const TenderBars = lazyPart(() => import('./dashboard-charts.ts'), 'TenderBars');

const COMING = <DelayedSkeleton height={132} />;

/**
 * Start page: sales, items that need a person, live fairs. Each part shows only to users with its
 * right, and loads and fails on its own.
 */
export function DashboardPage() {
  const { query: address, change } = useSearchState(DashboardAddress);
  const query = askable(address);
  useLiveFigures(query);
  const { isSuper } = useRights();
  const { data: settings, isPending: isStepsPending } = useQuery({
    ...allSettings,
    enabled: isSuper,
  });
  const blocks = useBlocks(query);
  const scope: Scope = { fairId: query.fairId, schoolId: query.schoolId };
  const isWhole = !scope.fairId && !scope.schoolId;
  const seesNothing = Object.values(blocks).every((block) => block === undefined);
  const steps = settings && isWhole ? openSteps(settings) : [];
  // Figures of a company without a sale are all zero.
  if (settings && !settings.hasSales && steps.length > 0)
    return (
      <>
        <PageHead title="Dashboard" />
        <div className={styles.firstSteps}>
          <Suspense fallback={COMING}>
            <FirstSteps />
          </Suspense>
        </div>
      </>
    );
  return (
    <>
      <PageHead
        title="Dashboard"
        sub={!seesNothing && <HeadLine blocks={blocks} scope={scope} />}
        actions={
          !seesNothing && <RangeControl query={query} shown={daysShown(blocks)} change={change} />
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
          {isSuper && isStepsPending ? (
            COMING
          ) : (
            <div className={`${styles.dashboard} stack`}>
              {steps.length > 0 && <FirstSteps />}
              {(blocks.sales ?? blocks.payments) && <Tiles {...blocks} scope={scope} />}
              <Charts {...blocks} />
              <AttentionRow {...blocks} scope={scope} settings={settings} />
              <AllFairs {...blocks} scope={scope} />
            </div>
          )}
        </Suspense>
      )}
    </>
  );
}

/** Reading whose days the range control shows. */
function daysShown({ sales, tenders, titles }: Blocks): Read<DashboardBlock> | undefined {
  return sales?.data ?? tenders?.data ?? titles?.data ?? undefined;
}

function Charts({ sales, lastTime, tenders }: Pick<Blocks, 'sales' | 'lastTime' | 'tenders'>) {
  if (!sales && !tenders) return null;
  return (
    <div className={`${styles.columns} ${styles.charts}`}>
      {sales && (
        <Suspense fallback={<ComingChart title="Net sales by day" query={sales} />}>
          <SalesChart query={sales} lastTime={lastTime} />
        </Suspense>
      )}
      {tenders && (
        <Suspense fallback={<ComingChart title="Collected by payment method" query={tenders} />}>
          <TenderBars query={tenders} />
        </Suspense>
      )}
    </div>
  );
}

/** Card of a chart whose code is still loading. */
function ComingChart<Name extends 'sales' | 'tenders'>(props: {
  title: string;
  query: BlockQuery<Name>;
}) {
  return (
    <PartCard {...props} lines={5} waits>
      {() => null}
    </PartCard>
  );
}

type AttentionRowProps = Pick<
  Blocks,
  'payments' | 'devices' | 'stock' | 'fairs' | 'titles' | 'warehouse'
> & {
  scope: Scope;
  settings: Settings | undefined;
};

function AttentionRow({
  scope,
  titles,
  payments,
  devices,
  stock,
  fairs,
  warehouse,
  settings,
}: AttentionRowProps) {
  const blocks = { payments, devices, stock, fairs, warehouse };
  const hasAttention = Object.values(blocks).some((block) => block !== undefined);
  if (!hasAttention && !titles) return null;
  return (
    <div className={`${styles.columns} ${styles.attentionRow}`}>
      {hasAttention && <AttentionCard scope={scope} settings={settings} {...blocks} />}
      {titles && <TopTitles query={titles} scope={scope} />}
    </div>
  );
}

type FairsRowProps = Pick<Blocks, 'fairs' | 'liabilities'> & { scope: Scope };

/** Live fairs and what is due at others; the sales of one fair need no such rows. */
function AllFairs({ sales, fairs, liabilities, scope }: FairsRowProps & Pick<Blocks, 'sales'>) {
  if (scope.fairId && sales) return null;
  return (
    <>
      {fairs && <LiveFairs query={fairs} scope={scope} />}
      <FairsRow fairs={fairs} liabilities={liabilities} scope={scope} />
    </>
  );
}

function FairsRow({ fairs, liabilities, scope }: FairsRowProps) {
  if (!fairs && !liabilities) return null;
  // A single overdue close-out is a line of its own above.
  const isOnlyOne = fairs?.data?.block.overdueCount === 1;
  return (
    <div className={styles.fairsRow}>
      {fairs && !isOnlyOne && <FairsToCloseOut query={fairs} scope={scope} />}
      {fairs && <NextFairs query={fairs} scope={scope} />}
      {liabilities && <LiabilitiesCard query={liabilities} scope={scope} />}
    </div>
  );
}

/** Scope of the dashboard and the age of its data: the oldest reading shown. */
function HeadLine({ blocks, scope }: { blocks: Blocks; scope: Scope }) {
  const { data: fair } = useQuery({
    ...fairOption(scope.fairId ?? ''),
    enabled: scope.fairId !== undefined,
  });
  const live = blocks.fairs?.data?.block.live;
  const [first, ...others] = Object.values(blocks)
    .map((block) => block?.data)
    .filter((read) => read !== null && read !== undefined);
  if (!first) return <Skeleton width={280} height={20} />;
  const { asOf, timeZone, today } = others.reduce(
    (oldest, one) => (one.asOf < oldest.asOf ? one : oldest),
    first,
  );
  const facts = [
    spellDay(today, { weekday: 'long', month: 'long', day: 'numeric' }),
    live !== undefined && !scope.fairId && pluralize(live, 'live fair', 'live fairs'),
    `as of ${formatTime(asOf, timeZone).replace(/^0/, '')} ${zoneName(timeZone)}`,
  ];
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
      <span className="numeric">{facts.filter(Boolean).join(' · ')}</span>
    </>
  );
}

/** Money currently owed to families and schools. */
function LiabilitiesCard({ query, scope }: { query: BlockQuery<'liabilities'>; scope: Scope }) {
  return (
    <PartCard
      title="Owed"
      query={query}
      lines={3}
      intro="Current balances, whatever days are shown."
    >
      {({ block: { eWalletCents, aveDollarCents } }) => (
        <dl className={`${styles.owed} grid gap-16`}>
          {eWalletCents !== null && (
            <div>
              <dt>eWallet balances</dt>
              <dd className="numeric">{formatCents(eWalletCents)}</dd>
              <dd className="caption">
                Paid in by families, not spent yet.{' '}
                {!scope.fairId && (
                  <Allowed to={studentsApi.list}>
                    <Link
                      to={pathTo('students', {}, { schoolId: scope.schoolId, hasBalance: true })}
                      className="link"
                    >
                      See students
                    </Link>
                  </Allowed>
                )}
              </dd>
            </div>
          )}
          {aveDollarCents !== null && (
            <div>
              <dt>AveDollars</dt>
              <dd className="numeric">{formatCents(aveDollarCents)}</dd>
              <dd className="caption">Earned by schools at closed-out fairs.</dd>
            </div>
          )}
        </dl>
      )}
    </PartCard>
  );
}
