import type {
  CalendarFair,
  CalendarQuery,
  Fair,
  FairDetails,
  FairsQuery,
} from '@pos/contract/fairs';
import type { FairChanges, NewFair } from '@pos/contract/fair-changes';
import type { RecordStatus } from '@pos/contract/values';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { choicesOf } from '#web/lib/choices.ts';
import type { ListQuery } from '#web/lib/list.ts';
import { useOnceKey } from '#web/lib/once-key.ts';

const LIVE_REFRESH_MS = 60_000;

export const fairsList = (query: FairsQuery): ListQuery<Fair> => ({
  queryKey: ['fairs', 'list', query],
  queryFn: ({ signal }) => api.fairs.list({ query }, { signal }),
});

/** One fair with its totals as it is now. */
export async function readFair(id: string, signal?: AbortSignal): Promise<FairDetails> {
  return (await api.fairs.getById({ params: { id } }, { ...(signal && { signal }) })).data;
}

/** One fair with its totals; read anew every minute while it is live. */
export const fairDetails = (id: string) =>
  queryOptions({
    queryKey: ['fairs', 'details', id],
    queryFn: ({ signal }) => readFair(id, signal),
    refetchInterval: ({ state }) => (state.data?.phase === 'live' ? LIVE_REFRESH_MS : false),
  });

/**
 * One fair for its form: read anew when the form opens, and then left alone until it is given up, whatever else is read
 * again meanwhile, so that nothing is read over what is being typed.
 */
export const fairForForm = (id: string) =>
  queryOptions({
    queryKey: ['fair-form', id],
    queryFn: ({ signal }) => readFair(id, signal),
    gcTime: 0,
    staleTime: Infinity,
  });

/** Active fairs to choose from, by name, identifier or school. */
export const fairChoices = choicesOf('fairs', api.fairs.getFairOptions);

/** Fairs that have inventory, by name or identifier, the newest first. */
export const fairsWithInventory = (search: string) => ({
  queryKey: ['fairs', 'with-inventory', search],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.fairs.getFairWithInventory({ query: { search } }, { signal }),
});

/** A fair as a select knows it, by its id; nothing when there is no such fair. */
export const fairOption = (id: string) =>
  queryOptions({
    queryKey: ['fairs', 'option', id],
    queryFn: async ({ signal }) =>
      (await api.fairs.getFairOptions({ query: { id } }, { signal })).data[0] ?? null,
  });

/** Reason shown with an action that a closed-out fair refuses. */
export const CLOSED_OUT = 'This fair is closed out';

/** True once a fair is known to be closed out: whatever would change it is then refused (409 FAIR_FINISHED). */
export function useIsClosedOut(fairId: string | null): boolean {
  const { data: fair } = useQuery({ ...fairOption(fairId ?? ''), enabled: fairId !== null });
  return fair?.closeOutState === 'finished';
}

/** The fairs that touch a range of days, with what they clash with. */
export const fairsCalendar = (query: CalendarQuery) =>
  queryOptions<CalendarFair[]>({
    queryKey: ['fairs', 'calendar', query],
    queryFn: async ({ signal }) => (await api.fairs.calendar({ query }, { signal })).data,
  });

export function useChangeFairStatus() {
  return useMutation({
    mutationFn: ({
      id,
      status,
      confirm,
    }: {
      id: string;
      status: RecordStatus;
      confirm?: boolean;
    }) => api.fairs.changeStatus({ params: { id }, body: { status, ...(confirm && { confirm }) } }),
    meta: { refreshes: [['fairs']] },
  });
}

export function useDeleteFair() {
  return useMutation({
    mutationFn: (id: string) => api.fairs.delete({ params: { id } }),
    meta: {
      refreshes: [
        ['fairs', 'list'],
        ['fairs', 'calendar'],
      ],
    },
  });
}

export function useResetFair(fairId: string) {
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: (body: { confirm: string }) =>
      api.resets.reset({ body: { fairId, ...body } }, { idempotencyKey: keyOf(body) }),
    meta: { refreshes: [['fairs'], ['orders'], ['inventory'], ['activity']] },
  });
}

/** A fair's day on one page, as it is now. */
export const daySheet = (id: string, businessDay: string) =>
  queryOptions({
    queryKey: ['fairs', 'day-sheet', id, businessDay],
    queryFn: async ({ signal }) =>
      (await api.daySheets.get({ params: { id }, query: { businessDay } }, { signal })).data,
  });

export function useSendDaySheet(fairId: string) {
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: (body: { businessDay: string }) =>
      api.daySheets.send({ params: { id: fairId }, body }, { idempotencyKey: keyOf(body) }),
    meta: { refreshes: [['activity']] },
  });
}

export function useAddFair() {
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: (body: NewFair) => api.fairs.add({ body }, { idempotencyKey: keyOf(body) }),
    meta: { refreshes: [['fairs']] },
  });
}

export function useUpdateFair(id: string) {
  return useMutation({
    mutationFn: (body: FairChanges) => api.fairs.update({ params: { id }, body }),
    meta: { refreshes: [['fairs']] },
  });
}
