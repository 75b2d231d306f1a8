import type {
  CloseOut,
  CloseOutAction,
  NewCashCount,
  NewFloatCount,
} from '@pos/contract/close-out';
import type { LiveKind } from '@pos/contract/events';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { useOnceKey } from '#web/lib/once-key.ts';
import { useLiveRefresh } from '#web/lib/use-live-refresh.ts';

/** Read again without an event too: not everybody hears of every change. */
const REFRESH_MS = 60_000;
/** A close-out is made of these: a change of one of them may be one of its figures. */
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

/** Keeps the close-out and the evening counts of a fair up to date while they are shown. */
export function useLiveCloseOut(fairId: string): void {
  useLiveRefresh(KINDS, ['close-out', fairId], fairId);
}

/** How a fair's close-out stands. */
export const closeOutOf = (fairId: string) =>
  queryOptions({
    queryKey: ['close-out', fairId],
    queryFn: async ({ signal }): Promise<CloseOut> =>
      (await api.closeOut.getById({ params: { id: fairId } }, { signal })).data,
    refetchInterval: REFRESH_MS,
  });

/** The money counted each evening of a fair. */
export const cashCountsOf = (fairId: string) =>
  queryOptions({
    queryKey: ['close-out', fairId, 'cash-counts'],
    queryFn: async ({ signal }) =>
      (await api.closeOut.cashCounts({ params: { id: fairId } }, { signal })).data,
  });

/** What a close-out changes: the fair, what it freezes or opens again, and what is reported of it. */
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

/** Finishes or reverts; the same action sent again after a broken connection is done once. */
export function useFinishOrRevert(fairId: string) {
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: async (action: Omit<CloseOutAction, 'fairId'>) => {
      const body = { fairId, ...action };
      return (await api.closeOut.finishOrRevert({ body }, { idempotencyKey: keyOf(body) })).data;
    },
    meta: { refreshes: REFRESHES },
  });
}

export function useAddCashCount() {
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewCashCount) =>
      (await api.closeOut.addCashCount({ body }, { idempotencyKey: keyOf(body) })).data,
    meta: { refreshes: [['close-out'], ['reports'], ['activity']] },
  });
}

export function useAddFloatCount() {
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewFloatCount) =>
      (await api.closeOut.addFloatCount({ body }, { idempotencyKey: keyOf(body) })).data,
    meta: { refreshes: [['close-out'], ['reports'], ['activity']] },
  });
}
