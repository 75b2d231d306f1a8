import { companyApi } from '@pos/contract/staff/company-sign-in';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { beginVisit, loginByCompany, type CompanyKeys } from './company-login.service.ts';
import {
  readCompanySignIn,
  setCompanySignIn,
  stopCompanySignIn,
  testProvider,
} from './company-settings.service.ts';

export function companySignIn(db: Db, keys: CompanyKeys): Feature {
  return feature(companyApi, {
    begin: async () => ({ data: await beginVisit(db, keys) }),
    login: ({ body, origin }) => loginByCompany(db, keys, body, origin),
    beginProof: async ({ admin }) => ({ data: await beginVisit(db, keys, admin.sessionId) }),
    settings: async () => ({ data: await readCompanySignIn(db, keys) }),
    set: async ({ admin, actor, body }) => ({
      message: 'Settings saved.',
      data: await setCompanySignIn(db, keys, { admin, actor }, body),
    }),
    stop: async ({ actor }) => ({
      message: 'Company sign-in stopped.',
      data: await stopCompanySignIn(db, keys, actor),
    }),
    test: async ({ body }) => ({ data: { warnings: await testProvider(db, keys, body) } }),
  });
}
