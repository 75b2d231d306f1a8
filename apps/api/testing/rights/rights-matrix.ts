import type { Line, Rule } from './rights-line.ts';
import { BUSINESS_RIGHTS } from './rights-of-business.ts';
import { COMPANY_RIGHTS } from './rights-of-company.ts';

/**
 * Calls that need a proof of who the caller is within ten minutes (trust.md, "Second factors"), kept by
 * hand. Reverting a close-out, exporting names and granting another role are parts of calls and have
 * tests of their own.
 */
export const FRESH: ReadonlySet<string> = new Set([
  'POST /v1/factor/app',
  'POST /v1/factor/app/confirm',
  'DELETE /v1/factor/app',
  'POST /v1/factor/recovery-codes',
  'POST /v1/factor/passkey-challenge',
  'POST /v1/factor/passkeys',
  'DELETE /v1/factor/passkeys/:id',
  'POST /v1/admins/factor-reset/:id',
  'POST /v1/admins/confirm-factor-reset/:id',
  'PUT /v1/settings/second-factor',
  'DELETE /v1/settings/second-factor',
  'PUT /v1/settings/company-sign-in',
  'DELETE /v1/settings/company-sign-in',
  'POST /v1/settings/company-sign-in/test',
  'POST /v1/admins/add',
  'PUT /v1/admins/places/:id',
  'POST /v1/roles/add',
  'PUT /v1/roles/update/:id',
  'DELETE /v1/roles/delete/:id',
  'POST /v1/roles/move-people',
  'POST /v1/schools/certificate/:id',
  'DELETE /v1/schools/certificate/:id',
  'POST /v1/fairs/reset',
  'POST /v1/students/erase/:id',
  'POST /v1/student-data/erase/:id',
  'POST /v1/students/pay-out/:id',
  'POST /v1/students/pay-out-leftovers/:id',
  'POST /v1/students/reverse-payout/:id',
]);

/** Addresses whose changes concern all places (domain 7.4), kept by hand; calls below them too. */
const OF_ALL_PLACES = [
  ...['add', 'update', 'change-status', 'delete', 'resend-setup', 'setup-link', 'places'].map(
    (call) => `admins/${call}`,
  ),
  'admins/factor-reset',
  'admins/confirm-factor-reset',
  'customization-template/save-template-type',
  'devices/add',
  'devices/change-status',
  'devices/delete',
  'devices/update',
  'inventory/all-inventory-change-status',
  'packages/save',
  'roles',
  'schools/add',
  'schools/merge',
  'settings',
  'titles',
  'warehouse/counts',
  'warehouse/receipts',
];
const READS_BY_POST: readonly string[] = ['POST /v1/settings/preview-template'];

/** True if a call such as `PUT /v1/roles/update/:id` is refused to who works at some places. */
export function concernsAllPlaces(call: string): boolean {
  const [method, path = ''] = call.split(' /v1/');
  return (
    method !== 'GET' &&
    !READS_BY_POST.includes(call) &&
    OF_ALL_PLACES.some((address) => `${path}/`.startsWith(`${address}/`))
  );
}

/**
 * Rights table, maintained by hand from api.md ("Rights" and the three tables of calls), never
 * generated from the code: access.test.ts compares the running server with it. List a new call
 * below its right in api.md; one whose right depends on the content stands below each.
 */
export const RIGHTS: readonly Line[] = [COMPANY_RIGHTS, BUSINESS_RIGHTS].flatMap((table) =>
  Object.entries(table).flatMap(([rule, calls]) =>
    Object.entries(calls).flatMap(([call, samples]) => {
      const [method, path] = call.split(' ') as [Line[0], string];
      return [samples].flat().map((sent): Line => [method, path, rule as Rule, sent]);
    }),
  ),
);
