import type {
  NewReportSchedule,
  ReportSchedule,
  ReportScheduleChanges,
  ScheduleStatus,
} from '@pos/contract/reports/report-schedules';
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';
import { pathTo } from '#web/lib/api/paths.ts';

/** Address of the list of scheduled reports. */
export const schedulesPath = (): string => `${pathTo('reports')}/schedules`;
/** Address of a scheduled report. */
export const schedulePath = (id: string): string => `${schedulesPath()}/${id}`;

/** Poll interval in ms while an email is on its way. */
const ASK_EVERY_MS = 3_000;

const isOnItsWay = (schedule: ReportSchedule | undefined): boolean =>
  schedule?.lastSend?.status === 'waiting';

/** All scheduled reports: active ones by their next time, then paused ones. */
export const schedules = queryOptions({
  queryKey: ['report-schedules', 'list'],
  queryFn: async ({ signal }) => (await api.reportSchedules.list({}, { signal })).data,
});

export const scheduleDetails = (id: string) =>
  queryOptions({
    queryKey: ['report-schedules', 'details', id],
    queryFn: async ({ signal }) =>
      (await api.reportSchedules.getById({ params: { id } }, { signal })).data,
    refetchInterval: ({ state }) => (isOnItsWay(state.data) ? ASK_EVERY_MS : false),
  });

/** Emails of a scheduled report, newest first, page by page; polled while one is on its way. */
export const scheduleSends = (schedule: ReportSchedule) =>
  infiniteQueryOptions({
    queryKey: ['report-schedules', 'sends', schedule.id],
    queryFn: async ({ signal, pageParam }) =>
      (
        await api.reportSchedules.sends(
          { params: { id: schedule.id }, query: { page: pageParam, limit: 20 } },
          { signal },
        )
      ).data,
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ results }) => results.some(({ status }) => status === 'waiting'))
        ? ASK_EVERY_MS
        : false,
  });

const REFRESHES = [['report-schedules'], ['activity']];

export function useAddSchedule() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewReportSchedule) =>
      (await api.reportSchedules.add({ body }, { idempotencyKey: toKey(body) })).data,
    meta: { refreshes: REFRESHES },
  });
}

export function useUpdateSchedule(id: string) {
  return useMutation({
    mutationFn: async (body: ReportScheduleChanges) =>
      (await api.reportSchedules.update({ params: { id }, body })).data,
    meta: { refreshes: REFRESHES },
  });
}

export function useChangeScheduleStatus() {
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: ScheduleStatus }) =>
      api.reportSchedules.changeStatus({ params: { id }, body: { status } }),
    meta: { refreshes: REFRESHES },
  });
}

export function useSendScheduleNow() {
  return useMutation({
    mutationFn: (id: string) => api.reportSchedules.sendNow({ params: { id } }),
    meta: { refreshes: REFRESHES },
  });
}

export function useDeleteSchedule() {
  return useMutation({
    mutationFn: (id: string) => api.reportSchedules.delete({ params: { id } }),
    meta: { refreshes: REFRESHES },
  });
}
