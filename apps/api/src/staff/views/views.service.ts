import { allows, type Access } from '@pos/contract/permissions';
import type { ListKey, NewView, View, ViewChanges } from '@pos/contract/staff/views';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { requireRights } from '#api/http/access/access.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor, SignedInAdmin } from '#api/http/access/identity.ts';
import { refuseStale } from '#api/http/stale.ts';
import {
  countViews,
  deleteViewRow,
  findView,
  findViews,
  insertViewRow,
  updateViewRow,
  type ViewRow,
} from './views.queries.ts';
import { adminsApi } from '@pos/contract/staff/admins';
import { devicesApi } from '@pos/contract/fairs/devices';
import { LISTS_WITH_NAMES } from '@pos/contract/office/exports';
import { fairsApi } from '@pos/contract/fairs/fairs';
import { inventoryApi } from '@pos/contract/stock/inventory';
import { ordersApi } from '@pos/contract/sales/orders';
import { paymentsApi } from '@pos/contract/sales/payments';
import { rolesApi } from '@pos/contract/staff/roles';
import { schoolsApi } from '@pos/contract/fairs/schools';
import { studentsApi } from '@pos/contract/students/students';
import type { z } from 'zod';

/** The call of each list, which defines who may read it and its valid queries. */
const CALLS: Record<ListKey, { access: Access; query: z.ZodObject }> = {
  users: adminsApi.list,
  roles: rolesApi.list,
  devices: devicesApi.list,
  fairs: fairsApi.list,
  schools: schoolsApi.list,
  payments: paymentsApi.list,
  orders: ordersApi.list,
  'held-orders': ordersApi.held,
  students: studentsApi.list,
  'fair-inventory': inventoryApi.fairInventory,
  'all-inventory': inventoryApi.allInventory,
};

/** Returns the right required to read the list. */
function listAccess(list: ListKey): Access {
  return CALLS[list].access;
}

/**
 * Returns errors in a view's query by field (`query.status`); empty if the list accepts it. A view
 * stores no page. The fair of a list that is always for one fair comes from the address. A
 * search text is refused: it could be a child's name, which must not outlive its erasure (domain
 * 3.6).
 */
function wrongInQuery(list: ListKey, query: Record<string, unknown>): Record<string, string> {
  const { page: _page, cursor: _cursor, ...shape } = CALLS[list].query.shape;
  const fields = new Map<string, z.ZodType>(Object.entries(shape));
  const wrong: Record<string, string> = {};
  for (const [key, value] of Object.entries(query)) {
    const field = fields.get(key);
    if (!field) wrong[`query.${key}`] = 'This list does not have this filter.';
    else if (key === 'search' && LISTS_WITH_NAMES.some((one) => one === list))
      wrong['query.search'] = 'A search text may be a name, so it is not saved.';
    else {
      const [issue] = field.safeParse(value).error?.issues ?? [];
      if (issue) wrong[`query.${key}`] = issue.message;
    }
  }
  return wrong;
}

/** Maximum views of one list per person, because they are shown as tabs. */
const MAX_OWN = 30;

/** Returns the admin's own views of a list, and the team's if the admin may read the list. */
export async function getViews(db: Db, admin: SignedInAdmin, list: ListKey): Promise<View[]> {
  return (await findViews(db, list, admin.id, readsList(admin, list))).map((row) =>
    asView(row, admin),
  );
}

/** Returns one view. Private views of others are not found. */
export async function requireView(db: Db, admin: SignedInAdmin, id: string): Promise<View> {
  const row = await findView(db, id);
  if (!row || !isSeen(row, admin)) throw missing('view');
  return asView(row, admin);
}

export function addView(
  db: Db,
  admin: SignedInAdmin,
  actor: Actor,
  { list, name, query, hiddenColumns, columnOrder, isTeam }: NewView,
): Promise<View> {
  requireRights(admin.rights, listAccess(list));
  refuseWrongQuery(list, query);
  return inTransaction(db, async (tx) => {
    if ((await countViews(tx, list, admin.id)) >= MAX_OWN)
      throw invalid({ name: `You already have ${MAX_OWN} views of this list. Delete one first.` });
    const id = uuidv7();
    const view = { id, adminId: admin.id, list, name, query, hiddenColumns, columnOrder, isTeam };
    await insertViewRow(tx, view).catch(refuseTakenName);
    await recordActivity(tx, actor, { action: 'view.added', entity: 'view', entityId: id });
    return requireView(tx, admin, id);
  });
}

/** Updates a view: one's own, or as SUPER_ADMIN one of the team. */
export function updateView(
  db: Db,
  admin: SignedInAdmin,
  actor: Actor,
  id: string,
  { version, name, query, hiddenColumns, columnOrder, isTeam }: ViewChanges,
): Promise<View> {
  return inTransaction(db, async (tx) => {
    const before = await lockChangeable(tx, admin, id);
    await refuseStale(tx, 'view', id, before, version);
    refuseWrongQuery(before.list, query);
    const changes = { name, query, hiddenColumns, columnOrder, isTeam, version: version + 1 };
    await updateViewRow(tx, id, changes).catch(refuseTakenName);
    // Name and filters are left out: they may contain a child's name, and activity is permanent.
    await recordActivity(tx, actor, {
      action: 'view.updated',
      entity: 'view',
      entityId: id,
      changes: changedFields<Partial<View>>(before, { isTeam }),
    });
    const row = await findView(tx, id);
    if (!row) throw missing('view');
    return asView(row, admin);
  });
}

export function deleteView(db: Db, admin: SignedInAdmin, actor: Actor, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockChangeable(tx, admin, id);
    await deleteViewRow(tx, id);
    await recordActivity(tx, actor, { action: 'view.deleted', entity: 'view', entityId: id });
  });
}

async function lockChangeable(tx: Tx, admin: SignedInAdmin, id: string): Promise<View> {
  await lockRow(tx, 'views', id);
  const view = await requireView(tx, admin, id);
  if (!view.mayChange)
    throw new Failure(
      'FORBIDDEN',
      `Only ${view.madeBy}, who created this view, or a SUPER_ADMIN can change it.`,
    );
  return view;
}

function readsList(admin: SignedInAdmin, list: ListKey): boolean {
  return allows(listAccess(list), admin.rights);
}

function isSeen({ adminId, isTeam, list }: ViewRow, admin: SignedInAdmin): boolean {
  return adminId === admin.id || (isTeam && readsList(admin, list));
}

function asView({ adminId, ...row }: ViewRow, admin: SignedInAdmin): View {
  const isOwn = adminId === admin.id;
  return {
    ...row,
    isOwn,
    mayChange: isOwn || (row.isTeam && admin.rights.isSuper),
    isBroken: Object.keys(wrongInQuery(row.list, row.query)).length > 0,
  };
}

function refuseWrongQuery(list: ListKey, query: Record<string, unknown>): void {
  const wrong = wrongInQuery(list, query);
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
}

function refuseTakenName(error: unknown): never {
  if (isDuplicate(error, 'views_name_key'))
    throw invalid({ name: 'You already have a view of this list with this name.' });
  throw error;
}
