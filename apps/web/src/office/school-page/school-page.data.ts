import type { NewAveDollarEntry } from '@pos/contract/sales/ave-dollars';
import type { NewMerge } from '@pos/contract/students/merges';
import type { RetentionMonths } from '@pos/contract/fairs/retention';
import type { SchoolErasure, StudentData } from '@pos/contract/students/student-data';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';

/** Students and eWallets of a school, in figures. */
export const schoolStudents = (id: string) =>
  dataQuery(['students', 'details', 'of-school', id], api.students.schoolTotals, {
    params: { id },
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
export const useAdjustAveDollars = (id: string) =>
  useChange([['schools'], ['activity']], (body: NewAveDollarEntry, once) =>
    api.aveDollars.adjust(...once({ params: { id }, body })),
  );

/** Merges a duplicate into a school. */
export const useMergeSchools = (id: string) =>
  useChange(
    [['schools'], ['fairs'], ['students'], ['orders'], ['payments'], ['activity']],
    (body: NewMerge, once) => api.schoolMerges.merge(...once({ params: { id }, body })),
  );

/** Removes the scanned exemption certificate of a school; its number and last day stay. */
export const useRemoveCertificate = (id: string) =>
  useChange([['schools'], ['activity']], () => api.certificates.remove({ params: { id } }));

/** Stores the scanned exemption certificate of a school. */
export const useUploadCertificate = (id: string) =>
  useChange([['schools'], ['activity']], (file: File) =>
    api.certificates.upload({
      params: { id },
      body: {},
      file,
      fileName: file.name,
    }),
  );

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
  dataQuery(
    ['students', 'of-school', id, 'data', months],
    api.studentData.get,
    { params: { id }, query: months === undefined ? {} : { months } },
    {
      refetchInterval: ({ state }) => (state.data && isErasing(state.data) ? ASK_EVERY_MS : false),
    },
  );

const ERASED = [['students'], ['schools'], ['activity']];

/** Sets the retention rule of a school; null follows the settings. */
export const useSetRule = (id: string) =>
  useChange(ERASED, (months: RetentionMonths | null) =>
    api.studentData.setRule({ params: { id }, body: { months } }),
  );

/** Starts erasing all students of a school. */
export const useEraseAll = (id: string) =>
  useChange(ERASED, (body: SchoolErasure, once) =>
    api.studentData.eraseAll(...once({ params: { id }, body })),
  );
