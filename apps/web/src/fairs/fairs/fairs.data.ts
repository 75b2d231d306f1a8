import { formatCents } from '@pos/contract/values/money';
import { pluralize } from '@pos/contract/values/counts';
import type { CalendarQuery, Fair, FairDetails, FairOption } from '@pos/contract/fairs/fairs';
import type { FairChanges, NewFair } from '@pos/contract/fairs/fair-changes';
import type { PackageRow } from '@pos/contract/imports/fair-packages';
import type { RecordStatus } from '@pos/contract/values';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, formQuery, useChange } from '#web/lib/api/calls.ts';
import { afterRows, listQuery } from '#web/lib/lists/list.ts';
import { RECORDS } from '#web/lib/lists/records.ts';
import type { Choices } from '#web/ui/values/options.ts';

const LIVE_REFRESH_MS = 60_000;

export const fairsList = listQuery(['fairs', 'list'], api.fairs.list);

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

/** One fair for its form. */
export const fairForForm = (id: string) =>
  formQuery(['fair-form', id], ({ signal }) => readFair(id, signal));

/** Active fairs that are not closed out, which would refuse a change of stock; without `but`. */
export const openFairChoices = (but?: string): Choices<FairOption> => ({
  options: (search) => {
    const { queryKey, queryFn } = RECORDS.fairs.options(search);
    return {
      queryKey: [...queryKey, 'open but', but],
      queryFn: async (context) => {
        const { data } = await queryFn(context);
        return {
          data: data.filter(
            ({ value, closeOutState }) => value !== but && closeOutState === 'open',
          ),
        };
      },
    };
  },
  getLabel: RECORDS.fairs.getLabel,
});

/** Fairs with inventory, by name or identifier, live ones first. */
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
  dataQuery(['fairs', 'calendar', query], api.fairs.calendar, { query });

export const useChangeFairStatus = () =>
  useChange(
    [['fairs']],
    ({ id, status, confirm }: { id: string; status: RecordStatus; confirm?: boolean }) =>
      api.fairs.changeStatus({ params: { id }, body: { status, ...(confirm && { confirm }) } }),
  );

export const useDeleteFair = () =>
  useChange(
    [
      ['fairs', 'list'],
      ['fairs', 'calendar'],
    ],
    (id: string) => api.fairs.delete({ params: { id } }),
  );

export const useResetFair = (fairId: string) =>
  useChange(
    [['fairs'], ['orders'], ['inventory'], ['activity']],
    (body: { confirm: string }, once) => api.resets.reset(...once({ body: { fairId, ...body } })),
  );

/** Current one-page summary of a fair's day. */
export const daySheet = (id: string, businessDay: string) =>
  dataQuery(['fairs', 'day-sheet', id, businessDay], api.daySheets.get, {
    params: { id },
    query: { businessDay },
  });

export const useSendDaySheet = (fairId: string) =>
  useChange([['activity']], (body: { businessDay: string }, once) =>
    api.daySheets.send(...once({ params: { id: fairId }, body })),
  );

export const useAddFair = () =>
  useChange([['fairs']], (body: NewFair, once) => api.fairs.add(...once({ body })));

export const useUpdateFair = (id: string) =>
  useChange([['fairs']], (body: FairChanges) => api.fairs.update({ params: { id }, body }));

/** Figures of the twelve packages in a season. */
export const packagesOfSeason = (season: string) =>
  dataQuery(['packages', 'list', season], api.packages.list, { query: { season } });

/** Contents of a package in words: "84 titles, 410 units, $3,204.00 retail". */
export function packageWords({ titles, units, retailCents }: PackageRow): string {
  return titles === 0
    ? 'no titles entered yet'
    : `${pluralize(titles, 'title', 'titles')}, ${pluralize(units, 'unit', 'units')}, ${formatCents(retailCents)} retail`;
}
