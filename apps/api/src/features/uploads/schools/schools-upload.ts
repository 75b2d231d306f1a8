import { SCHOOL_COLUMNS } from '@pos/contract/school-columns';
import type { Tx } from '#api/db/db.ts';
import {
  addSchool,
  changeSchool,
  findOpenReasons,
  findSchoolsToImport,
  setSchoolStatus,
} from '#api/features/schools/schools.service.ts';
import { findSchoolsNamed } from '#api/features/activity/student-names.service.ts';
import type { Actor } from '#api/http/identity.ts';
import { templateSheets } from '../template.ts';
import { forEach } from '../time-slices.ts';
import type { MadeUpload, UploadRules } from '../upload.ts';
import { SCHOOL_NOTES, schoolColumns } from './columns.ts';
import { judgeSchoolRow, type JudgedSchool, type SchoolState } from './judge.ts';
import { readSchoolRow, type SchoolRow } from './rows.ts';
import { lockSchoolUploads } from './lock.queries.ts';
import { undoSchools, type SchoolsMade } from './undo.ts';

/** Upload of schools from a spreadsheet: new ones are added, known ones changed (domain 10.5). */
export const schoolsUpload: UploadRules<SchoolRow, SchoolState> = {
  columns: () => schoolColumns,

  readRow: readSchoolRow,

  async findState(tx, rows, { mode }) {
    if (mode === 'commit') await lockSchoolUploads(tx);
    const identifiers = rows.flatMap(({ fields }) => fields.identifier?.toLowerCase() ?? []);
    const known = await findSchoolsToImport(tx, identifiers, mode === 'commit');
    const schools = new Map(known.map((school) => [school.identifier.toLowerCase(), school]));
    const closing = rows.flatMap(({ fields, status }) =>
      status === 'inactive' ? (schools.get(fields.identifier?.toLowerCase() ?? '')?.id ?? []) : [],
    );
    const notes = rows.flatMap(({ fields }): [string, string][] => {
      const school = schools.get(fields.identifier?.toLowerCase() ?? '');
      return school && fields.notes && fields.notes !== school.notes
        ? [[school.id, fields.notes]]
        : [];
    });
    return {
      schools,
      open: await findOpenReasons(tx, closing),
      named: await findSchoolsNamed(tx, new Map(notes)),
    };
  },

  *judge(rows, state) {
    const judged: JudgedSchool[] = [];
    const firstRows = new Map<string, number>();
    yield* forEach(rows, (row) => judged.push(judgeSchoolRow(row, state, firstRows)));
    return {
      rows: judged,
      warnings: [],
      titles: 0,
      units: 0,
      cartons: 0,
      schools: judged.filter(({ outcome }) => outcome === 'create').length,
      fairId: null,
      apply: (writing, _, actor) => writeSchools(writing, judged, actor),
    };
  },

  template: () => ({
    fileName: 'schools.xlsx',
    sheets: templateSheets('Schools', SCHOOL_COLUMNS, SCHOOL_NOTES),
  }),

  undo: (tx, upload, actor) => undoSchools(tx, upload as MadeUpload<SchoolsMade>, actor),
};

/** Adds and changes the schools through the service of the form, so that the same rules apply. */
async function writeSchools(
  tx: Tx,
  rows: readonly JudgedSchool[],
  actor: Actor,
): Promise<SchoolsMade> {
  const made: SchoolsMade = { added: [], changed: [] };
  for (const { added, changed } of rows) {
    if (added) made.added.push((await addSchool(tx, actor, added.school, added.status)).id);
    if (changed) {
      const { before, changes, newStatus } = changed;
      const names = Object.keys(changes) as (keyof typeof changes)[];
      const saved = names.length > 0 ? await changeSchool(tx, actor, before, changes) : before;
      const { id, version } = newStatus
        ? await setSchoolStatus(tx, actor, saved, newStatus)
        : saved;
      made.changed.push({
        id,
        version,
        before: Object.fromEntries(names.map((name) => [name, before[name]])),
        ...(newStatus && { status: before.status }),
      });
    }
  }
  return made;
}
