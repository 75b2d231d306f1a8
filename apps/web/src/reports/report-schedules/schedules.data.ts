import type {
  NewReportSchedule,
  ReportSchedule,
  ReportScheduleChanges,
  ScheduleStatus,
} from '@pos/contract/reports/report-schedules';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
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
export const schedules = dataQuery(['report-schedules', 'list'], api.reportSchedules.list, {});

export const scheduleDetails = (id: string) =>
  dataQuery(
    ['report-schedules', 'details', id],
    api.reportSchedules.getById,
    { params: { id } },
    { refetchInterval: ({ state }) => (isOnItsWay(state.data) ? ASK_EVERY_MS : false) },
  );

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

export const useAddSchedule = () =>
  useChange(REFRESHES, (body: NewReportSchedule, once) =>
    api.reportSchedules.add(...once({ body })),
  );

export const useUpdateSchedule = (id: string) =>
  useChange(REFRESHES, (body: ReportScheduleChanges) =>
    api.reportSchedules.update({ params: { id }, body }),
  );

export const useChangeScheduleStatus = () =>
  useChange(REFRESHES, ({ id, status }: { id: string; status: ScheduleStatus }) =>
    api.reportSchedules.changeStatus({ params: { id }, body: { status } }),
  );

export const useSendScheduleNow = () =>
  useChange(REFRESHES, (id: string) => api.reportSchedules.sendNow({ params: { id } }));

export const useDeleteSchedule = () =>
  useChange(REFRESHES, (id: string) => api.reportSchedules.delete({ params: { id } }));
