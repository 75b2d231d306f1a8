import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../src/lib/api/query-client.ts';
import { parseSearch, stringifySearch } from '../src/lib/lists/search-params.ts';
import { wrapOverlays } from '../src/ui/messages/lazy-part.tsx';
import { Toasts } from '../src/ui/messages/toast.tsx';
import { withTypingAhead } from '../src/ui/hooks/typed-ahead.tsx';
import '#web/ui/fonts.css';
import '@pos/tokens/tokens.css';
import '@pos/tokens/reset.css';
import '#web/ui/base.css';
import '#web/ui/utilities.css';

wrapOverlays(withTypingAhead);

/**
 * Renders a component in the browser as the page at `/`, with the app's styles, router and query
 * client, but without its frame and session. `search` is the query part of the address, such as
 * `?sort=name`; `loadRecord` is waited for before the page of a record is shown. Returns functions
 * that read the current address.
 */
export async function renderPage(
  Page: () => ReactNode,
  search = '',
  loadRecord = (): Promise<unknown> => Promise.resolve(),
) {
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '/', component: Page });
  const record = createRoute({
    getParentRoute: () => root,
    path: '/records/$id',
    loader: loadRecord,
    component: () => <h1>Record</h1>,
  });
  const router = createRouter({
    routeTree: root.addChildren([page, record]),
    history: createMemoryHistory({ initialEntries: [`/${search}`] }),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
  });
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
      <Toasts />
    </QueryClientProvider>,
  );
  return {
    /** Path of the current address. */
    path: () => router.state.location.pathname,
    /** Query parameters of the current address. */
    query: () => router.state.location.search as Record<string, unknown>,
    back: () => router.history.back(),
  };
}
