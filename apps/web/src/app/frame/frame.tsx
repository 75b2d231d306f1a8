import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { AfterDelay, Notice, Skeleton } from '#web/ui/notice.tsx';
import { reloadNow, useNewVersion } from '#web/lib/new-version.ts';
import { followPrivacy } from '#web/lib/privacy.ts';
import { screenAt } from '../screens.ts';
import { FairScope, useFairScope } from './fair-scope.ts';
import * as styles from './frame.module.css';
import { OfflineBanner } from './offline-banner.tsx';
import { queryClient } from './queries.ts';
import { readOnTheWay } from './read-ahead.ts';
import { keepScansOnTheWay } from './scans-on-the-way.ts';
import { ServiceBanner } from './service-banner.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { lazyPart, wrapOverlays } from '#web/ui/lazy-part.tsx';
import { StorageNotice } from '#web/ui/storage-notice.tsx';
import { withTypingAhead } from '#web/ui/typed-ahead.tsx';
import './privacy.css';

wrapOverlays(withTypingAhead);

const PrivacySign = lazyPart(async () => (await import('./privacy-sign.tsx')).PrivacySign);
const NavSheet = lazyPart(async () => (await import('./nav-sheet.tsx')).NavSheet);

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
    void import('#web/lib/live-stream.ts').then(({ followLive }) => followLive(queryClient, since));
  }, []);
  const fairId = useFairScope();
  const isFull = screenAt(useLocation().pathname)?.full ?? false;
  const screen = (
    <Suspense
      fallback={
        <AfterDelay>
          <Skeleton width={220} height={28} />
        </AfterDelay>
      }
    >
      {children ?? <Outlet />}
    </Suspense>
  );
  if (isFull) {
    return (
      <QueryClientProvider client={queryClient}>
        <main id="main" className={styles.full} tabIndex={-1}>
          {screen}
          <Suspense>
            <PrivacySign />
          </Suspense>
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
        {isNavOpen && (
          <Suspense>
            <NavSheet onClose={() => setIsNavOpen(false)} />
          </Suspense>
        )}
      </FairScope>
    </QueryClientProvider>
  );
}
