import { ApiError } from '@pos/contract/client';
import {
  MutationCache,
  notifyManager,
  QueryClient,
  type QueryCache,
  type QueryKey,
} from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    /** `meta: { refreshes: [['devices']] }` on a mutation: what it makes stale is read again when it succeeds. */
    mutationMeta: { refreshes: readonly QueryKey[] };
    queryMeta: Record<string, never>;
  }
}

/** Whether anything can be saved; read again after a refusal that says the service is not ready. */
export const SERVICE_STATE_KEY = ['service-state'] as const;

/** A refusal is final; a broken connection or a busy server is tried twice more. */
function mayRetry(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status < 500 && error.status !== 429) return false;
  return failures < 2;
}

export function createQueryClient(): QueryClient {
  // What has arrived is drawn at once, not by a timer behind whatever else waits.
  notifyManager.setScheduler(queueMicrotask);
  const queryClient: QueryClient = new QueryClient({
    // Registers and colleagues change what is shown all the time: whoever opens a page sees it as it is now.
    defaultOptions: {
      queries: { staleTime: 1_000, retry: mayRetry, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error) => {
        if (!(error instanceof ApiError) || error.status !== 503) return;
        void queryClient.invalidateQueries({ queryKey: SERVICE_STATE_KEY });
      },
      onSuccess: (_data, _variables, _context, { meta }) =>
        Promise.all(
          (meta?.refreshes ?? []).map((queryKey) => queryClient.invalidateQueries({ queryKey })),
        ),
    }),
  });
  keepFew(queryClient.getQueryCache());
  return queryClient;
}

/** What nobody looks at any more is kept for the way back, the newest of it: leafing through a season fills no memory. */
const MOST_UNSEEN = 30;

function keepFew(cache: QueryCache): void {
  cache.subscribe(({ type }) => {
    if (type !== 'observerRemoved') return;
    // What has not been read yet is about to be.
    const unseen = cache.findAll({
      fetchStatus: 'idle',
      predicate: (query) => query.state.status !== 'pending' && query.getObserversCount() === 0,
    });
    if (unseen.length <= MOST_UNSEEN) return;
    unseen.sort((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
    for (const query of unseen.slice(0, unseen.length - MOST_UNSEEN)) cache.remove(query);
  });
}
