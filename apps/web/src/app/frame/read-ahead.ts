import { opensPage } from '@pos/contract/permissions';
import type { AnyRouter } from '@tanstack/react-router';
import { parseSearch } from '#web/lib/search-params.ts';
import { currentSession } from '#web/lib/session.tsx';
import { withHint } from '../new-version.ts';
import { screenAt, type Screen, type ScreenComponent } from '../screens.ts';
import { queryClient } from './queries.ts';

/** The screens that are here: what they show first is asked for with the press itself. */
const here = new Map<Screen, ScreenComponent>();

/** Reads what the screen at an address shows first, and the screen itself, before it is opened. */
export function readAhead(href: string): void {
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
  // Whoever opens the screen is told what failed.
  else void withHint(load).catch(() => undefined);
}

/** Asks for what a screen or another page of its list shows as soon as somebody goes there, before anything is drawn. Gives what ends it. */
export function readOnTheWay(router: AnyRouter): () => void {
  return router.subscribe('onBeforeNavigate', ({ toLocation, hrefChanged }) => {
    if (hrefChanged) readAhead(toLocation.href);
  });
}
