import { LIMITED_ROLE } from '@pos/embedded-postgres/limited-role';
import type { PlacesOfAdmin } from '@pos/contract/staff/places';
import { inTransaction, type Db } from '#api/db/db.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import { refuseStale } from '#api/http/stale.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { requireRole } from '#api/staff/roles/roles.service.ts';
import { type Editor, lockTouchable } from './admin-changes.service.ts';
import { updateAdminRow } from './admins.queries.ts';
import { readAdmin } from './admins.service.ts';
import {
  canLimit,
  findPlaceNames,
  findPlaces,
  findUnknownPlaces,
  savePlaces,
} from './places.queries.ts';

/** Returns the places of an admin. Throws NOT_FOUND if there is none. */
export async function readPlaces(db: Db, id: string): Promise<PlacesOfAdmin> {
  const { isLimited, version } = await readAdmin(db, id);
  return { worksAt: isLimited ? 'places' : 'everywhere', ...(await findPlaces(db, id)), version };
}

/**
 * Limits an admin to places, or lifts the limit (domain 7.4). Nobody changes their own places. Refuses
 * places that were read before another change of the admin (409 STALE_VERSION).
 */
export function changePlaces(
  db: Db,
  { admin: editor, actor }: Editor,
  id: string,
  form: PlacesOfAdmin,
): Promise<PlacesOfAdmin> {
  return inTransaction(db, async (tx) => {
    const before = await lockTouchable(tx, editor, id);
    if (id === editor.id) throw new Failure('FORBIDDEN', 'You cannot change your own places.');
    await refuseStale(tx, 'admin', id, await readPlaces(tx, id), form.version);
    const isLimited = form.worksAt === 'places';
    if (isLimited) {
      if ((await requireRole(tx, before.roleId)).isSystem)
        throw invalid({ worksAt: 'A SUPER_ADMIN works everywhere. Choose another role first.' });
      if (!(await canLimit(tx, LIMITED_ROLE)))
        throw invalid({
          worksAt: `The database has no role ${LIMITED_ROLE}. Ask the operator (docs/operating.md).`,
        });
    }
    const unknown = await findUnknownPlaces(tx, form);
    if (unknown.schools > 0) throw invalid({ schoolIds: 'Choose schools that exist.' });
    if (unknown.fairs > 0) throw invalid({ fairIds: 'Choose fairs that exist.' });
    const words = async () => {
      const names = await findPlaceNames(tx, await findPlaces(tx, id));
      return names.length === 0 ? 'everywhere' : names.join(', ');
    };
    const from = await words();
    await savePlaces(tx, id, form);
    await updateAdminRow(tx, id, before.version + 1, { isLimited });
    await recordActivity(tx, actor, {
      action: 'admin.updated',
      entity: 'admin',
      entityId: id,
      changes: changedFields({ places: from }, { places: await words() }),
    });
    return readPlaces(tx, id);
  });
}
