import { toStateCode } from '@pos/contract/states';
import type { Tx } from '#api/db/db.ts';
import { insertFair } from '#api/fairs/fairs/fairs.service.ts';
import { addSchool } from '#api/fairs/schools/schools.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { planFairs } from './plan.ts';
import { type FairPlan, type NewSchool, readFairRow, type FairRow } from './judge.ts';
import { findFairState, type FairState } from './state.queries.ts';
import { lockUploads } from '../uploads.queries.ts';
import type { UploadRules, MadeUpload } from '../upload.ts';
import { isReferenced } from '#api/db/database-errors.ts';
import { recordActivities } from '#api/staff/activity/activity.service.ts';
import { stillUsed } from '../undo/undo.rules.ts';
import {
  type FairUse,
  findUsedFairs,
  lockFairRows,
  removeFairRows,
  removeUnusedSchoolRows,
} from './undo.queries.ts';

/** IDs of the fairs and schools that a file added. */
type FairsMade = { fairs: string[]; schools: string[] };

/** End of the sentence that names the use of a fair. */
const USES: Record<FairUse, string> = {
  orders: 'has orders',
  inventory: 'has inventory',
  'past inventory': 'has had inventory',
  register: 'has had a register at work',
  change: 'was changed since',
};

/** Deletes the imported fairs if none is in use, and the new schools that nothing else uses. */
async function undoFairs(tx: Tx, { made }: MadeUpload<FairsMade>, actor: Actor): Promise<void> {
  await lockFairRows(tx, made.fairs);
  const used = await findUsedFairs(tx, made.fairs);
  if (used.length > 0)
    throw stillUsed(
      used.map(({ identifier, use }) => ({
        code: 'FAIR_USED',
        text: `Fair ${identifier} ${USES[use]}.`,
      })),
    );
  const removed = await removeFairRows(tx, made.fairs).catch((error: unknown) => {
    if (isReferenced(error))
      throw stillUsed([{ code: 'FAIR_USED', text: 'One of its fairs is in use.' }]);
    throw error;
  });
  await recordActivities(tx, actor, {
    action: 'fair.import_undone',
    entity: 'fair',
    entityIds: removed,
  });
  await recordActivities(tx, actor, {
    action: 'school.import_undone',
    entity: 'school',
    entityIds: await removeUnusedSchoolRows(tx, made.schools),
  });
}

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
