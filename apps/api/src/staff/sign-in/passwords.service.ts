import type { ChangePasswordForm, LinkPasswordForm } from '@pos/contract/staff/passwords';
import type { LinkKind } from '@pos/contract/staff/sign-in';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { hashPassword, verifyPassword } from '#api/hashing/passwords.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import { requireFresh } from '#api/http/access/access.ts';
import type { Actor, Origin, SignedInAdmin } from '#api/http/access/identity.ts';
import {
  findPasswordHistory,
  setEmailVerifiedRow,
  setPasswordRow,
} from './accounts/account-rows.queries.ts';
import { beginOwnPassword } from './attempts.ts';
import { findAccount, type Account } from './auth.queries.ts';
import { refuseCommonPassword } from './common-words.ts';
import { findCompanySession } from './company/company-sessions.queries.ts';
import { useLink, voidLinks } from './links.ts';
import { endSessions } from './sessions.ts';
import { recordWrongOwnPassword } from './sign-in-records.service.ts';

/**
 * Number of previous passwords that a new one must differ from (specification 5, "different from
 * previous passwords").
 */
const REMEMBERED = 5;

/**
 * Sets a password with an emailed link, uses up the link and ends all sessions. A setup link also
 * verifies the address. Returns the email address.
 */
export function setPasswordByLink(
  db: Db,
  kind: LinkKind,
  { token, password }: LinkPasswordForm,
  origin: Origin,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const adminId = await useLink(tx, token, kind);
    const account = await findAccount(tx, adminId);
    if (!account)
      throw new Failure(
        'LINK_EXPIRED',
        'This link has expired or was already used. Ask for a new one.',
      );
    await replacePassword(tx, adminId, account.passwordHash, password);
    if (kind === 'setup') await setEmailVerifiedRow(tx, adminId, true);
    await voidLinks(tx, adminId);
    await endSessions(tx, adminId, 'password set by a link');
    const actor: Actor = {
      type: 'admin',
      id: adminId,
      name: `${account.firstName} ${account.lastName}`,
      ip: origin.ip,
      requestId: origin.requestId,
    };
    await recordActivity(tx, actor, {
      action: kind === 'setup' ? 'admin.set_up' : 'admin.password_reset',
      entity: 'admin',
      entityId: adminId,
    });
    return account.email;
  });
}

/** Changes the caller's own password and ends the other sessions. Returns how many were ended. */
export async function changePassword(
  db: Db,
  { actor, admin }: OwnCaller,
  { currentPassword, password }: ChangePasswordForm,
): Promise<number> {
  const account = await requireOwnPassword(db, { actor, admin }, currentPassword);
  return inTransaction(db, async (tx) => {
    await lockRow(tx, 'admins', admin.id);
    await replacePassword(tx, admin.id, account.passwordHash, password);
    await voidLinks(tx, admin.id);
    await recordActivity(tx, actor, {
      action: 'admin.password_changed',
      entity: 'admin',
      entityId: admin.id,
    });
    return endSessions(tx, admin.id, 'password changed', admin.sessionId);
  });
}

/** The signed-in admin, acting on their own account. */
export type OwnCaller = {
  actor: Actor;
  admin: Pick<SignedInAdmin, 'id' | 'sessionId' | 'isFresh'>;
};

/**
 * Refuses callers who cannot repeat their password. Those without one, whom the company's provider signed
 * in, need a fresh proof of who they are (CONFIRM_FIRST).
 */
export async function requireOwnProof(
  db: Db,
  caller: OwnCaller,
  currentPassword: string | undefined,
): Promise<void> {
  const { id, sessionId } = caller.admin;
  const account = await findAccount(db, id);
  if (account?.passwordHash === null && (await findCompanySession(db, sessionId)))
    requireFresh(caller.admin);
  else await requireOwnPassword(db, caller, currentPassword);
}

/**
 * Refuses callers who cannot repeat their password, on `field`. Wrong passwords
 * are recorded and limited per session, so that an unattended session cannot be used to try
 * passwords, and strangers cannot use up the limit.
 */
export async function requireOwnPassword(
  db: Db,
  { actor, admin }: OwnCaller,
  currentPassword: string | undefined,
  field = 'currentPassword',
): Promise<Account> {
  if (!currentPassword) throw invalid({ [field]: 'Enter your password.' });
  const account = await findAccount(db, admin.id);
  if (!account) throw invalid({ [field]: 'The current password is wrong.' });
  const attempt = await beginOwnPassword(db, admin.sessionId);
  if (!(await verifyPassword(account.passwordHash, currentPassword))) {
    await inTransaction(db, (tx) => recordWrongOwnPassword(tx, actor, admin));
    throw invalid({ [field]: 'The current password is wrong.' });
  }
  await attempt.succeeded();
  return account;
}

async function replacePassword(
  tx: Tx,
  adminId: string,
  current: string | null,
  password: string,
): Promise<void> {
  refuseCommonPassword(password);
  const earlier = await findPasswordHistory(tx, adminId, REMEMBERED);
  const hashes = [...new Set([...(current ? [current] : []), ...earlier])];
  const used = await Promise.all(hashes.map((hash) => verifyPassword(hash, password)));
  if (used.includes(true))
    throw invalid({
      password: 'Choose a password that is different from your previous passwords.',
    });
  const passwordHash = await hashPassword(password);
  // The first password was set before the history existed.
  const history = earlier.length === 0 && current ? [current, passwordHash] : [passwordHash];
  await setPasswordRow(tx, adminId, passwordHash, history);
}
