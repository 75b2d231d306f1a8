import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { read } from '../permissions.ts';
import { dataSchema, Id, QueryBoolean, several } from '../values.ts';

/** Maximum number of wallet cards in one file. */
export const MAX_CARDS = 100;

export const walletCardsApi = defineApi({
  print: {
    call: 'GET /v1/students/wallet-cards',
    place: 'seen',
    access: read('Students'),
    names: true,
    summary: 'Print wallet cards of students, as a PDF',
    file: true,
    heavy: 'document',
    description:
      'Ten cards of 3.5 × 2 inches on each US Letter page. The QR code is the student number; names are printed only with `names=true`. 404 if one of the students does not exist or was erased.',
    query: z.strictObject({
      ids: several(Id).refine(
        (ids) => ids.length <= MAX_CARDS,
        `Choose at most ${MAX_CARDS} students.`,
      ),
      names: QueryBoolean.default(false),
    }),
    response: dataSchema(z.null()),
  },
});
