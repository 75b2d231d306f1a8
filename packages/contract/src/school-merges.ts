import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { edit } from './permissions.ts';
import { School } from './schools.ts';
import { dataSchema, IdParams } from './values.ts';

/** Request to merge a duplicate, `mergedId`, into the school of the address. */
export const NewSchoolMerge = z.strictObject({
  mergedId: z.uuid('Choose the duplicate.'),
});
export type NewSchoolMerge = z.infer<typeof NewSchoolMerge>;

export const schoolMergesApi = defineApi({
  merge: {
    method: 'POST',
    path: '/v1/schools/merge/:id',
    access: edit('Fairs'),
    summary: 'Merge a duplicate into a school',
    description:
      'Moves fairs, orders, payments, students and AveDollars of the duplicate; its identifier then stands for the remaining school. Refused on `mergedId` for a school that the source system delivers, and if both have a student of one number. Cannot be undone.',
    idempotent: true,
    params: IdParams,
    body: NewSchoolMerge,
    response: dataSchema(School),
  },
});
