import type { CallOptions } from '@pos/contract/client';
import {
  queryOptions,
  useMutation,
  type QueryKey,
  type UndefinedInitialDataOptions,
} from '@tanstack/react-query';
import { useOnceKey } from './once-key.ts';

type Answer<Data> = Promise<{ data: Data }>;
type QueryLook<Data> = Omit<UndefinedInitialDataOptions<Data>, 'queryKey' | 'queryFn'>;

/**
 * Query that a call answers: `dataQuery(['orders', id], api.orders.getById, { params: { id } })`.
 * A call that nobody waits for any more is ended.
 */
export function dataQuery<Sent, Data>(
  queryKey: QueryKey,
  call: (sent: Sent, options: { signal: AbortSignal }) => Answer<Data>,
  sent: NoInfer<Sent>,
  look?: QueryLook<Data>,
) {
  return queryOptions<Data>({
    queryKey,
    queryFn: async ({ signal }) => (await call(sent, { signal })).data,
    ...look,
  });
}

/**
 * A record for its form: read when the form opens and never refetched, so that typed text is not
 * overwritten.
 */
export function formQuery<Data>(
  queryKey: QueryKey,
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>,
) {
  return queryOptions<Data>({ queryKey, queryFn, gcTime: 0, staleTime: Infinity });
}

/** Makes the call happen once: a retry with the same parts finds the result of the first attempt. */
type Once = <Parts>(parts: Parts) => [Parts, CallOptions];

/** Mutation by a call; `refreshes` are the queries that it makes stale. Answers the call's data. */
export function useChange<Values, Data>(
  refreshes: readonly QueryKey[],
  call: (values: Values, once: Once) => Answer<Data>,
) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (values: Values) =>
      (await call(values, (parts) => [parts, { idempotencyKey: toKey(parts) }])).data,
    meta: { refreshes },
  });
}
