import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { anyone } from '../permissions.ts';
import { dataSchema } from '../values.ts';

/**
 * Public contact data of customer service (specification 9); empty if not set. Separate from the
 * settings to keep the sign-in pages small.
 */
export const SupportContact = z.strictObject({ email: z.string(), phone: z.string() });
export type SupportContact = z.infer<typeof SupportContact>;

/** Company name of the settings until somebody enters one; screens leave it out. */
export const UNNAMED_COMPANY = 'POS Admin';

/** Contact data with the name of the company, which sign-in pages and emails show. */
export const CompanyContact = SupportContact.extend({ companyName: z.string() });
export type CompanyContact = z.infer<typeof CompanyContact>;

export const supportContactApi = defineApi({
  get: {
    call: 'GET /v1/public/support-contact',
    place: 'none',
    access: anyone,
    summary: 'Get company name, and email and phone of customer service',
    response: dataSchema(CompanyContact),
  },
});
