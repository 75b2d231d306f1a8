import type { HeavyKind } from '@pos/contract/heavy-kinds';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { placeText } from '#web/lib/api/job-words.ts';
import { useDelay } from '../hooks/use-delay.ts';

/** Delay in ms before a call may be waiting in the queue, and interval to read its position. */
const ASK_EVERY_MS = 1_000;

/**
 * Returns the place in line of this person's latest call of `kind` as text ("Waiting, 3rd in line").
 * Undefined unless the call `isPending` and has been waiting for at least a second.
 */
export function useWaitingPlace(kind: HeavyKind, isPending: boolean): string | undefined {
  const isSlow = useDelay(ASK_EVERY_MS, isPending);
  const { data } = useQuery({
    queryKey: ['heavy-work'],
    queryFn: async ({ signal }) => (await api.heavyWork.list(undefined, { signal })).data,
    enabled: isSlow,
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (!isSlow || !data) return undefined;
  const places = data.filter((one) => one.kind === kind).map(({ place }) => place);
  return places.length === 0 ? undefined : placeText(Math.max(...places));
}
