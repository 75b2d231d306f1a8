import { hasDuty, opensPage } from '@pos/contract/permissions';
import { use, type ReactNode } from 'react';
import { useIsRefreshing, useRights } from '#web/lib/session/session.tsx';
import { DelayedSkeleton } from '#web/ui/messages/notice.tsx';
import { partLoader } from '#web/lib/api/load-part.ts';
import { useArrival } from './navigation-focus.ts';
import { withHint } from '#web/lib/live/new-version.ts';
import { AccessDenied } from './pages/access-denied.tsx';
import type { Screen } from './screen.ts';

/**
 * Component of a screen's route: loads the screen when it is opened, only for users who may open
 * it.
 */
export function lazyScreen(screen: Screen): (() => ReactNode) & { preload: () => Promise<void> } {
  const load = partLoader(screen.load, { needsNetwork: true });
  function Loaded() {
    const Component = use(load());
    useArrival();
    return <Component />;
  }
  function LazyScreen() {
    const isRefreshing = useIsRefreshing();
    const rights = useRights();
    const hasAlso = !screen.also || opensPage(screen.also, rights);
    if (opensPage(screen.page, rights) && hasAlso && (!screen.duty || hasDuty(rights, screen.duty)))
      return <Loaded />;
    // Rights that are still loading may open the page.
    return isRefreshing ? (
      <DelayedSkeleton width={220} height={28} />
    ) : (
      <AccessDenied page={hasAlso ? screen.page : screen.also!} />
    );
  }
  return Object.assign(LazyScreen, { preload: () => withHint(load) });
}
