import {
  ACTIVITY_MODULES,
  activityApi,
  type ActivityEntity,
  type ActivityEntry,
} from '@pos/contract/staff/activity';
import { holds, seesSales } from '@pos/contract/permissions';
import type { Db } from '#api/db/db.ts';
import { Failure, missing } from '#api/http/failure.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import type { SignedInAdmin } from '#api/http/access/identity.ts';
import { getPage } from '#api/lists/paging.ts';
import {
  findActivity,
  findActivityEntry,
  findNamesAround,
  findOwnActivity,
  recordExists,
} from './activity.queries.ts';
import { recordActivity } from './activity.service.ts';
import { refuseNames } from './names.rules.ts';
import { refuseStudentNames } from './student-names.service.ts';
import { findSignIns } from './sign-ins.queries.ts';

export function activity(db: Db): Feature {
  return feature(activityApi, {
    list: async ({ admin, query }) => {
      refuseUnreadable(admin, query.entity);
      const { results, total } = await findActivity(db, query);
      const hides = query.entity === 'fair' && !seesSales(admin.rights);
      return getPage(hides ? results.map(withoutSales) : results, total, query);
    },
    mine: async ({ admin, query }) => {
      const { results, total } = await findOwnActivity(db, admin.id, query);
      return getPage(results, total, query);
    },
    signIns: async ({ admin, query }) => {
      const { results, total } = await findSignIns(db, admin.id, query);
      return getPage(results, total, query);
    },
    addNote: async ({ tx, actor, admin, body }) => {
      refuseUnreadable(admin, body.entity);
      if (!(await recordExists(tx, body.entity, body.entityId))) throw missing(body.entity);
      if (body.entity === 'student')
        refuseNames({ text: body.text }, await findNamesAround(tx, body.entityId));
      await refuseStudentNames(tx, body, { text: body.text });
      const id = await recordActivity(tx, actor, {
        action: 'note.added',
        entity: body.entity,
        entityId: body.entityId,
        changes: {
          note: { from: null, to: body.text },
        },
      });
      return { message: 'Note added.', data: await findActivityEntry(tx, id) };
    },
  });
}

/** Changes of a fair that are amounts of sales: of a reset, and of money counted. */
const SALES_CHANGES: readonly string[] = ['totalCents', 'cash', 'checks', 'amount'];

/** Leaves amounts of sales out of an entry, for callers who do not see them (domain 3.2). */
const withoutSales = (entry: ActivityEntry): ActivityEntry => ({
  ...entry,
  changes: Object.fromEntries(
    Object.entries(entry.changes).filter(([name]) => !SALES_CHANGES.includes(name)),
  ),
});

/**
 * Refuses callers who may not read the record's module. Activity of roles is for SUPER_ADMIN only.
 */
function refuseUnreadable({ rights }: SignedInAdmin, entity: ActivityEntity): void {
  const module = ACTIVITY_MODULES[entity];
  if (module ? !holds(rights, module, 'read_only') : !rights.isSuper)
    throw new Failure(
      'FORBIDDEN',
      `You need the right: ${module ? `read ${module}` : 'SUPER_ADMIN'}.`,
    );
}
