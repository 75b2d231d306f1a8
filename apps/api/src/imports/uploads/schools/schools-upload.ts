import type { SchoolChanges } from '@pos/contract/fairs/schools';
import type { RecordStatus } from '@pos/contract/values';
import { isReferenced } from '#api/db/database-errors.ts';
import {
  addSchool,
  changeSchool,
  findOpenReasons,
  findSchoolsToImport,
  lockSchools,
  setSchoolStatus,
} from '#api/fairs/schools/schools.service.ts';
import { findSchoolsNamed } from '#api/staff/activity/student-names.service.ts';
import { judgeEach } from '../time-slices.ts';
import type { UploadRules } from '../upload.ts';
import { removeUnusedSchoolRows } from '../fairs/undo.queries.ts';
import { replacedValues, undoRecords, writeRecords, type RecordsMade } from '../records.ts';
import { lockUploads } from '../uploads.queries.ts';
import { judgeSchoolRow, type SchoolState, readSchoolRow, type SchoolRow } from './judge.ts';

/** `status` is the earlier one, if the file changed it. */
type SchoolsMade = RecordsMade<Omit<SchoolChanges, 'version'>, { status?: RecordStatus }>;

/** Upload of schools from a spreadsheet: new ones are added, known ones changed (domain 10.5). */
export const schoolsUpload: UploadRules<SchoolRow, SchoolState, SchoolsMade> = {
  readRow: readSchoolRow,

  async findState(tx, rows, { mode }) {
    if (mode === 'commit') await lockUploads(tx, 'schools');
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
    const firstRows = new Map<string, number>();
    const judged = yield* judgeEach(rows, (row) => judgeSchoolRow(row, state, firstRows));
    return {
      rows: judged,
      schools: judged.filter(({ outcome }) => outcome === 'create').length,
      apply: (tx, _, actor) =>
        writeRecords(
          judged,
          async ({ school, status }) => (await addSchool(tx, actor, school, status)).id,
          async ({ before, changes, newStatus }) => {
            const isChanged = Object.keys(changes).length > 0;
            const saved = isChanged ? await changeSchool(tx, actor, before, changes) : before;
            const { id, version } = newStatus
              ? await setSchoolStatus(tx, actor, saved, newStatus)
              : saved;
            return {
              id,
              version,
              before: replacedValues(before, changes),
              ...(newStatus && { status: before.status }),
            };
          },
        ),
    };
  },

  undo: (tx, { made }, actor) =>
    undoRecords(tx, actor, made, {
      entity: 'school',
      lock: lockSchools,
      label: ({ name }) => name,
      remove: (removing, ids) =>
        removeUnusedSchoolRows(removing, ids).catch((error: unknown) => {
          if (isReferenced(error)) return [];
          throw error;
        }),
      async restore(school, { before, status }) {
        const isChanged = Object.keys(before).length > 0;
        const restored = isChanged ? await changeSchool(tx, actor, school, before) : school;
        if (status) await setSchoolStatus(tx, actor, restored, status);
      },
    }),
};
