import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '#api/db/db.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import { readToken, signToken, type TokenSort } from '#api/tokens/signed-tokens.ts';
import { findAccount, type Account } from './auth.queries.ts';

/**
 * `check` ends the token with the password that it proves. `company` is the sign-in at the company's
 * provider that came before instead.
 */
const Claims = z.object({
  sub: z.uuid(),
  epoch: z.int(),
  check: z.string(),
  company: z.uuid().optional(),
});

/** Token that proves the first step, for the second step of the sign-in. Grants no access. */
const FACTOR: TokenSort<typeof Claims> = {
  type: 'factor+jwt',
  audience: 'pos-admin-factor',
  lifetimeMs: 10 * 60_000,
  claims: Claims,
  expired: 'Sign in again.',
  invalid: 'Sign in again.',
};

/** Refuses a sign-in whose first step was right until a factor of the account has come. */
export async function factorNeeded(
  key: Uint8Array,
  account: Account,
  companyId?: string,
): Promise<Failure> {
  const { token } = await signToken(FACTOR, key, {
    sub: account.id,
    epoch: account.tokenEpoch,
    check: toCheck(account),
    ...(companyId !== undefined && { company: companyId }),
  });
  return new Failure('FACTOR_NEEDED', 'Confirm that it is you.', {
    factor: { token, ways: factorWays(account) },
  });
}

/** Returns the factors to ask an account for. Recovery codes are codes too. */
export const factorWays = ({ hasPasskey }: Pick<Account, 'hasPasskey'>): ('passkey' | 'code')[] => [
  ...(hasPasskey ? (['passkey'] as const) : []),
  'code',
];

/** Returns the account of a token, unless its password or state has changed since. */
export async function readFactorToken(
  db: Db,
  key: Uint8Array,
  token: string,
): Promise<Account & { companyId: string | undefined }> {
  const claims = await readToken(FACTOR, key, token).catch(() => undefined);
  const account = claims && (await findAccount(db, claims.sub));
  if (
    account?.status !== 'active' ||
    account.tokenEpoch !== claims?.epoch ||
    toCheck(account) !== claims.check
  )
    throw invalid({ factorToken: 'That took too long. Sign in again.' });
  return { ...account, companyId: claims?.company };
}

const toCheck = ({ passwordHash }: Account): string =>
  createHash('sha256')
    .update('factor')
    .update(passwordHash ?? '')
    .digest('base64url')
    .slice(0, 16);
