import type { SchoolChanges } from '@pos/contract/schools';
import type { RecordStatus } from '@pos/contract/values';
import { isReferenced } from '#api/db/database-errors.ts';
import type { Tx } from '#api/db/db.ts';
import { recordActivities } from '#api/features/activity/activity.service.ts';
import {
  changeSchool,
  lockSchools,
  setSchoolStatus,
} from '#api/features/schools/schools.service.ts';
import type { Actor } from '#api/http/identity.ts';
import { stillUsed } from '../undo.rules.ts';
import type { MadeUpload } from '../upload.ts';
import { removeUnusedSchoolRows } from '../fairs/undo.queries.ts';

/** IDs of the schools that a file added, and earlier values of those that it changed. */
export type SchoolsMade = {
  added: string[];
  changed: {
    id: string;
    version: number;
    before: Omit<SchoolChanges, 'version'>;
    /** Earlier status, if the file changed it. */
    status?: RecordStatus;
  }[];
};

/** Deletes the imported schools if none is in use, and restores the values of the changed ones. */
export async function undoSchools(
  tx: Tx,
  { made: { added, changed } }: MadeUpload<SchoolsMade>,
  actor: Actor,
): Promise<void> {
  const schools = new Map(
    (await lockSchools(tx, [...added, ...changed.map(({ id }) => id)])).map((school) => [
      school.id,
      school,
    ]),
  );
  const late = changed.flatMap(({ id, version }) => {
    const school = schools.get(id);
    return school?.version === version
      ? []
      : [{ id, text: `${school?.name ?? 'A school'} was changed since.` }];
  });
  const removed = await removeUnusedSchoolRows(tx, added).catch((error: unknown) => {
    if (isReferenced(error)) return [] as string[];
    throw error;
  });
  const used = added
    .filter((id) => !removed.includes(id))
    .map((id) => ({
      id,
      text: `${schools.get(id)?.name ?? 'A school'} is in use or was changed since.`,
    }));
  const reasons = [...late, ...used].map(({ text }) => ({ code: 'SCHOOL_USED', text }));
  if (reasons.length > 0) throw stillUsed(reasons);
  await recordActivities(tx, actor, {
    action: 'school.import_undone',
    entity: 'school',
    entityIds: removed,
  });
  for (const { id, before, status } of changed) {
    const school = schools.get(id);
    if (!school) continue;
    const restored =
      Object.keys(before).length > 0 ? await changeSchool(tx, actor, school, before) : school;
    if (status) await setSchoolStatus(tx, actor, restored, status);
  }
}
