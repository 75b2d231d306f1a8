import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { anyone } from './permissions.ts';
import { dataOf } from './values.ts';

/** Customer service, as every stranger sees it (specification 9); what is not set is empty. Apart from the settings, so that the sign-in pages load no more than this. */
export const SupportContact = z.strictObject({ email: z.string(), phone: z.string() });
export type SupportContact = z.infer<typeof SupportContact>;

export const supportContactApi = defineApi({
  get: {
    method: 'GET',
    path: '/v1/public/support-contact',
    access: anyone,
    summary: 'E-mail and phone of customer service',
    response: dataOf(SupportContact),
  },
});
