import type { NewAveDollarEntry } from '@pos/contract/sales/ave-dollars';
import type { NewMerge } from '@pos/contract/students/merges';
import type {
  RetentionMonths,
  SchoolErasure,
  StudentData,
} from '@pos/contract/students/student-data';
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';

/** Students and eWallets of a school, in figures. */
export const schoolStudents = (id: string) =>
  queryOptions({
    queryKey: ['students', 'details', 'of-school', id],
    queryFn: async ({ signal }) =>
      (await api.students.schoolTotals({ params: { id } }, { signal })).data,
  });

/** AveDollar ledger of a school, newest first, page by page. */
export const aveDollarLedger = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['schools', 'ave-dollars', id],
    queryFn: async ({ signal, pageParam }) =>
      (
        await api.aveDollars.list(
          { params: { id }, query: { page: pageParam, limit: 50 } },
          { signal },
        )
      ).data,
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    staleTime: 0,
  });

/** Books a correction of a school's AveDollars. */
export function useAdjustAveDollars(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewAveDollarEntry) =>
      (await api.aveDollars.adjust({ params: { id }, body }, { idempotencyKey: toKey(body) })).data,
    meta: { refreshes: [['schools'], ['activity']] },
  });
}

/** Merges a duplicate into a school. */
export function useMergeSchools(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewMerge) =>
      (await api.schoolMerges.merge({ params: { id }, body }, { idempotencyKey: toKey(body) }))
        .data,
    meta: {
      refreshes: [['schools'], ['fairs'], ['students'], ['orders'], ['payments'], ['activity']],
    },
  });
}

/** Removes the scanned exemption certificate of a school; its number and last day stay. */
export function useRemoveCertificate(id: string) {
  return useMutation({
    mutationFn: async () => (await api.certificates.remove({ params: { id } })).data,
    meta: { refreshes: [['schools'], ['activity']] },
  });
}

/** Stores the scanned exemption certificate of a school. */
export function useUploadCertificate(id: string) {
  return useMutation({
    mutationFn: async (file: File) =>
      (
        await api.certificates.upload({
          params: { id },
          body: {},
          file,
          fileName: file.name,
        })
      ).data,
    meta: { refreshes: [['schools'], ['activity']] },
  });
}

const ASK_EVERY_MS = 1_000;

/** True while an erasure of the school runs. */
export function isErasing({ erasures }: StudentData): boolean {
  return erasures.some(({ finishedAt }) => finishedAt === null);
}

/**
 * Names that a school holds and when they go, by its rule or by a previewed one; read each second
 * while an erasure runs.
 */
export const studentData = (id: string, months?: RetentionMonths) =>
  queryOptions({
    queryKey: ['students', 'of-school', id, 'data', months],
    queryFn: async ({ signal }) =>
      (
        await api.studentData.get(
          { params: { id }, query: months === undefined ? {} : { months } },
          { signal },
        )
      ).data,
    refetchInterval: ({ state }) => (state.data && isErasing(state.data) ? ASK_EVERY_MS : false),
  });

const ERASED = [['students'], ['schools'], ['activity']];

/** Sets the retention rule of a school; null follows the settings. */
export function useSetRule(id: string) {
  return useMutation({
    mutationFn: async (months: RetentionMonths | null) =>
      (await api.studentData.setRule({ params: { id }, body: { months } })).data,
    meta: { refreshes: ERASED },
  });
}

/** Starts erasing all students of a school. */
export function useEraseAll(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: SchoolErasure) =>
      (await api.studentData.eraseAll({ params: { id }, body }, { idempotencyKey: toKey(body) }))
        .data,
    meta: { refreshes: ERASED },
  });
}
