import type { Line, Rule } from './rights-line.ts';
import { BUSINESS_RIGHTS } from './rights-of-business.ts';
import { COMPANY_RIGHTS } from './rights-of-company.ts';

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
