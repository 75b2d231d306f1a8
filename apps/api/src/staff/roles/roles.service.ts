import { pageAddress } from '@pos/contract/addresses';
import type { Rights } from '@pos/contract/permissions';
import type { NewRole, Role, RoleChanges, RoleOption } from '@pos/contract/staff/roles';
import { MAX_OPTIONS, type OptionsQuery } from '@pos/contract/values';
import { pluralize } from '@pos/contract/values/counts';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { refuseStale } from '#api/http/stale.ts';
import {
  findRole,
  findRoleInAnyState,
  findRoles,
  insertRoleRow,
  markRoleDeletedRow,
  moveAdminRows,
  replaceDutyRows,
  replaceRightRows,
  updateRoleRow,
} from './roles.queries.ts';
import { mayGrant, storedRights } from './roles.rules.ts';

export { mayGrant } from './roles.rules.ts';

/**
 * Returns the role to grant. Refuses a role that does not exist (on its field) or that the actor
 * may not grant.
 */
export async function grantableRole(db: Db, actor: Rights, roleId: string): Promise<Role> {
  const role = await findRole(db, roleId);
  if (!role) throw invalid({ roleId: 'Please select a role.' });
  if (!mayGrant(actor, role))
    throw new Failure(
      'FORBIDDEN',
      'You cannot grant a role that has rights or duties you do not have.',
    );
  return role;
}

/** Returns one role. Refuses one that does not exist. */
export async function requireRole(db: Db, id: string): Promise<Role> {
  const role = await findRole(db, id);
  if (!role) throw missing('role');
  return role;
}

/**
 * Returns roles that the caller may grant, at most MAX_OPTIONS. With `id`, returns only that role,
 * even if deleted.
 */
export async function findRoleOptions(
  db: Db,
  rights: Rights,
  { search = '', id }: OptionsQuery,
): Promise<RoleOption[]> {
  if (id) {
    const role = await findRoleInAnyState(db, id);
    return role && mayGrant(rights, role) ? [toOption(role, role.state)] : [];
  }
  const granted = (await findRoles(db, search)).filter((role) => mayGrant(rights, role));
  return granted.slice(0, MAX_OPTIONS).map((role) => toOption(role, null));
}

function toOption(role: Role, state: RoleOption['state']): RoleOption {
  const { id, name, isSystem, rights, duties } = role;
  return { value: id, label: name, state, isSystem, rights, duties };
}

export async function addRole(
  tx: Tx,
  actor: Actor,
  { name, description, rights, duties = [], factorRequiredFrom = null }: NewRole,
): Promise<Role> {
  const id = uuidv7();
  await insertRoleRow(tx, { id, name, description, factorRequiredFrom }).catch(refuseTakenName);
  await replaceRightRows(tx, id, storedRights(rights));
  await replaceDutyRows(tx, id, duties);
  await recordActivity(tx, actor, { action: 'role.added', entity: 'role', entityId: id });
  return requireRole(tx, id);
}

/** Updates a role. Changes apply to everyone who holds it from their next request on. */
export function updateRole(
  db: Db,
  actor: Actor,
  id: string,
  { version, name, description, rights, duties, factorRequiredFrom }: RoleChanges,
): Promise<Role> {
  return inTransaction(db, async (tx) => {
    const before = await lockChangeable(tx, id);
    await refuseStale(tx, 'role', id, before, version);
    const stored = storedRights(rights);
    const fields = { name, description, factorRequiredFrom };
    await updateRoleRow(tx, id, { ...fields, version: version + 1 }).catch(refuseTakenName);
    await replaceRightRows(tx, id, stored);
    if (duties) await replaceDutyRows(tx, id, duties);
    const after = await requireRole(tx, id);
    await recordActivity(tx, actor, {
      action: 'role.updated',
      entity: 'role',
      entityId: id,
      changes: changedFields<Partial<Role>>(before, {
        name,
        description,
        factorRequiredFrom: after.factorRequiredFrom,
        rights: stored,
        duties: after.duties,
      }),
    });
    return after;
  });
}

/** Deletes a role that nobody holds. */
export function deleteRole(db: Db, actor: Actor, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const role = await lockChangeable(tx, id);
    if (role.people > 0)
      throw new Failure(
        'IN_USE',
        `${pluralize(role.people, 'person holds', 'people hold')} this role. Move them to another role first.`,
        {
          reasons: [
            {
              code: 'PEOPLE',
              text: `${role.people} people`,
              count: role.people,
              link: pageAddress('users', { roleId: id }),
            },
          ],
        },
      );
    await markRoleDeletedRow(tx, id);
    await recordActivity(tx, actor, { action: 'role.deleted', entity: 'role', entityId: id });
  });
}

/**
 * Moves everyone in one role to another, so that the first can be deleted. SUPER_ADMIN can be
 * neither source nor target.
 */
export function movePeople(db: Db, actor: Actor, from: string, to: string): Promise<number> {
  return inTransaction(db, async (tx) => {
    if (from === to) throw invalid({ to: 'Choose a different role.' });
    const [source, target] = [await lockChangeable(tx, from), await lockChangeable(tx, to)];
    const moved = await moveAdminRows(tx, from, to);
    for (const adminId of moved)
      await recordActivity(tx, actor, {
        action: 'admin.updated',
        entity: 'admin',
        entityId: adminId,
        changes: {
          roleName: { from: source.name, to: target.name },
        },
      });
    return moved.length;
  });
}

async function lockChangeable(tx: Tx, id: string): Promise<Role> {
  await lockRow(tx, 'roles', id);
  const role = await requireRole(tx, id);
  if (role.isSystem) throw new Failure('FORBIDDEN', 'SUPER_ADMIN cannot be changed.');
  return role;
}

function refuseTakenName(error: unknown): never {
  if (isDuplicate(error, 'roles_name_key'))
    throw invalid({ name: 'This role name is already in use.' });
  throw error;
}
