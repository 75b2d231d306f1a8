import type { CloseOut, CloseOutAction } from '@pos/contract/close-out/close-out';
import type { NewCashCount, NewFloatCount } from '@pos/contract/close-out/cash-counts';
import type { LiveKind } from '@pos/contract/staff/events';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';

/** Refetch interval without events (ms): not every change sends one. */
const REFRESH_MS = 60_000;
/** Event kinds that may change a close-out's figures. */
const KINDS = [
  'orders',
  'refunds',
  'payments',
  'fairs',
  'stock',
  'cartons',
  'devices',
  'settings',
] as const satisfies readonly LiveKind[];

/** Keeps the close-out and the evening counts of a fair up to date while shown. */
export function useLiveCloseOut(fairId: string): void {
  useLiveRefresh(KINDS, ['close-out', fairId], fairId);
}

/** Close-out of a fair in its current state. */
export const closeOutQuery = (fairId: string) =>
  queryOptions({
    queryKey: ['close-out', fairId],
    queryFn: async ({ signal }): Promise<CloseOut> =>
      (await api.closeOut.getById({ params: { id: fairId } }, { signal })).data,
    refetchInterval: REFRESH_MS,
  });

/** Evening counts of a fair. */
export const cashCountsQuery = (fairId: string) =>
  queryOptions({
    queryKey: ['close-out', fairId, 'cash-counts'],
    queryFn: async ({ signal }) =>
      (await api.closeOut.cashCounts({ params: { id: fairId } }, { signal })).data,
  });

/**
 * Queries that a close-out makes stale: the fair, everything it freezes or reopens, and reports.
 */
const REFRESHES = [
  ['close-out'],
  ['fairs'],
  ['inventory'],
  ['cartons'],
  ['orders'],
  ['payments'],
  ['reports'],
  ['activity'],
];

/** Finishes or reverts; a retry after a broken connection takes effect only once. */
export function useFinishOrRevert(fairId: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (action: Omit<CloseOutAction, 'fairId'>) => {
      const body = { fairId, ...action };
      return (await api.closeOut.finishOrRevert({ body }, { idempotencyKey: toKey(body) })).data;
    },
    meta: { refreshes: REFRESHES },
  });
}

export function useAddCashCount() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewCashCount) =>
      (await api.closeOut.addCashCount({ body }, { idempotencyKey: toKey(body) })).data,
    meta: { refreshes: [['close-out'], ['reports'], ['activity']] },
  });
}

export function useAddFloatCount() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewFloatCount) =>
      (await api.closeOut.addFloatCount({ body }, { idempotencyKey: toKey(body) })).data,
    meta: { refreshes: [['close-out'], ['reports'], ['activity']] },
  });
}

/** Emails the statement to the coordinator; a retry after a broken connection takes effect only once. */
export function useSendStatement(fairId: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: () =>
      api.closeOut.sendStatement({ params: { id: fairId } }, { idempotencyKey: toKey({ fairId }) }),
    meta: { refreshes: [['activity']] },
  });
}
