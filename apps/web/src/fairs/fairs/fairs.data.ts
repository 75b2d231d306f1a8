import { formatCents } from '@pos/contract/values/money';
import { pluralize } from '@pos/contract/values/counts';
import type {
  CalendarFair,
  CalendarQuery,
  Fair,
  FairDetails,
  FairsQuery,
} from '@pos/contract/fairs/fairs';
import type { FairChanges, NewFair } from '@pos/contract/fairs/fair-changes';
import type { PackageRow } from '@pos/contract/imports/fair-packages';
import type { RecordStatus } from '@pos/contract/values';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { makeChoices } from '#web/lib/lists/choices.ts';
import { afterRows, type ListQuery } from '#web/lib/lists/list.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';

const LIVE_REFRESH_MS = 60_000;

export const fairsList = (query: FairsQuery): ListQuery<Fair> => ({
  queryKey: ['fairs', 'list', query],
  queryFn: ({ signal }) => api.fairs.list({ query }, { signal }),
});

/** Net sales by day of the fairs of a page, read after its rows; fairs without orders have none. */
export const salesByDay = (fairs: readonly Fair[]) => {
  const fairIds = fairs.filter(({ orders }) => orders > 0).map(({ id }) => id);
  return queryOptions({
    queryKey: ['fairs', 'sales-by-day', fairIds],
    queryFn: async ({ signal }) => {
      await afterRows();
      return (await api.fairs.salesByDay({ query: { fairIds } }, { signal })).data;
    },
    enabled: fairIds.length > 0,
    placeholderData: keepPreviousData,
  });
};

/** Reads one fair with its current totals. */
export async function readFair(id: string, signal?: AbortSignal): Promise<FairDetails> {
  return (await api.fairs.getById({ params: { id } }, { ...(signal && { signal }) })).data;
}

/** One fair with its totals; refetched every minute while it is live. */
export const fairDetails = (id: string) =>
  queryOptions({
    queryKey: ['fairs', 'details', id],
    queryFn: ({ signal }) => readFair(id, signal),
    refetchInterval: ({ state }) => (state.data?.phase === 'live' ? LIVE_REFRESH_MS : false),
  });

/**
 * One fair for its form: read when the form opens and never refetched until the form is discarded,
 * so that typed text is not overwritten.
 */
export const fairForForm = (id: string) =>
  queryOptions({
    queryKey: ['fair-form', id],
    queryFn: ({ signal }) => readFair(id, signal),
    gcTime: 0,
    staleTime: Infinity,
  });

/** Active fairs to choose from, by name, identifier or school. */
export const fairChoices = makeChoices('fairs', api.fairs.getFairOptions);

/** Fairs with inventory, by name or identifier, newest first. */
export const fairsWithInventory = (search: string) => ({
  queryKey: ['fairs', 'with-inventory', search],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.fairs.getFairWithInventory({ query: { search } }, { signal }),
});

/** One fair as an option of a select, by ID; null if there is no such fair. */
export const fairOption = (id: string) =>
  queryOptions({
    queryKey: ['fairs', 'option', id],
    queryFn: async ({ signal }) =>
      (await api.fairs.getFairOptions({ query: { id } }, { signal })).data[0] ?? null,
  });

/** Reason shown with an action that a closed-out fair refuses. */
export const CLOSED_OUT = 'This fair is closed out';

/** True once a fair is known to be closed out. Changes to it are then refused (409 FAIR_FINISHED). */
export function useIsClosedOut(fairId: string | null): boolean {
  const { data: fair } = useQuery({ ...fairOption(fairId ?? ''), enabled: fairId !== null });
  return fair?.closeOutState === 'finished';
}

/** Fairs that overlap a range of days, with their clashes. */
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
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: (body: { confirm: string }) =>
      api.resets.reset({ body: { fairId, ...body } }, { idempotencyKey: toKey(body) }),
    meta: { refreshes: [['fairs'], ['orders'], ['inventory'], ['activity']] },
  });
}

/** Current one-page summary of a fair's day. */
export const daySheet = (id: string, businessDay: string) =>
  queryOptions({
    queryKey: ['fairs', 'day-sheet', id, businessDay],
    queryFn: async ({ signal }) =>
      (await api.daySheets.get({ params: { id }, query: { businessDay } }, { signal })).data,
  });

export function useSendDaySheet(fairId: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: (body: { businessDay: string }) =>
      api.daySheets.send({ params: { id: fairId }, body }, { idempotencyKey: toKey(body) }),
    meta: { refreshes: [['activity']] },
  });
}

export function useAddFair() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: (body: NewFair) => api.fairs.add({ body }, { idempotencyKey: toKey(body) }),
    meta: { refreshes: [['fairs']] },
  });
}

export function useUpdateFair(id: string) {
  return useMutation({
    mutationFn: (body: FairChanges) => api.fairs.update({ params: { id }, body }),
    meta: { refreshes: [['fairs']] },
  });
}

/** Figures of the twelve packages in a season. */
export const packagesOfSeason = (season: string) =>
  queryOptions({
    queryKey: ['packages', 'list', season],
    queryFn: async ({ signal }) =>
      (await api.packages.list({ query: { season } }, { signal })).data,
  });

/** Contents of a package in words: "84 titles, 410 units, $3,204.00 retail". */
export function packageWords({ titles, units, retailCents }: PackageRow): string {
  return titles === 0
    ? 'no contents entered yet'
    : `${pluralize(titles, 'title', 'titles')}, ${pluralize(units, 'unit', 'units')}, ${formatCents(retailCents)} retail`;
}
