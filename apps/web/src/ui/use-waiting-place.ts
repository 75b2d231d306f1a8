import type { HeavyKind } from '@pos/contract/heavy-kinds';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { placeText } from '#web/lib/job-words.ts';
import { useDelay } from './use-delay.ts';

/** A call that takes longer than this may be waiting for its turn (ms); its place is read again as often. */
const ASK_EVERY_MS = 1_000;

/**
 * Place in line of the call of `kind` that this person made last, in words ("Waiting, 3rd in line"), while `isPending`.
 * Undefined where it does not wait, or not yet for a second.
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
