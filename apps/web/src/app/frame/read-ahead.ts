import { opensPage } from '@pos/contract/permissions';
import type { AnyRouter } from '@tanstack/react-router';
import { parseSearch } from '#web/lib/search-params.ts';
import { currentSession } from '#web/lib/session.tsx';
import { withHint } from '../new-version.ts';
import { screenAt } from '../screens.ts';
import { queryClient } from './queries.ts';

/** Reads what the screen at an address shows first, and the screen itself, before it is opened. */
export function readAhead(href: string): void {
  const { pathname, search } = new URL(href, location.origin);
  const screen = screenAt(pathname);
  const session = currentSession();
  if (!screen || !session || !opensPage(screen.page, session.rights)) return;
  const read = async (): Promise<void> => {
    const { firstRead } = await screen.load();
    const query = firstRead?.(parseSearch(search));
    if (query) await queryClient.prefetchQuery(query);
  };
  // Whoever opens the screen is told what failed.
  void withHint(read).catch(() => undefined);
}

/** Asks for what a screen or another page of its list shows as soon as somebody goes there, before anything is drawn. Gives what ends it. */
export function readOnTheWay(router: AnyRouter): () => void {
  return router.subscribe('onBeforeNavigate', ({ toLocation, hrefChanged }) => {
    if (hrefChanged) readAhead(toLocation.href);
  });
}
