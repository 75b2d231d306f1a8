import { randomUUID } from 'node:crypto';
import type {
  CompanyLogin,
  ProviderAnswer,
  ProviderVisit,
} from '@pos/contract/staff/company-sign-in';
import type { LoginAnswer } from '@pos/contract/staff/sign-in';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import { SYSTEM, type Origin, type SignedInAdmin } from '#api/http/access/identity.ts';
import { currentLog } from '#api/http/log.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { insertUsedChallengeRow } from '../used-challenges.queries.ts';
import { markEmailVerifiedRow } from '../accounts/account-rows.queries.ts';
import { findAccount } from '../auth.queries.ts';
import { completeLogin, type AuthKeys } from '../auth.service.ts';
import { factorNeeded } from '../factor-tokens.ts';
import { knownBrowser } from '../known-browsers.ts';
import { readToken, signToken, type TokenSort } from '#api/tokens/signed-tokens.ts';
import {
  findIdBySubject,
  findLinkable,
  insertAccountRow,
  lockFirstSignIns,
  setSubjectRow,
} from './company-accounts.queries.ts';
import { giveRole, sealTokens } from './company-sessions.service.ts';
import { insertCompanySessionRow } from './company-sessions.queries.ts';
import { findRoleOfGroups } from './company-settings.queries.ts';
import type { ProviderPerson } from './provider.rules.ts';
import { requireProvider, type ProviderProof } from './provider.ts';
import { toRefusal, type ProviderKeys } from './provider-connection.ts';

export type CompanyKeys = AuthKeys & ProviderKeys;

/** `sub` is the ID of the attempt; `for` the session of a person who proves who they are again. */
const Claims = z.object({ sub: z.uuid(), for: z.uuid().optional() });

/** Token of an attempt, which stays in the browser that began it. Asking for one stores nothing. */
const ATTEMPT: TokenSort<typeof Claims> = {
  type: 'company+jwt',
  audience: 'pos-admin-company',
  lifetimeMs: 15 * 60_000,
  claims: Claims,
  expired: 'That took too long. Start again.',
  invalid: 'This sign-in was not begun here. Start again.',
};

/** Begins a sign-in, or the proof of who the person of a session is. */
export async function beginVisit(
  db: Db,
  keys: CompanyKeys,
  sessionId?: string,
): Promise<ProviderVisit> {
  const provider = await requireProvider(db, keys);
  const attempt = randomUUID();
  const url = await provider.begin(attempt, sessionId !== undefined).catch((error: unknown) => {
    currentLog().warn({ err: error }, 'the identity provider could not be used');
    throw new Failure(
      'NOT_READY',
      `${provider.name} cannot be reached at the moment. Try again in a few minutes.`,
    );
  });
  const claims = { sub: attempt, ...(sessionId !== undefined && { for: sessionId }) };
  return { url, token: (await signToken(ATTEMPT, keys.accessTokenKey, claims)).token };
}

/** Uses up an attempt and exchanges the provider's answer to it. */
async function redeem(
  db: Db,
  keys: CompanyKeys,
  { token, answer }: ProviderAnswer,
  sessionId?: string,
): Promise<{ proof: ProviderProof; name: string; attempt: string }> {
  const claims = await readToken(ATTEMPT, keys.accessTokenKey, token).catch((error: unknown) => {
    throw new Failure('INVALID_CREDENTIALS', (error as Failure).message);
  });
  const provider = await requireProvider(db, keys);
  if (claims.for !== sessionId || !(await insertUsedChallengeRow(db, claims.sub)))
    throw new Failure('INVALID_CREDENTIALS', ATTEMPT.invalid);
  const proof = await provider.redeem(claims.sub, answer).catch((error: unknown) => {
    currentLog().warn({ err: error }, 'a sign-in at the identity provider failed');
    throw toRefusal(error, provider.name);
  });
  return { proof, name: provider.name, attempt: claims.sub };
}

/**
 * Finishes a sign-in at the provider: finds, links or makes the account, and gives it the role of its
 * groups. A second factor that the provider asked for counts; otherwise ours is asked for as usual.
 */
export async function loginByCompany(
  db: Db,
  keys: CompanyKeys,
  { browserToken, ...answer }: CompanyLogin,
  origin: Origin,
): Promise<LoginAnswer> {
  const { proof, name, attempt } = await redeem(db, keys, answer);
  const role = await findRoleOfGroups(db, proof.person.groups);
  if (!role)
    throw refuse(
      `None of your groups at ${name} gives access to POS Admin. Ask your administrator to add you to one.`,
    );
  const adminId = await inTransaction(db, async (tx) => {
    await lockFirstSignIns(tx);
    const known = await findIdBySubject(tx, proof.person.subject);
    const id = known ?? (await meet(tx, proof.person, role.id, name));
    await giveRole(tx, id, role);
    await insertCompanySessionRow(tx, {
      id: attempt,
      adminId: id,
      sessionId: null,
      providerSession: proof.sessionId ?? null,
      sealedTokens: sealTokens(keys, id, proof.tokens),
      hasProviderFactor: proof.hasSecondFactor,
      provedAt: proof.provedAt?.toISOString() ?? null,
      checkingUntil: null,
    });
    return id;
  });
  const account = await findAccount(db, adminId);
  if (account?.status !== 'active')
    throw refuse('This account is inactive. Contact your administrator.');
  if (!proof.hasSecondFactor && (account.hasApp || account.hasPasskey))
    throw await factorNeeded(keys.accessTokenKey, account, attempt);
  const browser = await knownBrowser(keys.browserTokenKey, browserToken ?? undefined);
  return completeLogin(db, keys, { account, browser, companyId: attempt }, origin);
}

const refuse = (sentence: string) => new Failure('INVALID_CREDENTIALS', sentence);

/** Links the account with the person's verified email address, or makes one. Returns its ID. */
async function meet(
  tx: Tx,
  { subject, email, firstName, lastName }: ProviderPerson,
  roleId: string,
  name: string,
): Promise<string> {
  if (email === undefined)
    throw refuse(`${name} sent no verified email address for you. Contact your administrator.`);
  const known = await findLinkable(tx, email);
  if (known && known.companySubject !== null)
    throw refuse(`${email} belongs to another person at ${name}. Contact your administrator.`);
  const id = known?.id ?? uuidv7();
  if (!known) {
    await insertAccountRow(tx, { id, firstName, lastName, email, roleId });
    await recordActivity(tx, SYSTEM, { action: 'admin.added', entity: 'admin', entityId: id });
  } else if (!known.emailVerified) await markEmailVerifiedRow(tx, id);
  await setSubjectRow(tx, id, subject);
  await recordActivity(tx, SYSTEM, {
    action: 'admin.linked_to_provider',
    entity: 'admin',
    entityId: id,
  });
  return id;
}

/** Minutes within which the person must have signed in at the provider to prove who they are. */
const PROOF_MINUTES = 5;

/** Refuses a signed-in person who did not just sign in at the provider as themselves. */
export async function proveByCompany(
  db: Db,
  keys: CompanyKeys,
  { id, sessionId }: SignedInAdmin,
  answer: ProviderAnswer,
): Promise<void> {
  const { proof, name } = await redeem(db, keys, answer, sessionId).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    throw invalid({ company: error.message });
  });
  if ((await findIdBySubject(db, proof.person.subject)) !== id)
    throw invalid({ company: `You signed in at ${name} as another person.` });
  const since = proof.provedAt && Date.now() - proof.provedAt.getTime();
  if (since === undefined)
    throw invalid({
      company: `${name} does not say when you signed in there, so this is no proof. Ask your administrator.`,
    });
  if (since > PROOF_MINUTES * 60_000)
    throw invalid({ company: `${name} did not ask you to sign in again. Try once more.` });
}
