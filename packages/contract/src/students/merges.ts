import { z } from 'zod';

/** Request to merge a duplicate, `mergedId`, into the record of the address. */
export const NewMerge = z.strictObject({
  mergedId: z.uuid('Choose the duplicate.'),
});
export type NewMerge = z.infer<typeof NewMerge>;
