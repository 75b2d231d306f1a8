import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { NewMerge } from './merges.ts';
import { editAndRead } from '../permissions.ts';
import { StudentDetails, StudentSourceField } from './students.ts';
import { dataSchema } from '../values.ts';

/**
 * Result that a merge would have: money that moves and the balance after it, in cents; fields that
 * are blank in the remaining record and come from the duplicate; orders and top-ups that stay with
 * the duplicate. `refusal` is the reason if the two cannot be merged.
 */
export const StudentMergePreview = z.strictObject({
  refusal: z.string().nullable(),
  mergedNumber: z.string(),
  movedCents: z.int(),
  balanceAfterCents: z.int(),
  filled: z.array(StudentSourceField),
  orders: z.int(),
  topUps: z.int(),
});
export type StudentMergePreview = z.infer<typeof StudentMergePreview>;

const access = editAndRead('Fairs', 'Students');

export const studentMergesApi = defineApi({
  preview: {
    call: 'GET /v1/students/merge/:id',
    place: 'seen',
    access,
    names: 'student',
    summary: 'Preview the merge of a duplicate into a student',
    description: '`:id` is the student that stays, `mergedId` the duplicate.',
    query: NewMerge,
    response: dataSchema(StudentMergePreview),
  },
  merge: {
    call: 'POST /v1/students/merge/:id',
    place: 'named',
    access,
    summary: 'Merge a duplicate into a student',
    description:
      'Moves the money of the eWallet by one entry in each ledger; orders, top-ups and refunds stay with the duplicate, whose number and wallet card then lead to the remaining student. Refused on `mergedId` for a student of another school, one that the source system delivers, an erased one, or a frozen eWallet with money. Cannot be undone.',
    idempotent: true,
    body: NewMerge,
    response: dataSchema(StudentDetails),
  },
});
