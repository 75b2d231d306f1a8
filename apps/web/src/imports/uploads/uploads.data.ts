import { UploadJobResult, type UploadKind } from '@pos/contract/imports/uploads';
import type { Job } from '@pos/contract/staff/jobs';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/calls.ts';
import type { UploadScope } from './use-upload-request.ts';

/** An import with its job: progress and result. */
export type UploadJob = { job: Job; result: UploadJobResult };

const ASK_EVERY_MS = 1_000;

/** Queries that an import may make stale. */
export const CHANGED_BY_IMPORTS = [
  ['fairs'],
  ['inventory'],
  ['cartons'],
  ['devices'],
  ['schools'],
  ['students'],
  ['packages'],
  ['warehouse'],
] as const;

/** True while the job is queued or running. */
export function isAtWork({ status }: Job): boolean {
  return status === 'queued' || status === 'running';
}

/** One of the user's uploads; polled each second until it has ended. */
export const uploadJob = (id: string) =>
  queryOptions({
    queryKey: ['jobs', id],
    queryFn: async ({ signal }): Promise<UploadJob> => {
      const job = (await api.jobs.getById({ params: { id } }, { signal })).data;
      return { job, result: UploadJobResult.parse(job.result) };
    },
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data.job) ? ASK_EVERY_MS : false),
  });

/** The user's uploads of a kind for a fair, a school, a receipt or none of them, newest first. */
export const earlierUploads = (kind: UploadKind, { fairId, schoolId, receiptId }: UploadScope) =>
  queryOptions({
    queryKey: ['jobs', 'uploads', kind, fairId, schoolId, receiptId],
    queryFn: async ({ signal }): Promise<UploadJob[]> => {
      const { results } = (
        await api.jobs.list({ query: { kind: 'import', limit: 50 } }, { signal })
      ).data;
      return results.flatMap((job): UploadJob[] => {
        const { data: result } = UploadJobResult.safeParse(job.result);
        return result?.mode === 'commit' &&
          result.upload === kind &&
          result.fairId === fairId &&
          result.schoolId === schoolId &&
          result.receiptId === receiptId
          ? [{ job, result }]
          : [];
      });
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ job }) => isAtWork(job)) ? ASK_EVERY_MS : false,
  });

export const useUndoUpload = () =>
  useChange([['jobs'], ...CHANGED_BY_IMPORTS], (id: string) =>
    api.uploads.undo({ params: { id } }),
  );

export const useCancelUpload = () =>
  useChange([['jobs']], (id: string) => api.jobs.cancel({ params: { id } }));
