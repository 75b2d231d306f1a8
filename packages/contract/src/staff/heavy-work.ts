import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { HeavyKind } from '../heavy-kinds.ts';
import { self } from '../permissions.ts';
import { dataSchema } from '../values.ts';

/** A waiting call; `place` 1 is the next of its kind. */
export const WaitingWork = z.strictObject({ kind: HeavyKind, place: z.int().min(1) });
export type WaitingWork = z.infer<typeof WaitingWork>;

export const heavyWorkApi = defineApi({
  list: {
    call: 'GET /v1/heavy-work',
    place: 'none',
    access: self,
    summary: 'List your own waiting reports, documents and uploads',
    description:
      'A few of each kind run at once, one at a time per person; others wait in line for up to 45 seconds. ' +
      'With more than 20 waiting per person (5 uploads), a call is refused with 429 RATE_LIMITED.',
    response: dataSchema(z.array(WaitingWork)),
  },
});
