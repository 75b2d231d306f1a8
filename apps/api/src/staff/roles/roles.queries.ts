import {
  DUTIES,
  permissionEntries,
  type Duty,
  type Module,
  type PermissionEntry,
} from '@pos/contract/permissions';
import type { Role } from '@pos/contract/staff/roles';
import type { GoneState } from '@pos/contract/values';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { containing, hasText } from '#api/lists/search-text.ts';

/** Number of people with a role. */
export const people = sql<number>`
  (select count(*) from admins where admins.role_id = roles.id and admins.deleted_at is null)`;

/** Rights and duties of the role that a statement reads. */
export const heldRights = [
  sql<[Module, boolean, boolean][]>`
    coalesce(
      (
        select json_agg(json_build_array(module, read_only, edit))
        from role_rights
        where role_id = roles.id),
        '[]')`.as('entries'),
  sql<Duty[]>`array(select duty from role_duties where role_id = roles.id)`.as('heldDuties'),
] as const;

/** Roles with their rights and duties, deleted ones too. */
function selectAllRoles(db: Db) {
  return db
    .selectFrom('roles')
    .select([
      'id',
      'name',
      'description',
      'isSystem',
      'factorRequiredFrom',
      'version',
      'createdAt',
      'updatedAt',
    ])
    .select(people.as('people'))
    .select(heldRights);
}

/** Roles that are not deleted, with their rights and duties. */
export function selectRoles(db: Db) {
  return selectAllRoles(db).where('deletedAt', 'is', null);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRoles>['execute']>>[number];

/** Returns one entry per module, in menu order. SUPER_ADMIN holds everything. */
export function toRole({ entries, heldDuties, ...role }: Row): Role {
  const rights = permissionEntries(role.isSystem, entries);
  const duties = DUTIES.filter((duty) => role.isSystem || heldDuties.includes(duty));
  return { ...role, rights, duties };
}

/** Returns roles whose name contains the text, SUPER_ADMIN first. */
export async function findRoles(db: Db, search: string): Promise<Role[]> {
  const rows = await selectRoles(db)
    .where(hasText(sql`roles.name`, containing(search)))
    .orderBy('isSystem', 'desc')
    .orderBy('name')
    .execute();
  return rows.map(toRole);
}

/** Returns one role, deleted or not, with its state for select fields. */
export async function findRoleInAnyState(
  db: Db,
  id: string,
): Promise<(Role & { state: GoneState | null }) | undefined> {
  const row = await selectAllRoles(db)
    .select(sql<GoneState | null>`case when deleted_at is not null then 'deleted' end`.as('state'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...toRole(row), state: row.state };
}

export async function findRole(db: Db, id: string): Promise<Role | undefined> {
  const row = await selectRoles(db).where('id', '=', id).executeTakeFirst();
  return row && toRole(row);
}

/** Replaces the rights of a role. Modules without a right have no row. */
export async function replaceRightRows(
  tx: Tx,
  roleId: string,
  rights: readonly PermissionEntry[],
): Promise<void> {
  await tx.deleteFrom('roleRights').where('roleId', '=', roleId).execute();
  const rows = rights
    .filter((entry) => entry.read_only || entry.edit)
    .map((entry) => ({ roleId, module: entry.name, readOnly: entry.read_only, edit: entry.edit }));
  if (rows.length > 0) await tx.insertInto('roleRights').values(rows).execute();
}

/** Replaces the duties of a role. */
export async function replaceDutyRows(
  tx: Tx,
  roleId: string,
  duties: readonly Duty[],
): Promise<void> {
  await tx.deleteFrom('roleDuties').where('roleId', '=', roleId).execute();
  const rows = duties.map((duty) => ({ roleId, duty }));
  if (rows.length > 0) await tx.insertInto('roleDuties').values(rows).execute();
}

/** Moves everyone in one role to another, and returns their IDs. */
export async function moveAdminRows(tx: Tx, from: string, to: string): Promise<string[]> {
  const moved = await tx
    .updateTable('admins')
    .set({ roleId: to, version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
    .where('roleId', '=', from)
    .where('deletedAt', 'is', null)
    .returning('id')
    .execute();
  return moved.map(({ id }) => id);
}

export async function insertRoleRow(
  tx: Tx,
  role: Pick<Role, 'id' | 'name' | 'description' | 'factorRequiredFrom'>,
): Promise<void> {
  await tx
    .insertInto('roles')
    .values({ ...role, deletedAt: null })
    .execute();
}

export async function updateRoleRow(
  tx: Tx,
  id: string,
  changes: Pick<Role, 'name' | 'description' | 'version'> & {
    factorRequiredFrom: string | null | undefined;
  },
): Promise<void> {
  await tx
    .updateTable('roles')
    .set({ ...changes, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Marks a role as deleted. */
export async function markRoleDeletedRow(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('roles')
    .set({ deletedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}
