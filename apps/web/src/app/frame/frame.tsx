import { SERVICE_SENTENCES } from '@pos/contract/staff/service-state';
import { formatTime } from '@pos/contract/values/clock';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter, type AnyRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { api } from '#web/lib/api/api.ts';
import { reloadNow, useNewVersion } from '#web/lib/live/new-version.ts';
import { followPrivacy } from '#web/lib/drafts/privacy.ts';
import { SERVICE_STATE_KEY } from '#web/lib/api/query-client.ts';
import { askToConfirmWith } from '#web/lib/session/confirm-first.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { HERE } from '#web/lib/input/time.ts';
import { asidePart, wrapOverlays } from '#web/ui/messages/lazy-part.tsx';
import { DelayedSkeleton, Notice } from '#web/ui/messages/notice.tsx';
import { StorageNotice } from '#web/ui/layout/storage-notice.tsx';
import { withTypingAhead, typeAhead } from '#web/ui/hooks/typed-ahead.tsx';
import { useOnline } from '#web/ui/hooks/use-online.ts';
import { screenAt } from '../screens.ts';
import { FairScope, useFairScope } from './fair-scope.ts';
import * as styles from './frame.module.css';
import './privacy.css';
import { queryClient } from './queries.ts';
import { readOnTheWay } from './read-ahead.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

const EVERY_MS = 60_000;

/** Tells everyone that nothing can be saved, and SUPER_ADMINs that the storage is almost full. */
function ServiceBanner() {
  const { isSuper } = useRights();
  const { data } = useQuery({
    queryKey: SERVICE_STATE_KEY,
    queryFn: async () => (await api.serviceState.get()).data,
    refetchInterval: EVERY_MS,
    retry: false,
  });
  if (data?.storage === 'full') return <Banner kind="bad" text={SERVICE_SENTENCES.full} />;
  if (data?.database === 'read_only')
    return <Banner kind="bad" text={SERVICE_SENTENCES.read_only} />;
  if (data?.storage === 'low' && isSuper)
    return <Banner kind="warn" text={SERVICE_SENTENCES.low} />;
  return null;
}

function Banner({ kind, text }: { kind: 'bad' | 'warn'; text: string }) {
  return (
    <div className={styles.banner}>
      <Notice kind={kind}>{text}</Notice>
    </div>
  );
}

type Place = { pathname: string; search: Record<string, unknown> };

/** True for the screen that scans cartons, and for the quick count. */
const isForCodes = ({ pathname, search }: Place): boolean =>
  screenAt(pathname)?.full === true || search['mode'] === 'count';

/**
 * Keeps codes that are scanned after the way to a screen for codes was taken, until it is there.
 * Returns a function that stops this.
 */
function keepScansOnTheWay(router: AnyRouter): () => void {
  let arrive: (() => void) | undefined;
  const stops = [
    router.subscribe('onBeforeNavigate', ({ toLocation, hrefChanged }) => {
      if (hrefChanged && isForCodes(toLocation)) arrive ??= typeAhead();
    }),
    router.subscribe('onRendered', () => {
      arrive?.();
      arrive = undefined;
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

wrapOverlays(withTypingAhead);
askToConfirmWith(
  async () => (await import('#web/staff/second-factor/confirm-identity.tsx')).askToConfirm,
);

const PrivacySign = asidePart(() => import('./privacy-sign.tsx'), 'PrivacySign');
const NavSheet = asidePart(() => import('./nav-sheet.tsx'), 'NavSheet');

/**
 * Layout of every signed-in screen: menu, top bar, banners, and the main region; a full screen gets
 * only the region.
 */
export function Frame({ children }: { children?: ReactNode }) {
  const router = useRouter();
  useEffect(() => readOnTheWay(router), [router]);
  useEffect(() => keepScansOnTheWay(router), [router]);
  useLayoutEffect(followPrivacy, []);
  // Loads the font of order and device numbers before the first list, so that no column shifts.
  useEffect(
    () => void document.fonts.load('1em "JetBrains Mono Variable"').catch(() => undefined),
    [],
  );
  const [isNavOpen, setIsNavOpen] = useState(false);
  const isNewVersionReady = useNewVersion();
  useEffect(() => {
    const since = performance.now();
    void import('#web/lib/live/live-stream.ts').then(({ followLive }) =>
      followLive(queryClient, since),
    );
  }, []);
  const fairId = useFairScope();
  const isFull = screenAt(useLocation().pathname)?.full ?? false;
  const screen = (
    <Suspense fallback={<DelayedSkeleton width={220} height={28} />}>
      {children ?? <Outlet />}
    </Suspense>
  );
  if (isFull) {
    return (
      <QueryClientProvider client={queryClient}>
        <main id="main" className={styles.full} tabIndex={-1}>
          {screen}
          <PrivacySign />
        </main>
      </QueryClientProvider>
    );
  }
  return (
    <QueryClientProvider client={queryClient}>
      <FairScope value={fairId}>
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
        <div className={styles.app}>
          <Sidebar />
          <div className={styles.main}>
            <TopBar onOpenNav={() => setIsNavOpen(true)} />
            <main id="main" className={styles.content} tabIndex={-1}>
              <OfflineBanner />
              <ServiceBanner />
              <StorageNotice />
              {isNewVersionReady && (
                <Notice kind="info">
                  A new version is ready.{' '}
                  <button type="button" onClick={() => void reloadNow()}>
                    Reload when you are done
                  </button>
                </Notice>
              )}
              {screen}
            </main>
          </div>
        </div>
        {isNavOpen && <NavSheet onClose={() => setIsNavOpen(false)} />}
      </FairScope>
    </QueryClientProvider>
  );
}

/** Banner while the browser has no network: gives the time of the data on the page. */
function OfflineBanner() {
  return useOnline() ? null : <OfflineSince />;
}

function OfflineSince() {
  const [since] = useState(() => new Date().toISOString());
  return (
    <div className={styles.banner}>
      <Notice kind="warn">
        <b>Offline: showing data from {formatTime(since, HERE)}.</b> Saving waits until you are
        connected again.
      </Notice>
    </div>
  );
}
