import { holds, MODULES, type Rights } from '@pos/contract/permissions';
import type { Db } from '#api/db/db.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import { findRole, type RoleWithRights } from './roles.queries.ts';

/** Whoever grants a right must hold it; only SUPER_ADMIN grants SUPER_ADMIN (domain 7.3). */
export function mayGrant(actor: Rights, role: RoleWithRights): boolean {
  if (actor.isSuper) return true;
  return !role.isSystem && MODULES.every((module) => {
    const entry = role.entries.find((held) => held.module === module);
    return !entry || ((!entry.readOnly || holds(actor, module, 'read_only')) && (!entry.edit || holds(actor, module, 'edit')));
  });
}

/** The role that is about to be granted; refuses one that does not exist (on its field) or that the actor may not grant. */
export async function grantableRole(db: Db, actor: Rights, roleId: string): Promise<RoleWithRights> {
  const role = await findRole(db, roleId);
  if (!role) throw invalid({ roleId: 'Please select a role.' });
  if (!mayGrant(actor, role)) throw new Failure('FORBIDDEN', 'You cannot grant a role that holds rights which you lack.');
  return role;
}
