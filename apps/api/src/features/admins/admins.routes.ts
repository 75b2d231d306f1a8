import { adminsApi } from '@pos/contract/admins';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { findAdminOptions } from './admins.queries.ts';
import { addAdmin, changeProfile, readAdmin } from './admins.service.ts';

export function admins(db: Db, pepper: Uint8Array): Feature {
  return feature(adminsApi, {
    add: async ({ tx, actor, admin, body }) => ({ message: 'User added.', data: await addAdmin(tx, actor, admin.rights, body, pepper) }),
    getAdmins: async ({ query }) => ({ data: await findAdminOptions(db, query) }),
    profile: async ({ admin }) => ({ data: await readAdmin(db, admin.id) }),
    updateProfile: async ({ actor, admin, body }) => ({ message: 'Profile updated.', data: await changeProfile(db, actor, admin.id, body, pepper) }),
  });
}
