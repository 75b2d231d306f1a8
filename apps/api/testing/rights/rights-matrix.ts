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

/**
 * Calls that concern all places, refused to who works at some (domain 7.4), kept by hand: they change
 * accounts, the company's devices, catalog, warehouse and settings.
 */
export const OF_ALL_PLACES =
  /^(?!GET)\w+ \/v1\/(admins\/(add|update|change-status|delete|resend-setup|setup-link|places|(confirm-)?factor-reset)|roles|settings(?!\/preview-template)|devices\/(add|update|change-status|delete)|schools\/(add|merge)|warehouse\/(counts|receipts)|inventory\/all-inventory-change-status|titles|packages\/save|customization-template\/save-template-type)(\/|$)/;

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
