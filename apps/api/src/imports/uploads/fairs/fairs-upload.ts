import { toStateCode } from '@pos/contract/states';
import type { Tx } from '#api/db/db.ts';
import { insertFair } from '#api/fairs/fairs/fairs.service.ts';
import { addSchool } from '#api/fairs/schools/schools.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { planFairs } from './plan.ts';
import { type FairPlan, type NewSchool, readFairRow, type FairRow } from './judge.ts';
import { findFairState, type FairState } from './state.queries.ts';
import { undoFairs, type FairsMade } from './undo.ts';
import { lockUploads } from '../uploads.queries.ts';
import type { UploadRules } from '../upload.ts';

/** Upload of fairs from the sales team's spreadsheet, with their new schools (domain 10.2). */
export const fairsUpload: UploadRules<FairRow, FairState, FairsMade> = {
  readRow: readFairRow,

  async findState(tx, rows, { mode }) {
    if (mode === 'commit') await lockUploads(tx, 'fairs');
    return findFairState(tx, namesIn(rows));
  },

  *judge(rows, state) {
    const plan = yield* planFairs(rows, state);
    return {
      rows: plan.rows,
      schools: plan.newSchools.length,
      apply: (writing, _, actor) => addFairs(writing, plan, actor),
    };
  },

  undo: undoFairs,
};

function namesIn(rows: readonly FairRow[]) {
  const different = (values: (string | null | undefined)[]) => [
    ...new Set(values.flatMap((value) => (value ? [value.toLowerCase()] : []))),
  ];
  const days = rows
    .flatMap(({ startDate, endDate }) => [startDate, endDate].filter((day) => day !== undefined))
    .toSorted();
  return {
    schools: different(rows.map(({ school }) => school)),
    emails: different(rows.map(({ adminEmail }) => adminEmail)),
    identifiers: different(rows.map(({ identifier }) => identifier)),
    from: days[0] ?? '9999-12-31',
    to: days.at(-1) ?? '0001-01-01',
  };
}

/**
 * Adds the schools, then each fair through the service that the form uses, so that the same rules
 * apply.
 */
async function addFairs(tx: Tx, { rows, newSchools }: FairPlan, actor: Actor): Promise<FairsMade> {
  const schools: string[] = [];
  for (const school of newSchools)
    schools.push(
      (
        await addSchool(tx, actor, {
          identifier: school.identifier,
          name: school.name,
          ...toAddress(school),
          ...(school.timeZone && { timeZone: school.timeZone }),
        })
      ).id,
    );
  const fairs: string[] = [];
  for (const { fair } of rows)
    if (fair) fairs.push(await insertFair(tx, actor, fair.input, fair.own));
  return { fairs, schools };
}

/**
 * Splits an address that ends like "…, Ada, MI 49301" or "…, Ada, Michigan 49301" into street,
 * city, state and ZIP code. Otherwise the whole line is the street.
 */
function toAddress({ address }: NewSchool): {
  address: string;
  city: string;
  state: string;
  zip: string;
} {
  const parts = /^(.+), *([^,]+), *([A-Za-z ]{2,40}?) +(\d{5}(?:-\d{4})?)$/.exec(address) ?? [];
  const [, street, city, named = '', zip] = parts;
  const state = toStateCode(named);
  return street && city && state && zip
    ? { address: street, city, state, zip }
    : { address, city: '', state: '', zip: '' };
}
