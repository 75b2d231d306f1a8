import { adminsApi } from '@pos/contract/staff/admins';
import { placesApi } from '@pos/contract/staff/places';
import type { Db } from '#api/db/db.ts';
import { changePassword } from '#api/staff/sign-in/passwords.service.ts';
import { resendVerificationCode, verifyAccount } from '#api/staff/sign-in/verification.service.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import {
  changeAdminStatus,
  deleteAdmin,
  resendSetup,
  showSetupLink,
  updateAdmin,
} from './admin-changes.service.ts';
import { adminList } from './admins.list.ts';
import { findAdminOptions } from './admins.queries.ts';
import { addAdmin, changeProfile, readAdmin, type AdminKeys } from './admins.service.ts';
import { changePlaces, readPlaces } from './places.service.ts';

const CODE_FILED =
  'A new code was created. Your administrator can find it in a file on the server, because no mail server is set up.';

/** Places that admins are limited to. */
export function places(db: Db): Feature {
  return feature(placesApi, {
    ofAdmin: async ({ params }) => ({ data: await readPlaces(db, params.id) }),
    change: async ({ params, body, ...editor }) => ({
      data: await changePlaces(db, editor, params.id, body),
    }),
  });
}

export function admins(db: Db, keys: AdminKeys): Feature {
  return feature(adminsApi, {
    list: async ({ query }) => {
      const { results, total } = await adminList.find(db, query);
      return getPage(results, total, query);
    },
    getById: async ({ params }) => ({ data: await readAdmin(db, params.id) }),
    add: async ({ tx, actor, admin, body }) => ({
      message: 'User added.',
      data: await addAdmin(tx, { actor, admin }, body, keys),
    }),
    update: async ({ params, body, ...editor }) => ({
      message: 'User updated.',
      data: await updateAdmin(db, editor, params.id, body, keys),
    }),
    changeStatus: async ({ params, body, ...editor }) => ({
      message: body.status === 'active' ? 'User activated.' : 'User deactivated.',
      data: await changeAdminStatus(db, editor, params.id, body.status),
    }),
    delete: async ({ params, ...editor }) => {
      await deleteAdmin(db, editor, params.id);
      return { message: 'User deleted.', data: { id: params.id } };
    },
    resendSetup: async ({ params, ...editor }) => {
      await resendSetup(db, editor, params.id, keys);
      return {
        message: keys.sendsMail ? 'Setup link sent.' : 'New setup link created.',
        data: { id: params.id },
      };
    },
    setupLink: async ({ params, ...editor }) => ({
      data: await showSetupLink(db, editor, params.id, keys),
    }),
    getAdmins: async ({ query }) => ({ data: await findAdminOptions(db, query) }),
    profile: async ({ admin }) => ({ data: await readAdmin(db, admin.id) }),
    updateProfile: async ({ actor, admin, body }) => ({
      message: 'Profile updated.',
      data: await changeProfile(db, { actor, admin }, body, keys.codePepper),
    }),
    changePassword: async ({ actor, admin, body }) => ({
      message: 'Password changed.',
      data: { endedSessions: await changePassword(db, { actor, admin }, body) },
    }),
    resendVerificationCode: async ({ admin }) => {
      await resendVerificationCode(db, admin.id);
      return { message: keys.sendsMail ? 'We sent a new code.' : CODE_FILED, data: null };
    },
    verifyAccount: async ({ actor, admin, body }) => {
      await verifyAccount(db, actor, keys.linkKey, admin.id, body.code);
      return { message: 'Email verified.', data: null };
    },
  });
}
