import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { anyone } from './permissions.ts';
import { dataSchema } from './values.ts';

/**
 * Public contact data of customer service (specification 9); empty if not set. Separate from the
 * settings to keep the sign-in pages small.
 */
export const SupportContact = z.strictObject({ email: z.string(), phone: z.string() });
export type SupportContact = z.infer<typeof SupportContact>;

export const supportContactApi = defineApi({
  get: {
    method: 'GET',
    path: '/v1/public/support-contact',
    access: anyone,
    summary: 'Get email and phone of customer service',
    response: dataSchema(SupportContact),
  },
});
