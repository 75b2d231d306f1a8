import type { LiveKind } from '@pos/contract/staff/events';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLive } from './live.ts';

/** Batches bursts of sales, which must appear within two seconds, in milliseconds. */
const GATHER_MS = 500;

/**
 * Refetches the queries under `queryKey` in place when something of these kinds changes (at this
 * fair, if given).
 */
export function useLiveRefresh(
  kinds: readonly LiveKind[],
  queryKey: QueryKey,
  fairId?: string,
): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useEffectEvent(() => {
    timer.current = undefined;
    void queryClient.invalidateQueries({ queryKey });
  });
  useLive(kinds, () => void (timer.current ??= setTimeout(() => refresh(), GATHER_MS)), { fairId });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
