import { createHash } from 'node:crypto';
import { z } from 'zod';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { openBytes, sealBytes } from '#api/hashing/seal.ts';
import { Failure } from '#api/http/failure.ts';
import { SYSTEM } from '#api/http/access/identity.ts';
import { currentLog } from '#api/http/log.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { countOtherSuperAdmins } from '../accounts/account-rows.queries.ts';
import { insertUsedChallengeRow } from '../used-challenges.queries.ts';
import { endSessions } from '../sessions.ts';
import { findRoleOfGroups } from './company-settings.queries.ts';
import { findAccountRole, setRoleRow } from './company-accounts.queries.ts';
import {
  endCheckRow,
  endProviderSessionRows,
  findCompanySession,
  takeCheckRow,
} from './company-sessions.queries.ts';
import { findProvider, type ProviderTokens } from './provider.ts';
import type { ProviderKeys } from './provider-connection.ts';

/** Time for which sessions go on while the provider cannot be reached, in seconds. */
const MAX_UNCHECKED_S = 3_600;

const Tokens = z.object({ id: z.string(), access: z.string(), refresh: z.string().optional() });

export const sealTokens = (
  { companyKey }: ProviderKeys,
  adminId: string,
  tokens: ProviderTokens,
): Buffer => sealBytes(companyKey, adminId, Buffer.from(JSON.stringify(tokens)));

const openTokens = (
  { companyKey }: ProviderKeys,
  adminId: string,
  sealed: Buffer,
): ProviderTokens =>
  Tokens.parse(JSON.parse(openBytes(companyKey, adminId, sealed).toString())) as ProviderTokens;

/**
 * Asks the provider again about a session that began there, and gives its person the role of their
 * groups. Ends the person's sessions if no group gives one any more, or the provider no longer knows
 * the sign-in. A provider that is away ends nothing for an hour. Other sessions are left alone.
 */
export async function checkCompanySession(
  db: Db,
  keys: ProviderKeys,
  sessionId: string,
): Promise<void> {
  const session = await takeCheckRow(db, sessionId);
  if (!session) return;
  const { adminId, companySubject } = session;
  const provider = await findProvider(db, keys);
  const tokens = openTokens(keys, adminId, session.sealedTokens);
  try {
    const renewed =
      provider && companySubject !== null
        ? await provider.renew(companySubject, tokens)
        : undefined;
    const role = renewed && (await findRoleOfGroups(db, renewed.person.groups));
    if (!renewed || !role) return await endAccess(db, adminId);
    await inTransaction(db, (tx) => giveRole(tx, adminId, role));
    await endCheckRow(db, session.id, sealTokens(keys, adminId, renewed.tokens));
  } catch (error) {
    if (error instanceof Failure) throw error;
    currentLog().warn({ err: error }, 'the identity provider could not be asked');
    await endCheckRow(db, session.id);
    if (session.ageSeconds > MAX_UNCHECKED_S) await endAccess(db, adminId);
  }
}

async function endAccess(db: Db, adminId: string): Promise<never> {
  await inTransaction(db, async (tx) => {
    await endSessions(tx, adminId, 'no access at the provider');
    await recordActivity(tx, SYSTEM, {
      action: 'admin.company_access_ended',
      entity: 'admin',
      entityId: adminId,
    });
  });
  throw new Failure('SESSION_REVOKED', 'Your company ended your access. Sign in again.');
}

/**
 * Gives a person the role of their group. A break-glass owner and the last SUPER_ADMIN keep theirs, so
 * that nobody at the provider can lock the company out.
 */
export async function giveRole(
  tx: Tx,
  adminId: string,
  role: { id: string; name: string },
): Promise<void> {
  await lockRow(tx, 'admins', adminId);
  const before = await findAccountRole(tx, adminId);
  if (!before || before.roleId === role.id || before.isBreakGlass) return;
  if (before.isSystem && (await countOtherSuperAdmins(tx, adminId)) === 0) return;
  await setRoleRow(tx, adminId, role.id);
  await recordActivity(tx, SYSTEM, {
    action: 'admin.updated',
    entity: 'admin',
    entityId: adminId,
    changes: { roleName: { from: before.roleName, to: role.name } },
  });
}

/** Returns the address that ends a session at the provider too; undefined if there is none. */
export async function findSignOutUrl(
  db: Db,
  keys: ProviderKeys,
  sessionId: string,
): Promise<string | undefined> {
  const session = await findCompanySession(db, sessionId);
  const provider = session && (await findProvider(db, keys));
  if (!provider) return undefined;
  const { id } = openTokens(keys, session.adminId, session.sealedTokens);
  return provider.signOutUrl(id).catch((error: unknown) => {
    currentLog().warn({ err: error }, 'nobody was signed out at the identity provider');
    return undefined;
  });
}

/** Ends the sessions that a logout token of the provider names. Each token counts once. */
export async function endSessionsByProvider(
  db: Db,
  keys: ProviderKeys,
  token: string,
): Promise<void> {
  const provider = await findProvider(db, keys);
  if (!provider) throw new Error('There is no identity provider.');
  const { id, ...named } = await provider.readLogoutToken(token);
  const used = createHash('sha256').update(`logout ${id}`).digest('hex').slice(0, 32);
  await inTransaction(db, async (tx) => {
    if (!(await insertUsedChallengeRow(tx, used))) throw new Error('This token was used before.');
    for (const adminId of await endProviderSessionRows(tx, named))
      await recordActivity(tx, SYSTEM, {
        action: 'admin.signed_out_at_provider',
        entity: 'admin',
        entityId: adminId,
      });
  });
}
