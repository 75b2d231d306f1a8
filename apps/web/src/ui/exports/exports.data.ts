import { ExportResult, type ExportList, type NewExport } from '@pos/contract/office/exports';
import type { Job } from '@pos/contract/staff/jobs';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from '#web/lib/api/api.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';

/** An export with its job: progress and result. */
export type Export = { job: Job; result: ExportResult };

const ASK_EVERY_MS = 1_000;
/** Time the server keeps files (ms), and the number of exports shown. */
const KEPT_MS = 7 * 86_400_000;
const SHOWN = 3;

const asExport = (job: Job): Export => ({ job, result: ExportResult.parse(job.result) });

/** True while the job is queued or running. */
export function isAtWork({ status }: Job): boolean {
  return status === 'queued' || status === 'running';
}

/** One of the user's exports; polled each second until it has ended. */
export const exportJob = (id: string) =>
  queryOptions({
    queryKey: ['jobs', id, 'export'],
    queryFn: async ({ signal }) =>
      asExport((await api.jobs.getById({ params: { id } }, { signal })).data),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data.job) ? ASK_EVERY_MS : false),
  });

/** The user's exports of a list that are running or can still be downloaded, newest first. */
export const recentExports = (list: ExportList) =>
  queryOptions({
    queryKey: ['jobs', 'exports', list],
    queryFn: async ({ signal }) => {
      const { results } = (
        await api.jobs.list(
          { query: { kind: 'export', status: ['queued', 'running', 'succeeded'], limit: 50 } },
          { signal },
        )
      ).data;
      const isThere = ({ job, result }: Export) =>
        result.list === list &&
        !result.withdrawnAt &&
        (job.finishedAt === null || Date.parse(job.finishedAt) > Date.now() - KEPT_MS);
      return results.map(asExport).filter(isThere).slice(0, SHOWN);
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ job }) => isAtWork(job)) ? ASK_EVERY_MS : false,
  });

/** Requests an export and returns its job ID. */
export function useStartExport() {
  const onceKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: z.input<typeof NewExport>) =>
      (await api.exports.add({ body }, { idempotencyKey: onceKey(body) })).data.jobId,
    meta: { refreshes: [['jobs']] },
  });
}
