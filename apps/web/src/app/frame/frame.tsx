import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { AfterDelay, Notice, Skeleton } from '#web/ui/notice.tsx';
import { useNewVersion } from '../new-version.ts';
import './frame.css';
import { OfflineBanner } from './offline-banner.tsx';
import { queryClient } from './queries.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

const NavSheet = lazy(() => import('./nav-sheet.tsx').then((module) => ({ default: module.NavSheet })));

/** Around every signed-in screen: menu, top bar, banners, and the region that the screen fills. */
export function Frame({ children }: { children?: ReactNode }) {
  const [isNavOpen, setIsNavOpen] = useState(false);
  const isNewVersionReady = useNewVersion();
  return (
    <QueryClientProvider client={queryClient}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="app">
        <Sidebar />
        <div className="main">
          <TopBar onOpenNav={() => setIsNavOpen(true)} />
          <main id="main" className="content" tabIndex={-1}>
            <OfflineBanner />
            {isNewVersionReady && (
              <Notice kind="info">
                A new version is ready. <button type="button" onClick={() => location.reload()}>Reload when you are done</button>
              </Notice>
            )}
            <Suspense fallback={<AfterDelay><Skeleton width={220} height={28} /></AfterDelay>}>
              {children ?? <Outlet />}
            </Suspense>
          </main>
        </div>
      </div>
      {isNavOpen && (
        <Suspense>
          <NavSheet onClose={() => setIsNavOpen(false)} />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}
