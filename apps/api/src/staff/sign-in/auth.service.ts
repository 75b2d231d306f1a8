import type { Login, LoginAnswer, RefreshAnswer, Token } from '@pos/contract/staff/sign-in';
import { z } from 'zod';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { verifyPassword } from '#api/hashing/passwords.ts';
import { Failure } from '#api/http/failure.ts';
import type { Origin, SignedInAdmin } from '#api/http/access/identity.ts';
import { readToken, signToken, type TokenSort } from '#api/tokens/signed-tokens.ts';
import { beginLogin } from './attempts.ts';
import {
  findAccount,
  findAccountByEmail,
  findAccountOfSession,
  holdAccount,
  type Account,
} from './auth.queries.ts';
import { attachCompanySessionRow } from './company/company-sessions.queries.ts';
import { factorNeeded } from './factor-tokens.ts';
import { knownBrowser, type KnownBrowser } from './known-browsers.ts';
import { endSessionByToken, rotate, startSession } from './sessions.ts';
import {
  queueRefusal,
  recordReuse,
  recordSignIn,
  type RefusedSignIn,
} from './sign-in-records.service.ts';

/** Claims of an access token. The web app reads the same names (contract: AccessClaims). */
const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), epoch: z.int() });
type Claims = z.infer<typeof Claims>;

/** Valid for 15 minutes (trust.md, "Tokens and cookies"). */
const ACCESS: TokenSort<typeof Claims> = {
  type: 'at+jwt',
  audience: 'pos-admin-api',
  lifetimeMs: 15 * 60_000,
  claims: Claims,
  expired: 'Your session has expired. Sign in again.',
  invalid: 'Sign in to continue.',
};

/**
 * User data that the specification requires in the token (section 3). Rights are never read from
 * it.
 */
type UserData = {
  email: string;
  email_verified: boolean;
  role: { role: string };
  name: string;
  is_super: boolean;
  is_limited: boolean;
  factor_due_on: string | null;
  is_factor_missing: boolean;
};

function signAccessToken(key: Uint8Array, claims: Claims, user: UserData): Promise<Token> {
  return signToken(ACCESS, key, claims, user);
}

/** Returns the claims of a valid access token. Throws TOKEN_EXPIRED or TOKEN_INVALID. */
function readAccessToken(key: Uint8Array, token: string): Promise<Claims> {
  return readToken(ACCESS, key, token);
}

export type AuthKeys = {
  accessTokenKey: Uint8Array;
  refreshTokenKey: Uint8Array;
  linkKey: Uint8Array;
  browserTokenKey: Uint8Array;
};

/**
 * Signs in with email and password. An unknown email and a wrong password get the same answer after
 * the same work (trust.md T02).
 */
export async function login(
  db: Db,
  keys: AuthKeys,
  form: Login,
  origin: Origin,
): Promise<LoginAnswer> {
  const browser = await knownBrowser(keys.browserTokenKey, form.browserToken);
  const browserId = form.browserToken && browser.idFor(await findAccountByEmail(db, form.email));
  const attempt = await beginLogin(db, {
    email: form.email,
    ip: origin.ip,
    browserId: browserId || undefined,
  });
  const account = await findAccountByEmail(db, form.email);
  const good = await verifyPassword(account?.passwordHash ?? null, form.password);
  const refuse = async (reason: RefusedSignIn['reason'], sentence: string): Promise<never> => {
    await queueRefusal(db, { email: form.email, reason, isPaused: attempt.isLast, ...origin });
    throw new Failure('INVALID_CREDENTIALS', sentence);
  };
  if (!account || !good) return refuse('Wrong password', WRONG);
  if (!account.signsInHere) return refuse('Password sign-in is off', WRONG);
  if (account.status !== 'active') {
    return refuse('Inactive account', 'This account is inactive. Contact your administrator.');
  }
  await attempt.succeeded();
  if (account.hasApp || account.hasPasskey) throw await factorNeeded(keys.accessTokenKey, account);
  return completeLogin(db, keys, { account, browser }, origin);
}

/** A sign-in whose proofs have all come. `companyId`: the one at the company's provider. */
type ProvedLogin = { account: Account; browser: KnownBrowser; companyId?: string | undefined };

/** Starts the session of a sign-in whose proofs have all come. */
export async function completeLogin(
  db: Db,
  keys: AuthKeys,
  { account, browser, companyId }: ProvedLogin,
  origin: Origin,
): Promise<LoginAnswer> {
  const session = await openSession(db, keys, account, origin, async (tx, sessionId) => {
    await recordSignIn(tx, account, origin);
    if (companyId !== undefined && !(await attachCompanySessionRow(tx, companyId, sessionId)))
      throw new Failure('INVALID_CREDENTIALS', 'That took too long. Sign in again.');
  });
  return {
    message: 'Login successfully.',
    ...session,
    browserToken: await browser.tokenWith(account),
  };
}

const WRONG = 'The email address or password is wrong.';

/**
 * Starts a session for an account and returns its tokens and rights. Refuses if a reset or
 * deactivation came in between, because that would not end the new session. `record` writes in the
 * same transaction.
 */
async function openSession(
  db: Db,
  keys: AuthKeys,
  account: Account,
  origin: Pick<Origin, 'ip' | 'userAgent'>,
  record?: (tx: Tx, sessionId: string) => Promise<void>,
) {
  const { current, ...session } = await inTransaction(db, async (tx) => {
    if (!(await holdAccount(tx, account))) throw new Failure('INVALID_CREDENTIALS', WRONG);
    const started = await startSession(tx, account.id, origin);
    await record?.(tx, started.sessionId);
    return { ...started, current: await findAccountOfSession(tx, account.id, started.sessionId) };
  });
  return {
    token: {
      access: await accessToken(keys, current ?? account, session.sessionId),
      refresh: session.refresh,
    },
    ...heldBy(account),
  };
}

/** Rights and duties of the account's role, in the form of the token answers. */
function heldBy({ rights }: Account) {
  return { permission: [...rights.permission], duties: [...rights.duties] };
}

/**
 * Exchanges a refresh token for new tokens. A refusal sends the user to the login page. A reused
 * token is recorded, and its owner and the administrators are warned (trust.md T04). `check` throws
 * if the session must end for another reason.
 */
export async function refreshTokens(
  db: Db,
  keys: AuthKeys,
  { token, check }: { token: string; check: (sessionId: string) => Promise<void> },
  origin: Origin,
): Promise<RefreshAnswer> {
  const rotation = await inTransaction(db, async (tx) => {
    const outcome = await rotate(tx, keys.refreshTokenKey, token);
    if (outcome.outcome === 'reused') await recordReuse(tx, outcome.adminId, origin);
    return outcome;
  });
  if (rotation.outcome !== 'rotated')
    throw new Failure('SESSION_REVOKED', 'Your session has ended. Sign in again.');
  await check(rotation.sessionId);
  const account = await findAccountOfSession(db, rotation.adminId, rotation.sessionId);
  if (!account || account.status !== 'active')
    throw new Failure('SESSION_REVOKED', 'Your session has ended. Sign in again.');
  const access = await accessToken(keys, account, rotation.sessionId);
  return { data: { token: { access, refresh: rotation.refresh }, ...heldBy(account) } };
}

/** Ends the session of a refresh token and returns its ID. Unknown tokens change nothing. */
export function logout(db: Db, token: string): Promise<string | undefined> {
  return inTransaction(db, (tx) => endSessionByToken(tx, token));
}

/**
 * Returns the admin of an access token with current rights from the database. Refuses an invalid
 * token with 401.
 */
export async function identifyAdmin(db: Db, keys: AuthKeys, token: string): Promise<SignedInAdmin> {
  const claims = await readAccessToken(keys.accessTokenKey, token);
  const account = await findAccountOfSession(db, claims.sub, claims.sid, claims.epoch);
  if (!account || account.status !== 'active')
    throw new Failure('SESSION_REVOKED', 'Your session has ended. Sign in again.');
  return signedIn(account, claims.sid);
}

/**
 * Returns the admin of a session with current rights from the database, or undefined once the
 * session has ended. Used for tickets and the like that a session has issued.
 */
export async function identifySession(
  db: Db,
  adminId: string,
  sessionId: string,
): Promise<SignedInAdmin | undefined> {
  const account = await findAccountOfSession(db, adminId, sessionId);
  return account?.status === 'active' ? signedIn(account, sessionId) : undefined;
}

function signedIn(account: Account & { isFresh: boolean }, sessionId: string): SignedInAdmin {
  const { id, email, emailVerified, roleName, rights, isFactorMissing, isFresh } = account;
  return {
    kind: 'admin',
    id,
    name: fullName(account),
    email,
    emailVerified,
    sessionId,
    roleName,
    rights,
    isFactorMissing,
    isFresh,
  };
}

/**
 * Opens a session for an admin without a password, for programs that the product itself starts (the
 * demo season).
 */
export async function openSessionFor(
  db: Db,
  keys: AuthKeys,
  adminId: string,
): Promise<LoginAnswer['token']> {
  const account = await findAccount(db, adminId);
  if (!account) throw new Failure('NOT_FOUND', 'This admin does not exist.');
  return (
    await openSession(db, keys, account, { ip: '127.0.0.1', userAgent: 'POS Admin demo season' })
  ).token;
}

function accessToken(keys: AuthKeys, account: Account, sessionId: string) {
  return signAccessToken(
    keys.accessTokenKey,
    { sub: account.id, sid: sessionId, epoch: account.tokenEpoch },
    {
      email: account.email,
      email_verified: account.emailVerified,
      role: { role: account.roleName },
      name: fullName(account),
      is_super: account.rights.isSuper,
      is_limited: account.rights.isLimited === true,
      factor_due_on: account.hasApp || account.hasPasskey ? null : account.factorDueOn,
      is_factor_missing: account.isFactorMissing,
    },
  );
}

function fullName({ firstName, lastName }: Account): string {
  return `${firstName} ${lastName}`;
}
