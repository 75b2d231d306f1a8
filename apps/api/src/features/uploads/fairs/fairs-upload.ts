import { FAIR_COLUMNS } from '@pos/contract/uploads';
import { toStateCode } from '@pos/contract/states';
import type { Tx } from '#api/db/db.ts';
import { insertFair } from '#api/features/fairs/fairs.service.ts';
import { addSchool } from '#api/features/schools/schools.service.ts';
import type { Actor } from '#api/http/identity.ts';
import { FAIR_NOTES, fairColumns } from './columns.ts';
import { planFairs } from './plan.ts';
import type { FairPlan, NewSchool } from './planned-fairs.ts';
import { readFairRow, type FairRow } from './rows.ts';
import { findFairState, lockFairUploads, type FairState } from './state.queries.ts';
import { undoFairs, type FairsMade } from './undo.ts';
import { templateSheets } from '../template.ts';
import type { MadeUpload, UploadRules } from '../upload.ts';

/** Upload of fairs from the sales team's spreadsheet, with their new schools (domain 10.2). */
export const fairsUpload: UploadRules<FairRow, FairState> = {
  columns: () => fairColumns,

  readRow: readFairRow,

  async findState(tx, rows, { mode }) {
    if (mode === 'commit') await lockFairUploads(tx);
    return findFairState(tx, namesIn(rows));
  },

  *judge(rows, state) {
    const plan = yield* planFairs(rows, state);
    return {
      rows: plan.rows,
      warnings: [],
      titles: 0,
      units: 0,
      cartons: 0,
      schools: plan.newSchools.length,
      fairId: null,
      apply: (writing, _, actor) => addFairs(writing, plan, actor),
    };
  },

  template: () => ({
    fileName: 'fairs.xlsx',
    sheets: templateSheets('Fairs', FAIR_COLUMNS, FAIR_NOTES),
  }),

  undo: (tx, upload, actor) => undoFairs(tx, upload as MadeUpload<FairsMade>, actor),
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
          ...addressOf(school),
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
function addressOf({ address }: NewSchool): {
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
