import { factorApi } from '@pos/contract/staff/second-factor';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature, type Handlers } from '#api/http/feature.ts';
import { confirm, findWays } from './confirmations.service.ts';
import {
  beginApp,
  confirmApp,
  newRecoveryCodes,
  readOwnFactors,
  removeApp,
  type FactorKeys,
} from './factors.service.ts';
import {
  addPasskey,
  beginLoginProof,
  beginPasskey,
  beginProof,
  loginWithPasskey,
  removePasskey,
  renamePasskey,
} from './passkeys.service.ts';
import { loginWithFactor } from './factor-login.service.ts';
import { readRequirement, setRequirement } from './requirement.service.ts';
import { askReset, confirmReset, readFactorOfAdmin, withdrawReset } from './resets.service.ts';

export function secondFactors(db: Db, keys: FactorKeys): Feature {
  return feature(factorApi, {
    ...passkeyHandlers(db, keys),
    ...officeHandlers(db),
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
    ways: async ({ admin }) => ({ data: { ways: await findWays(db, admin) } }),
    confirm: async ({ admin, actor, body }) => {
      await confirm(db, keys, { admin, actor }, body);
      return { data: null };
    },
  });
}

type All = Handlers<typeof factorApi>;

/** Calls about passkeys. */
const passkeyHandlers = (
  db: Db,
  keys: FactorKeys,
): Pick<
  All,
  | 'challenge'
  | 'loginPasskey'
  | 'beginPasskey'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'
  | 'confirmationChallenge'
> => ({
  challenge: async ({ body }) => ({ data: await beginLoginProof(db, keys, body.factorToken) }),
  loginPasskey: ({ body, origin }) => loginWithPasskey(db, keys, body, origin),
  beginPasskey: async ({ admin, actor }) => ({
    data: await beginPasskey(db, keys, { admin, actor }),
  }),
  addPasskey: async ({ admin, actor, body }) => ({
    message: 'Passkey added.',
    data: { recoveryCodes: await addPasskey(db, keys, { admin, actor }, body) },
  }),
  renamePasskey: async ({ admin, params, body }) => {
    await renamePasskey(db, admin.id, params.id, body.name);
    return { message: 'Passkey renamed.', data: null };
  },
  removePasskey: async ({ admin, actor, params }) => {
    await removePasskey(db, { admin, actor }, params.id);
    return { message: 'Passkey removed.', data: null };
  },
  confirmationChallenge: async ({ admin }) => ({ data: await beginProof(db, keys, admin.id) }),
});

/** Calls about the factors of others. */
const officeHandlers = (
  db: Db,
): Pick<
  All,
  | 'ofAdmin'
  | 'askReset'
  | 'confirmReset'
  | 'withdrawReset'
  | 'requirement'
  | 'require'
  | 'requireNoMore'
> => ({
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
