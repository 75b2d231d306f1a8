import { rolesApi } from '@pos/contract/staff/roles';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import { findRolesPage } from './roles.list.ts';
import { MASTER_ROLES, modulesWithRights } from './roles.rules.ts';
import {
  addRole,
  deleteRole,
  findRoleOptions,
  movePeople,
  requireRole,
  updateRole,
} from './roles.service.ts';

export function roles(db: Db): Feature {
  return feature(rolesApi, {
    list: async ({ query }) => {
      const { results, total } = await findRolesPage(db, query);
      return getPage(results, total, query);
    },
    add: async ({ tx, actor, body }) => ({
      message: 'Role added.',
      data: await addRole(tx, actor, body),
    }),
    update: async ({ actor, params, body }) => ({
      message: 'Role updated.',
      data: await updateRole(db, actor, params.id, body),
    }),
    getById: async ({ params }) => ({ data: await requireRole(db, params.id) }),
    delete: async ({ actor, params }) => {
      await deleteRole(db, actor, params.id);
      return { message: 'Role deleted.', data: { id: params.id } };
    },
    movePeople: async ({ actor, body }) => ({
      message: 'People moved.',
      data: { moved: await movePeople(db, actor, body.from, body.to) },
    }),
    getMasterRoles: async () => ({ data: [...MASTER_ROLES] }),
    getRoles: async ({ admin, query }) => ({
      data: await findRoleOptions(db, admin.rights, query),
    }),
    getModulesWithRights: async () => ({ data: modulesWithRights() }),
  });
}
