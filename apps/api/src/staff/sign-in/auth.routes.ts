import { authApi } from '@pos/contract/staff/sign-in';
import { inTransaction, type Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { beginLinkCheck, countLinkRequest } from './attempts.ts';
import { login, logout, refreshTokens, type AuthKeys } from './auth.service.ts';
import { checkCompanySession, findSignOutUrl } from './company/company-sessions.service.ts';
import type { ProviderKeys } from './company/provider-connection.ts';
import { checkLink } from './links.ts';
import { orderMail } from './mail.service.ts';
import { requireOwnProof, setPasswordByLink } from './passwords.service.ts';
import { endOwnSession, endSessions, findSessions } from './sessions.ts';

const LINK_SENT = 'If an account exists for that address, we sent a link.';
const LINK_FILED =
  'This server sends no email. If an account exists for that address, your administrator can find the link in a file on the server.';

export function auth(db: Db, keys: AuthKeys & ProviderKeys, sendsMail: boolean): Feature {
  return feature(authApi, {
    mailDelivery: async () => ({ data: { sendsMail } }),
    login: ({ body, origin }) => login(db, keys, body, origin),
    refreshTokens: ({ body: { refreshToken: token }, origin }) => {
      const check = (sessionId: string) => checkCompanySession(db, keys, sessionId);
      return refreshTokens(db, keys, { token, check }, origin);
    },
    logout: async ({ body }) => {
      const sessionId = await logout(db, body.refreshToken);
      const next = sessionId && (await findSignOutUrl(db, keys, sessionId));
      return { data: next ? { next } : null };
    },
    forgotPassword: async ({ body, origin }) => {
      const isMailed = await countLinkRequest(db, body.email, origin.ip);
      if (isMailed)
        await inTransaction(db, (tx) => orderMail(tx, { kind: 'forgot', email: body.email }));
      return { message: sendsMail ? LINK_SENT : LINK_FILED, data: null };
    },
    checkLink: async ({ body, origin }) => {
      const attempt = await beginLinkCheck(db, origin.ip);
      const data = await checkLink(db, body.token, body.kind);
      await attempt.succeeded();
      return { data };
    },
    resetPassword: async ({ body, origin }) => ({
      message: 'Password changed. Sign in with the new password. Your other sessions were ended.',
      data: { email: await setPasswordByLink(db, 'reset', body, origin) },
    }),
    setupPassword: async ({ body, origin }) => ({
      message: 'Your account is ready. Sign in.',
      data: { email: await setPasswordByLink(db, 'setup', body, origin) },
    }),
    sessions: async ({ admin }) => ({
      data: (await findSessions(db, admin.id)).map((session) => ({
        ...session,
        current: session.id === admin.sessionId,
      })),
    }),
    endSession: async ({ actor, admin, params, body }) => {
      await requireOwnProof(db, { actor, admin }, body.currentPassword);
      await inTransaction(db, (tx) => endOwnSession(tx, admin.id, params.id));
      return { message: 'Session signed out.', data: null };
    },
    endOtherSessions: async ({ actor, admin, body }) => {
      await requireOwnProof(db, { actor, admin }, body.currentPassword);
      const ended = await inTransaction(db, (tx) =>
        endSessions(tx, admin.id, 'signed out everywhere', admin.sessionId),
      );
      return { message: 'Signed out everywhere else.', data: { ended } };
    },
  });
}
