import { factorApi } from '@pos/contract/staff/second-factor';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { confirm, findWays } from './confirmations.service.ts';
import {
  beginApp,
  confirmApp,
  loginWithFactor,
  newRecoveryCodes,
  readOwnFactors,
  removeApp,
  type FactorKeys,
} from './factors.service.ts';
import { readRequirement, setRequirement } from './requirement.service.ts';
import { askReset, confirmReset, readFactorOfAdmin, withdrawReset } from './resets.service.ts';

export function secondFactors(db: Db, keys: FactorKeys): Feature {
  return feature(factorApi, {
    login: ({ body, origin }) => loginWithFactor(db, keys, body, origin),
    get: async ({ admin }) => ({ data: await readOwnFactors(db, admin.id) }),
    beginApp: async ({ admin }) => ({ data: await beginApp(db, keys, admin) }),
    confirmApp: async ({ admin, actor, body }) => ({
      message: 'Authenticator app set up.',
      data: { recoveryCodes: await confirmApp(db, keys, { admin, actor }, body.code) },
    }),
    removeApp: async ({ admin, actor }) => {
      await removeApp(db, { admin, actor });
      return { message: 'Authenticator app removed.', data: null };
    },
    newRecoveryCodes: async ({ admin, actor }) => ({
      data: { recoveryCodes: await newRecoveryCodes(db, keys, { admin, actor }) },
    }),
    ways: async ({ admin }) => ({ data: { ways: await findWays(db, admin.id) } }),
    confirm: async ({ admin, actor, body }) => {
      await confirm(db, keys, { admin, actor }, body);
      return { data: null };
    },
    ofAdmin: async ({ params }) => ({ data: await readFactorOfAdmin(db, params.id) }),
    askReset: async ({ params, admin, actor }) => {
      await askReset(db, { admin, actor }, params.id);
      return { message: 'A second administrator has to confirm this.', data: params };
    },
    confirmReset: async ({ params, admin, actor }) => {
      await confirmReset(db, { admin, actor }, params.id);
      return { message: 'Second factor removed.', data: params };
    },
    withdrawReset: async ({ params, admin, actor }) => {
      await withdrawReset(db, { admin, actor }, params.id);
      return { message: 'The factor stays.', data: params };
    },
    requirement: async () => ({ data: await readRequirement(db) }),
    require: async ({ actor, body }) => ({
      message: 'Settings saved.',
      data: await setRequirement(db, actor, body),
    }),
    requireNoMore: async ({ actor }) => ({
      message: 'Settings saved.',
      data: await setRequirement(db, actor, { requiredFrom: null }),
    }),
  });
}
