import { ApiError } from '@pos/contract/client';
import type { ServiceState } from '@pos/contract/staff/service-state';
import {
  MutationCache,
  notifyManager,
  QueryClient,
  type QueryCache,
  type QueryKey,
} from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    /** `meta: { refreshes: [['devices']] }` on a mutation: queries to refetch when it succeeds. */
    mutationMeta: { refreshes: readonly QueryKey[] };
    queryMeta: Record<string, never>;
  }
}

/**
 * Query key of the state that says if anything can be saved; read again after a refusal that says
 * the service is not ready, and after a save while nothing could be saved.
 */
export const SERVICE_STATE_KEY = ['service-state'] as const;

/** True while the last known state of the service says that nothing can be saved. */
function cannotSave(queryClient: QueryClient): boolean {
  const state = queryClient.getQueryData<ServiceState>(SERVICE_STATE_KEY);
  return state !== undefined && (state.storage === 'full' || state.database !== 'ok');
}

/** Retries a broken connection or a busy server twice; a refusal is final. */
function mayRetry(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status < 500 && error.status !== 429) return false;
  return failures < 2;
}

export function createQueryClient(): QueryClient {
  // Render arrived data at once, not on a timer behind other work.
  notifyManager.setScheduler(queueMicrotask);
  const readServiceState = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: SERVICE_STATE_KEY });
  const queryClient: QueryClient = new QueryClient({
    // Registers and colleagues change data all the time: each page opened shows the current state.
    defaultOptions: {
      queries: { staleTime: 1_000, retry: mayRetry, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error) => {
        if (!(error instanceof ApiError) || error.status !== 503) return;
        void readServiceState();
      },
      onSuccess: (_data, _variables, _context, { meta }) => {
        // Something was saved after all.
        if (cannotSave(queryClient)) void readServiceState();
        const stale = meta?.refreshes ?? [];
        if (!held) return refresh(queryClient, stale);
        for (const key of stale) held.set(JSON.stringify(key), key);
        return undefined;
      },
    }),
  });
  keepFew(queryClient.getQueryCache());
  return queryClient;
}

/** Queries that became stale during `refreshOnce`. */
let held: Map<string, QueryKey> | undefined;

/** Runs many mutations and refetches what they make stale once, at the end. */
export async function refreshOnce(queryClient: QueryClient, work: () => Promise<void>) {
  held = new Map();
  try {
    await work();
  } finally {
    const stale = [...held.values()];
    held = undefined;
    await refresh(queryClient, stale);
  }
}

function refresh(queryClient: QueryClient, stale: readonly QueryKey[]) {
  return Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/**
 * Maximum number of unused queries to keep for going back; the oldest are dropped, so that paging
 * through a season does not fill memory.
 */
const MAX_UNUSED = 30;

function keepFew(cache: QueryCache): void {
  cache.subscribe(({ type }) => {
    if (type !== 'observerRemoved') return;
    // Skips pending queries: they are about to be read.
    const unseen = cache.findAll({
      fetchStatus: 'idle',
      predicate: (query) => query.state.status !== 'pending' && query.getObserversCount() === 0,
    });
    if (unseen.length <= MAX_UNUSED) return;
    unseen.sort((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
    for (const query of unseen.slice(0, unseen.length - MAX_UNUSED)) cache.remove(query);
  });
}
