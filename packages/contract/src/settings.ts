import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { anyone, signedIn, superAdmin } from './permissions.ts';
import { dataOf, Id } from './values.ts';

/** What every signed-in admin sees of the settings (domain 7.3). */
export const AppInfo = z.strictObject({ companyName: z.string(), supportEmail: z.string(), supportPhone: z.string(), version: z.string() });
export type AppInfo = z.infer<typeof AppInfo>;

/** Customer service, as every stranger sees it (specification 9); what is not set is empty. */
export const SupportContact = z.strictObject({ email: z.string(), phone: z.string() });
export type SupportContact = z.infer<typeof SupportContact>;

export const SyncScope = z.enum(['all', 'schools', 'titles', 'students', 'wallet-top-ups'], 'Choose what to sync.');
export type SyncScope = z.infer<typeof SyncScope>;

/** What a sync did with one file of the source: `skipped` where it delivers none, `failed` where it could not be read. Counts are of rows, `deactivated` of records that disappeared. */
export const SyncCounts = z.strictObject({ file: z.string(), state: z.enum(['read', 'skipped', 'failed']), rows: z.int(), created: z.int(), updated: z.int(), unchanged: z.int(), deactivated: z.int(), rejected: z.int() });
export type SyncCounts = z.infer<typeof SyncCounts>;

export const settingsApi = defineApi({
  get: { method: 'GET', path: '/v1/settings', access: signedIn, summary: 'Support contact and app info', response: dataOf(AppInfo) },
  supportContact: { method: 'GET', path: '/v1/public/support-contact', access: anyone, summary: 'E-mail and phone of customer service', response: dataOf(SupportContact) },
  sync: {
    method: 'POST', path: '/v1/settings/sync', access: superAdmin, summary: 'Read schools, titles, students and top-ups from the source system', idempotent: true,
    description: 'Starts a job, one at a time (409 SYNC_RUNNING). 409 SYNC_SOURCE_MISSING where no source is set. A missing file is skipped and said so.',
    body: z.strictObject({ scope: SyncScope }), response: dataOf(z.strictObject({ jobId: Id })),
  },
});
