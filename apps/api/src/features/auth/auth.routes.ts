import { authApi } from '@pos/contract/auth';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { login, logout, refreshTokens, type AuthKeys } from './auth.service.ts';

export function auth(db: Db, keys: AuthKeys): Feature {
  return feature(authApi, {
    login: ({ body, origin }) => login(db, keys, body, origin),
    refreshTokens: ({ body }) => refreshTokens(db, keys, body.refreshToken),
    logout: async ({ body }) => {
      await logout(db, body.refreshToken);
      return { data: null };
    },
  });
}
