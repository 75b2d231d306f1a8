import { randomBytes, randomUUID } from 'node:crypto';
import {
  MAX_PASSKEYS,
  type NewPasskey,
  type PasskeyAnswer,
  type PasskeyChallenge,
  type PasskeyLogin,
} from '@pos/contract/staff/second-factor';
import type { LoginAnswer } from '@pos/contract/staff/sign-in';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { isDuplicate } from '#api/db/database-errors.ts';
import { inTransaction, type Db } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Origin } from '#api/http/access/identity.ts';
import { findAccount, findSender } from '#api/staff/sign-in/auth.queries.ts';
import { completeLogin } from '#api/staff/sign-in/auth.service.ts';
import { insertUsedChallengeRow } from '#api/staff/sign-in/used-challenges.queries.ts';
import { readFactorToken } from '#api/staff/sign-in/factor-tokens.ts';
import { knownBrowser } from '#api/staff/sign-in/known-browsers.ts';
import { readToken, signToken, type TokenSort } from '#api/tokens/signed-tokens.ts';
import { deleteResetRow } from './factors.queries.ts';
import {
  noteAdded,
  noteRemoved,
  requireAccount,
  type FactorKeys,
  type FactorOwner,
} from './factors.service.ts';
import {
  deletePasskeyRow,
  findCredentials,
  findPasskeyByCredential,
  insertPasskeyRow,
  renamePasskeyRow,
  setPasskeyUsedRow,
} from './passkeys.queries.ts';

/** `sub` is the ID of the challenge, and `for` what may answer it. */
const Claims = z.object({ sub: z.uuid(), challenge: z.string(), for: z.enum(['new', 'proof']) });

/** Token of a challenge, so that asking for one stores nothing. */
const CHALLENGE: TokenSort<typeof Claims> = {
  type: 'challenge+jwt',
  audience: 'pos-admin-passkey',
  lifetimeMs: 5 * 60_000,
  claims: Claims,
  expired: 'Try again.',
  invalid: 'Try again.',
};
const REFUSED = 'This passkey was not accepted. Try again, or use a code.';

/** Library for WebAuthn, loaded with the first passkey. */
const library = () => import('@simplewebauthn/server');

const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
/**
 * Passkeys belong to the host of the product's own address. Browsers know none of an IP address; on its
 * own machine the product is also localhost.
 */
const relyingParty = (publicUrl: string) => {
  const { hostname, origin } = new URL(publicUrl.replace('//127.0.0.1', '//localhost'));
  return { id: hostname, origin };
};

async function challengeFor(keys: FactorKeys, purpose: 'new' | 'proof') {
  const challenge = randomBytes(32);
  const claims = { sub: randomUUID(), challenge: toBase64Url(challenge), for: purpose };
  const { token } = await signToken(CHALLENGE, keys.accessTokenKey, claims);
  return { token, challenge: new Uint8Array(challenge) };
}

/** Uses up a challenge and returns it. Refuses one that is old, or that was answered before. */
async function spendChallenge(
  db: Db,
  keys: FactorKeys,
  token: string,
  purpose: 'new' | 'proof',
): Promise<string> {
  const claims = await readToken(CHALLENGE, keys.accessTokenKey, token).catch(() => undefined);
  if (claims?.for !== purpose || !(await insertUsedChallengeRow(db, claims.sub)))
    throw invalid({ passkey: REFUSED });
  return claims.challenge;
}

/** Returns the options to make a passkey on this device or another one. */
export async function beginPasskey(
  db: Db,
  keys: FactorKeys,
  { admin }: FactorOwner,
): Promise<PasskeyChallenge> {
  const { token, challenge } = await challengeFor(keys, 'new');
  const { companyName } = await findSender(db);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: companyName,
    rpID: relyingParty(keys.publicUrl).id,
    userID: new TextEncoder().encode(admin.id),
    userName: admin.email,
    userDisplayName: admin.name,
    challenge,
    attestationType: 'none',
    excludeCredentials: (await findCredentials(db, admin.id)).map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { token, options: { ...options } };
}

/** Adds a passkey. Returns the recovery codes if it is the person's first factor. */
export async function addPasskey(
  db: Db,
  keys: FactorKeys,
  owner: FactorOwner,
  { name, token, id, clientData, attestation, transports }: NewPasskey,
): Promise<string[]> {
  const expectedChallenge = await spendChallenge(db, keys, token, 'new');
  const party = relyingParty(keys.publicUrl);
  const { verifyRegistrationResponse } = await library();
  const checked = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON: clientData, attestationObject: attestation },
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!checked?.verified) throw invalid({ passkey: REFUSED });
  const { credential } = checked.registrationInfo;
  return inTransaction(db, async (tx) => {
    await lockRow(tx, 'admins', owner.admin.id);
    const before = await requireAccount(tx, owner.admin.id);
    if ((await findCredentials(tx, owner.admin.id)).length >= MAX_PASSKEYS)
      throw new Failure('INVALID_TRANSITION', `You have ${MAX_PASSKEYS} passkeys. Remove one.`);
    await insertPasskeyRow(tx, {
      id: uuidv7(),
      adminId: owner.admin.id,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: [...transports],
      name,
      lastUsedAt: null,
    }).catch((error: unknown) => {
      if (isDuplicate(error, 'passkeys_credential_id_key')) throw invalid({ passkey: REFUSED });
      throw error;
    });
    return noteAdded(tx, keys, owner, before, `passkey ${name}`);
  });
}

export async function renamePasskey(
  db: Db,
  adminId: string,
  id: string,
  name: string,
): Promise<void> {
  if (!(await renamePasskeyRow(db, adminId, id, name))) throw missing('passkey');
}

export function removePasskey(db: Db, owner: FactorOwner, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockRow(tx, 'admins', owner.admin.id);
    const name = await deletePasskeyRow(tx, owner.admin.id, id);
    if (name === undefined) throw missing('passkey');
    await noteRemoved(tx, owner, `passkey ${name}`);
  });
}

/**
 * Returns a challenge for a passkey of the person, or of anybody: the device then offers its own.
 */
export async function beginProof(
  db: Db,
  keys: FactorKeys,
  adminId?: string,
): Promise<PasskeyChallenge> {
  const { token, challenge } = await challengeFor(keys, 'proof');
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(keys.publicUrl).id,
    challenge,
    userVerification: 'required',
    allowCredentials:
      adminId === undefined ? [] : (await findCredentials(db, adminId)).map((id) => ({ id })),
  });
  return { token, options: { ...options } };
}

/** Checks the answer of a passkey and returns the ID of its owner. */
async function provePasskey(
  db: Db,
  keys: FactorKeys,
  { token, id, clientData, authenticatorData, signature }: PasskeyAnswer,
): Promise<string> {
  const expectedChallenge = await spendChallenge(db, keys, token, 'proof');
  const passkey = await findPasskeyByCredential(db, id);
  if (!passkey) throw invalid({ passkey: REFUSED });
  const party = relyingParty(keys.publicUrl);
  const { verifyAuthenticationResponse } = await library();
  const checked = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON: clientData, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(() => undefined);
  if (!checked?.verified) throw invalid({ passkey: REFUSED });
  await setPasskeyUsedRow(db, passkey.id, checked.authenticationInfo.newCounter);
  await deleteResetRow(db, passkey.adminId);
  return passkey.adminId;
}

/** Checks the answer of a passkey of this person. */
export async function provePasskeyOf(
  db: Db,
  keys: FactorKeys,
  adminId: string,
  answer: PasskeyAnswer,
): Promise<void> {
  if ((await provePasskey(db, keys, answer)) !== adminId) throw invalid({ passkey: REFUSED });
}

/** Returns a challenge for the passkeys of a sign-in whose password was right, or for any passkey. */
export async function beginLoginProof(
  db: Db,
  keys: FactorKeys,
  factorToken: string | null | undefined,
): Promise<PasskeyChallenge> {
  if (!factorToken) return beginProof(db, keys);
  return beginProof(db, keys, (await readFactorToken(db, keys.accessTokenKey, factorToken)).id);
}

/** Signs in with a passkey alone: it is two factors, what the person has and how they unlock it. */
export async function loginWithPasskey(
  db: Db,
  keys: FactorKeys,
  { passkey, browserToken }: PasskeyLogin,
  origin: Origin,
): Promise<LoginAnswer> {
  const account = await findAccount(db, await provePasskey(db, keys, passkey));
  if (account?.status !== 'active')
    throw new Failure(
      'INVALID_CREDENTIALS',
      'This account is inactive. Contact your administrator.',
    );
  if (!account.signsInHere)
    throw new Failure('INVALID_CREDENTIALS', 'Passkeys alone do not sign in here any more.');
  const browser = await knownBrowser(keys.browserTokenKey, browserToken);
  return completeLogin(db, keys, { account, browser }, origin);
}
