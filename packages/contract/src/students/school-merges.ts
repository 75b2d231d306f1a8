import { defineApi } from '../endpoint.ts';
import { NewMerge } from './merges.ts';
import { edit } from '../permissions.ts';
import { School } from '../fairs/schools.ts';
import { dataSchema } from '../values.ts';

export const schoolMergesApi = defineApi({
  merge: {
    call: 'POST /v1/schools/merge/:id',
    place: 'everywhere',
    access: edit('Fairs'),
    summary: 'Merge a duplicate into a school',
    description:
      'Moves fairs, orders, payments, students and AveDollars of the duplicate; its identifier then stands for the remaining school. Refused on `mergedId` for a school that the source system delivers, and if both have a student of one number. Cannot be undone.',
    idempotent: true,
    body: NewMerge,
    response: dataSchema(School),
  },
});
