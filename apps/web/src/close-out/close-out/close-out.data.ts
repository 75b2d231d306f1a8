import type { CloseOutAction } from '@pos/contract/close-out/close-out';
import type { NewCashCount, NewFloatCount } from '@pos/contract/close-out/cash-counts';
import type { LiveKind } from '@pos/contract/staff/events';
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
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
  dataQuery(
    ['close-out', fairId],
    api.closeOut.getById,
    { params: { id: fairId } },
    { refetchInterval: REFRESH_MS },
  );

/** Evening counts of a fair. */
export const cashCountsQuery = (fairId: string) =>
  dataQuery(['close-out', fairId, 'cash-counts'], api.closeOut.cashCounts, {
    params: { id: fairId },
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
export const useFinishOrRevert = (fairId: string) =>
  useChange(REFRESHES, (action: Omit<CloseOutAction, 'fairId'>, once) =>
    api.closeOut.finishOrRevert(...once({ body: { fairId, ...action } })),
  );

export const useAddCashCount = () =>
  useChange([['close-out'], ['reports'], ['activity']], (body: NewCashCount, once) =>
    api.closeOut.addCashCount(...once({ body })),
  );

export const useAddFloatCount = () =>
  useChange([['close-out'], ['reports'], ['activity']], (body: NewFloatCount, once) =>
    api.closeOut.addFloatCount(...once({ body })),
  );

/** Emails the statement to the coordinator; a retry after a broken connection takes effect only once. */
export function useSendStatement(fairId: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: () =>
      api.closeOut.sendStatement({ params: { id: fairId } }, { idempotencyKey: toKey({ fairId }) }),
    meta: { refreshes: [['activity']] },
  });
}
