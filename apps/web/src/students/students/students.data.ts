import type { NewDeskTopUp } from '@pos/contract/students/desk-top-ups';
import type { NewMerge } from '@pos/contract/students/merges';
import type { NewPayout, NewPayoutReversal, NewPayouts } from '@pos/contract/students/payouts';
import type {
  NewWalletEntry,
  StudentDetails,
  StudentErasure,
  StudentRow,
  StudentsQuery,
  WalletStatus,
} from '@pos/contract/students/students';
import type { LastGrade, NewPromotion } from '@pos/contract/students/promotions';
import type { NewStudent, StudentChanges } from '@pos/contract/students/student-records';
import type { RecordStatus } from '@pos/contract/values';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { makeChoices } from '#web/lib/lists/choices.ts';
import type { ListQuery } from '#web/lib/lists/list.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';
import { className, listName } from './student-words.ts';

export const studentsList = (query: StudentsQuery): ListQuery<StudentRow> => ({
  queryKey: ['students', 'list', query],
  queryFn: ({ signal }) => api.students.list({ query }, { signal }),
});

/** One student with parents, ledger and orders. */
export const studentDetails = (id: string) =>
  queryOptions({
    queryKey: ['students', 'details', id],
    queryFn: ({ signal }) => readStudent(id, signal),
  });

export async function readStudent(id: string, signal?: AbortSignal): Promise<StudentDetails> {
  return (await api.students.getById({ params: { id } }, signal && { signal })).data;
}

/** Parents to choose from, after two letters of the name. */
export const parentChoices = makeChoices('students', api.students.parentsOptions);

/** Teachers to choose from; a teacher has no record, so the name is the value. */
export const teacherChoices = {
  options: (search: string) => ({
    queryKey: ['students', 'teachers', search],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.students.teachersOptions({ query: { search } }, { signal }),
  }),
  getLabel: (name: string) => ({
    queryKey: ['students', 'teacher', name],
    queryFn: async () => name,
  }),
};

/** Queries that a changed student makes stale. */
const REFRESHES = [['students'], ['orders'], ['payments'], ['activity']];

export function useAddStudent() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewStudent) =>
      (await api.studentRecords.add({ body }, { idempotencyKey: toKey(body) })).data,
    meta: { refreshes: [['students']] },
  });
}

export function useUpdateStudent(id: string) {
  return useMutation({
    mutationFn: async (body: StudentChanges) =>
      (await api.studentRecords.update({ params: { id }, body })).data,
    meta: { refreshes: REFRESHES },
  });
}

export function useChangeStudentStatus() {
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: RecordStatus }) =>
      api.studentRecords.changeStatus({ params: { id }, body: { status } }),
    meta: { refreshes: REFRESHES },
  });
}

/** Books a correction of an eWallet; a retry after a broken connection takes effect only once. */
export function useAddWalletEntry(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewWalletEntry) =>
      (await api.students.addWalletEntry({ params: { id }, body }, { idempotencyKey: toKey(body) }))
        .data,
    meta: { refreshes: [['students'], ['reports']] },
  });
}

/** Books a top-up at the office; a retry after a broken connection takes effect only once. */
export function useTopUp(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewDeskTopUp) =>
      (await api.deskTopUps.add({ params: { id }, body }, { idempotencyKey: toKey(body) })).data,
    meta: { refreshes: [['students'], ['payments'], ['reports'], ['activity']] },
  });
}

/** Freezes or unfreezes eWallets, one a call. */
export function useChangeWalletStatuses() {
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: WalletStatus }) =>
      api.students.changeWalletStatus({ params: { id }, body: { status } }),
    meta: { refreshes: [['students']] },
  });
}

export function useEraseStudent(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: (body: StudentErasure) =>
      api.students.erase({ params: { id }, body }, { idempotencyKey: toKey(body) }),
    meta: { refreshes: [['students'], ['orders'], ['payments'], ['reports']] },
  });
}

/** Counts of a promotion of a school's students. */
export const promotionPreview = (schoolId: string, lastGrade: LastGrade | undefined) =>
  queryOptions({
    queryKey: ['students', 'promotion', schoolId, lastGrade],
    queryFn: async ({ signal }) =>
      (
        await api.promotions.preview(
          { params: { id: schoolId }, query: { ...(lastGrade && { lastGrade }) } },
          { signal },
        )
      ).data,
  });

/** Promotes a school's students; a retry after a broken connection takes effect only once. */
export function usePromote(schoolId: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewPromotion) =>
      (
        await api.promotions.promote(
          { params: { id: schoolId }, body },
          { idempotencyKey: toKey(body) },
        )
      ).data,
    meta: { refreshes: REFRESHES },
  });
}

export function useUndoPromotion() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (id: string) =>
      (await api.promotions.undo({ params: { id } }, { idempotencyKey: toKey({ id }) })).data,
    meta: { refreshes: REFRESHES },
  });
}

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
  queryOptions({
    queryKey: ['students', 'merge', id, mergedId],
    queryFn: async ({ signal }) =>
      (await api.studentMerges.preview({ params: { id }, query: { mergedId } }, { signal })).data,
  });

export function useMergeStudents(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewMerge) =>
      (await api.studentMerges.merge({ params: { id }, body }, { idempotencyKey: toKey(body) }))
        .data,
    meta: { refreshes: [...REFRESHES, ['reports']] },
  });
}

/** Leftover money of a school's students. */
export const leftovers = (schoolId: string) =>
  queryOptions({
    queryKey: ['students', 'leftovers', schoolId],
    queryFn: async ({ signal }) =>
      (await api.payouts.leftovers({ params: { id: schoolId } }, { signal })).data,
  });

/** Queries that a payout or its reversal makes stale. */
const PAYOUT_REFRESHES = [['students'], ['payments'], ['reports'], ['activity']];

/** Books a payout; a retry after a broken connection takes effect only once. */
export function usePayOut(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewPayout) =>
      (await api.payouts.add({ params: { id }, body }, { idempotencyKey: toKey(body) })).data,
    meta: { refreshes: PAYOUT_REFRESHES },
  });
}

/** Books the payouts of a school's students, all or none. */
export function usePayOutAll(schoolId: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewPayouts) =>
      (
        await api.payouts.addAll(
          { params: { id: schoolId }, body },
          { idempotencyKey: toKey(body) },
        )
      ).data,
    meta: { refreshes: PAYOUT_REFRESHES },
  });
}

/** Reverses a payout; a retry after a broken connection takes effect only once. */
export function useReversePayout(payoutId: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewPayoutReversal) =>
      (
        await api.payouts.reverse(
          { params: { id: payoutId }, body },
          { idempotencyKey: toKey(body) },
        )
      ).data,
    meta: { refreshes: PAYOUT_REFRESHES },
  });
}
