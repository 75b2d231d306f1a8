import type { NewDeskTopUp } from '@pos/contract/students/desk-top-ups';
import type { NewMerge } from '@pos/contract/students/merges';
import type { NewPayout, NewPayoutReversal, NewPayouts } from '@pos/contract/students/payouts';
import type {
  NewWalletEntry,
  StudentDetails,
  StudentErasure,
  WalletStatus,
} from '@pos/contract/students/students';
import type { LastGrade, NewPromotion } from '@pos/contract/students/promotions';
import type { NewStudent, StudentChanges } from '@pos/contract/students/student-records';
import type { RecordStatus } from '@pos/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { listQuery } from '#web/lib/lists/list.ts';
import { className, listName } from './student-words.ts';

export const studentsList = listQuery(['students', 'list'], api.students.list);

/** One student with parents, ledger and orders. */
export const studentDetails = (id: string) =>
  queryOptions({
    queryKey: ['students', 'details', id],
    queryFn: ({ signal }) => readStudent(id, signal),
  });

export async function readStudent(id: string, signal?: AbortSignal): Promise<StudentDetails> {
  return (await api.students.getById({ params: { id } }, signal && { signal })).data;
}

/** Queries that a changed student makes stale. */
const REFRESHES = [['students'], ['orders'], ['payments'], ['activity']];

export const useAddStudent = () =>
  useChange([['students']], (body: NewStudent, once) => api.studentRecords.add(...once({ body })));

export const useUpdateStudent = (id: string) =>
  useChange(REFRESHES, (body: StudentChanges) =>
    api.studentRecords.update({ params: { id }, body }),
  );

export const useChangeStudentStatus = () =>
  useChange(REFRESHES, ({ id, status }: { id: string; status: RecordStatus }) =>
    api.studentRecords.changeStatus({ params: { id }, body: { status } }),
  );

/** Books a correction of an eWallet; a retry after a broken connection takes effect only once. */
export const useAddWalletEntry = (id: string) =>
  useChange([['students'], ['reports']], (body: NewWalletEntry, once) =>
    api.students.addWalletEntry(...once({ params: { id }, body })),
  );

/** Books a top-up at the office; a retry after a broken connection takes effect only once. */
export const useTopUp = (id: string) =>
  useChange([['students'], ['payments'], ['reports'], ['activity']], (body: NewDeskTopUp, once) =>
    api.deskTopUps.add(...once({ params: { id }, body })),
  );

/** Freezes or unfreezes eWallets, one a call. */
export const useChangeWalletStatuses = () =>
  useChange([['students']], ({ id, status }: { id: string; status: WalletStatus }) =>
    api.students.changeWalletStatus({ params: { id }, body: { status } }),
  );

export const useEraseStudent = (id: string) =>
  useChange([['students'], ['orders'], ['payments'], ['reports']], (body: StudentErasure, once) =>
    api.students.erase(...once({ params: { id }, body })),
  );

/** Counts of a promotion of a school's students. */
export const promotionPreview = (schoolId: string, lastGrade: LastGrade | undefined) =>
  dataQuery(['students', 'promotion', schoolId, lastGrade], api.promotions.preview, {
    params: { id: schoolId },
    query: { ...(lastGrade && { lastGrade }) },
  });

/** Promotes a school's students; a retry after a broken connection takes effect only once. */
export const usePromote = (schoolId: string) =>
  useChange(REFRESHES, (body: NewPromotion, once) =>
    api.promotions.promote(...once({ params: { id: schoolId }, body })),
  );

export const useUndoPromotion = () =>
  useChange(REFRESHES, (id: string, once) => api.promotions.undo(...once({ params: { id } })));

/** Other students of a school to choose as the duplicate of one. */
export function duplicateChoices({ id, schoolId }: StudentDetails) {
  return {
    arePeople: true,
    options: (search: string) => ({
      queryKey: ['students', 'duplicates', id, search],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { schoolId, ...(search && { search }) };
        const { data } = await api.students.list({ query }, { signal });
        return {
          data: data.results
            .filter((other) => other.id !== id && !other.erasedAt)
            .map((other) => ({
              value: other.id,
              label: [listName(other), other.studentNumber, className(other)]
                .filter(Boolean)
                .join(', '),
            })),
        };
      },
    }),
  };
}

/** Result that the merge of a duplicate into a student would have. */
export const studentMergePreview = (id: string, mergedId: string) =>
  dataQuery(['students', 'merge', id, mergedId], api.studentMerges.preview, {
    params: { id },
    query: { mergedId },
  });

export const useMergeStudents = (id: string) =>
  useChange([...REFRESHES, ['reports']], (body: NewMerge, once) =>
    api.studentMerges.merge(...once({ params: { id }, body })),
  );

/** Leftover money of a school's students. */
export const leftovers = (schoolId: string) =>
  dataQuery(['students', 'leftovers', schoolId], api.payouts.leftovers, {
    params: { id: schoolId },
  });

/** Queries that a payout or its reversal makes stale. */
const PAYOUT_REFRESHES = [['students'], ['payments'], ['reports'], ['activity']];

/** Books a payout; a retry after a broken connection takes effect only once. */
export const usePayOut = (id: string) =>
  useChange(PAYOUT_REFRESHES, (body: NewPayout, once) =>
    api.payouts.add(...once({ params: { id }, body })),
  );

/** Books the payouts of a school's students, all or none. */
export const usePayOutAll = (schoolId: string) =>
  useChange(PAYOUT_REFRESHES, (body: NewPayouts, once) =>
    api.payouts.addAll(...once({ params: { id: schoolId }, body })),
  );

/** Reverses a payout; a retry after a broken connection takes effect only once. */
export const useReversePayout = (payoutId: string) =>
  useChange(PAYOUT_REFRESHES, (body: NewPayoutReversal, once) =>
    api.payouts.reverse(...once({ params: { id: payoutId }, body })),
  );
