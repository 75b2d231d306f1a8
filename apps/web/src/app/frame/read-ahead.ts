import { opensPage } from '@pos/contract/permissions';
import type { AnyRouter } from '@tanstack/react-router';
import { parseSearch } from '#web/lib/lists/search-params.ts';
import { currentSession } from '#web/lib/session/session.tsx';
import { withHint } from '#web/lib/live/new-version.ts';
import type { Screen, ScreenComponent } from '../screen.ts';
import { screenAt } from '../screens.ts';
import { queryClient } from './queries.ts';

/** Loaded screens: their first list is requested as soon as a link is pressed. */
const here = new Map<Screen, ScreenComponent>();

/** Prefetches a screen and its first list before it is opened, unless the browser is offline. */
export function readAhead(href: string): void {
  if (!navigator.onLine) return;
  const { pathname, search } = new URL(href, location.origin);
  const screen = screenAt(pathname);
  const session = currentSession();
  if (!screen || !session || !opensPage(screen.page, session.rights)) return;
  const read = ({ firstRead }: ScreenComponent): void => {
    const query = firstRead?.(parseSearch(search));
    if (query) void queryClient.prefetchQuery(query);
  };
  const load = async (): Promise<void> => {
    const component = await screen.load();
    here.set(screen, component);
    read(component);
  };
  const known = here.get(screen);
  if (known) read(known);
  // Errors are shown when the screen is opened.
  else void withHint(load).catch(() => undefined);
}

/**
 * Requests the data of a screen, or of another page of its list, when navigation starts, before
 * rendering. Returns a function that stops this.
 */
export function readOnTheWay(router: AnyRouter): () => void {
  return router.subscribe('onBeforeNavigate', ({ toLocation, hrefChanged }) => {
    if (hrefChanged) readAhead(toLocation.href);
  });
}
