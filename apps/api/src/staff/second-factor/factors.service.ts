import type { OwnFactors } from '@pos/contract/staff/second-factor';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { openBytes, sealBytes } from '#api/hashing/seal.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import type { Actor, SignedInAdmin } from '#api/http/access/identity.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { beginFactor } from '#api/staff/sign-in/attempts.ts';
import { findAccount, findSender, type Account } from '#api/staff/sign-in/auth.queries.ts';
import type { AuthKeys } from '#api/staff/sign-in/auth.service.ts';
import { orderMail } from '#api/staff/sign-in/mail.service.ts';
import { endSessions } from '#api/staff/sign-in/sessions.ts';
import { appUri, findStep, makeAppSecret, toBase32 } from './app-codes.rules.ts';
import {
  confirmAppRow,
  countRecoveryCodes,
  deleteAppRow,
  findApp,
  findPasskeys,
  replaceRecoveryCodeRows,
  setPendingAppRow,
  spendRecoveryCodeRow,
  takeStepRow,
} from './factors.queries.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.rules.ts';

/** Keys of the second factors and of the sign-ins that they finish. */
export type FactorKeys = AuthKeys & {
  factorKey: Uint8Array;
  codePepper: Uint8Array;
  companyKey: Uint8Array;
  publicUrl: string;
};

/** The signed-in admin, changing their own factors. */
export type FactorOwner = { admin: SignedInAdmin; actor: Actor };

export const WRONG_CODE = 'This code is wrong or was already used.';

/** Uses up a code of the app or a recovery code. Returns which it was; undefined for a wrong one. */
export async function spendCode(
  db: Db,
  { factorKey, codePepper }: FactorKeys,
  adminId: string,
  code: string,
): Promise<'app' | 'recovery' | undefined> {
  if (/^\d{6}$/.test(code)) {
    const secret = (await findApp(db, adminId))?.secret;
    const step = secret && findStep(openBytes(factorKey, adminId, secret), code);
    return step && (await takeStepRow(db, adminId, step)) ? 'app' : undefined;
  }
  const hash = hashRecoveryCode(codePepper, adminId, code);
  return (await spendRecoveryCodeRow(db, adminId, hash)) ? 'recovery' : undefined;
}

export async function readOwnFactors(db: Db, adminId: string): Promise<OwnFactors> {
  const account = await requireAccount(db, adminId);
  return {
    hasApp: account.hasApp,
    passkeys: await findPasskeys(db, adminId),
    recoveryCodesLeft: await countRecoveryCodes(db, adminId),
    dueOn: account.factorDueOn,
  };
}

/** Makes a secret for an authenticator app. It counts once its first code has come. */
export async function beginApp(
  db: Db,
  { factorKey }: FactorKeys,
  { id, email }: SignedInAdmin,
): Promise<{ secret: string; uri: string }> {
  const secret = makeAppSecret();
  await inTransaction(db, (tx) => setPendingAppRow(tx, id, sealBytes(factorKey, id, secret)));
  const { companyName } = await findSender(db);
  return { secret: toBase32(secret), uri: appUri(secret, email, companyName) };
}

/** Takes the app into use. Returns the recovery codes if it is the person's first factor. */
export async function confirmApp(
  db: Db,
  keys: FactorKeys,
  owner: FactorOwner,
  code: string,
): Promise<string[]> {
  const { id } = owner.admin;
  const attempt = await beginFactor(db, owner.admin.sessionId);
  const codes = await inTransaction(db, async (tx) => {
    await lockRow(tx, 'admins', id);
    const pending = (await findApp(tx, id))?.pendingSecret;
    if (!pending) throw invalid({ code: 'Start again, and scan the new QR code.' });
    const step = findStep(openBytes(keys.factorKey, id, pending), code);
    if (!step)
      throw invalid({ code: 'This code is wrong. Check that the clock of the phone is right.' });
    const before = await requireAccount(tx, id);
    await confirmAppRow(tx, id, step);
    return noteAdded(tx, keys, owner, before, 'authenticator app');
  });
  await attempt.succeeded();
  return codes;
}

/**
 * Records a new factor and tells its owner by email. The first one ends the other sessions, which
 * never showed it, and makes the recovery codes.
 */
export async function noteAdded(
  tx: Tx,
  { codePepper }: Pick<FactorKeys, 'codePepper'>,
  { admin, actor }: FactorOwner,
  before: Account,
  kind: string,
): Promise<string[]> {
  await recordFactor(tx, actor, admin.id, 'factor_added', kind);
  await orderMail(tx, { kind: 'factor', change: 'added', adminId: admin.id, by: actor.name });
  if (hasFactor(before)) return [];
  await endSessions(tx, admin.id, 'second factor set up', admin.sessionId);
  return replaceRecoveryCodes(tx, codePepper, admin.id);
}

async function replaceRecoveryCodes(tx: Tx, pepper: Uint8Array, id: string): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await replaceRecoveryCodeRows(
    tx,
    id,
    codes.map((code) => hashRecoveryCode(pepper, id, code)),
  );
  return codes;
}

export function removeApp(db: Db, owner: FactorOwner): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockRow(tx, 'admins', owner.admin.id);
    const { hasApp } = await requireAccount(tx, owner.admin.id);
    if (!hasApp) throw new Failure('INVALID_TRANSITION', 'There is no authenticator app.');
    await deleteAppRow(tx, owner.admin.id);
    await noteRemoved(tx, owner, 'authenticator app');
  });
}

/** Records a removed factor. Refuses to remove the last one while one is required. */
export async function noteRemoved(
  tx: Tx,
  { admin, actor }: FactorOwner,
  kind: string,
): Promise<void> {
  const after = await requireAccount(tx, admin.id);
  if (!hasFactor(after)) {
    if (after.factorDueOn !== null)
      throw new Failure(
        'INVALID_TRANSITION',
        'You need a second factor. Set up another one before you remove this one.',
      );
    await replaceRecoveryCodeRows(tx, admin.id, []);
  }
  await recordFactor(tx, actor, admin.id, 'factor_removed', kind);
  await orderMail(tx, { kind: 'factor', change: 'removed', adminId: admin.id, by: actor.name });
}

/** Replaces the recovery codes of a person with a factor. */
export function newRecoveryCodes(
  db: Db,
  { codePepper }: FactorKeys,
  { admin, actor }: FactorOwner,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await lockRow(tx, 'admins', admin.id);
    if (!hasFactor(await requireAccount(tx, admin.id)))
      throw new Failure('INVALID_TRANSITION', 'Set up a second factor first.');
    await recordFactor(tx, actor, admin.id, 'recovery_codes_replaced');
    return replaceRecoveryCodes(tx, codePepper, admin.id);
  });
}

export async function recordFactor(
  tx: Tx,
  actor: Actor,
  entityId: string,
  kind: string,
  factor?: string,
): Promise<void> {
  await recordActivity(tx, actor, {
    action: `admin.${kind}`,
    entity: 'admin',
    entityId,
    changes: factor === undefined ? {} : { factor: { from: null, to: factor } },
  });
}

export const hasFactor = ({ hasApp, hasPasskey }: Pick<Account, 'hasApp' | 'hasPasskey'>) =>
  hasApp || hasPasskey;

export async function requireAccount(db: Db, adminId: string): Promise<Account> {
  const account = await findAccount(db, adminId);
  if (!account) throw new Failure('SESSION_REVOKED', 'Your session has ended. Sign in again.');
  return account;
}
