import type { NewAveDollarEntry } from '@pos/contract/ave-dollars';
import type { NewMerge } from '@pos/contract/merges';
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { useOnceKey } from '#web/lib/once-key.ts';

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
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewAveDollarEntry) =>
      (await api.aveDollars.adjust({ params: { id }, body }, { idempotencyKey: keyOf(body) })).data,
    meta: { refreshes: [['schools'], ['activity']] },
  });
}

/** Merges a duplicate into a school. */
export function useMergeSchools(id: string) {
  const keyOf = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewMerge) =>
      (await api.schoolMerges.merge({ params: { id }, body }, { idempotencyKey: keyOf(body) }))
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
