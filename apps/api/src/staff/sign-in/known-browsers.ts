import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { readToken, signToken, type TokenSort } from '#api/tokens/signed-tokens.ts';
import type { Account } from './auth.queries.ts';

/** Maximum number of accounts remembered per browser, newest first. */
const MAX_ACCOUNTS = 5;

const Claims = z.object({
  /** Random browser ID, used for nothing else. */
  sub: z.uuid(),
  accounts: z.array(z.object({ id: z.uuid(), epoch: z.int() })).max(MAX_ACCOUNTS),
});
type Claims = z.infer<typeof Claims>;

/**
 * Token that proves that accounts have signed in from this browser before (trust.md T01). It skips
 * the delay that guesses from elsewhere cause, and grants no access.
 */
const KNOWN_BROWSER: TokenSort<typeof Claims> = {
  type: 'browser+jwt',
  audience: 'pos-admin-login',
  lifetimeMs: 180 * 86_400_000,
  claims: Claims,
  expired: 'This browser token has expired.',
  invalid: 'This browser token is not valid.',
};

export type KnownBrowser = {
  /**
   * Returns the browser's ID if the account has signed in there since its sessions were last
   * revoked.
   */
  idFor(account: Account | undefined): string | undefined;
  /** Returns the browser's next token, which includes this account. */
  tokenWith(account: Account): Promise<string>;
};

/** Reads a browser token. A missing or invalid token gives a browser without known accounts. */
export async function knownBrowser(
  key: Uint8Array,
  token: string | undefined,
): Promise<KnownBrowser> {
  const claims = (token && (await readClaims(key, token))) || { sub: uuidv7(), accounts: [] };
  return {
    idFor: (account) => {
      const isKnown = claims.accounts.some(
        ({ id, epoch }) => id === account?.id && epoch === account.tokenEpoch,
      );
      return isKnown ? claims.sub : undefined;
    },
    tokenWith: async ({ id, tokenEpoch }) => {
      const others = claims.accounts.filter((other) => other.id !== id);
      const accounts = [{ id, epoch: tokenEpoch }, ...others].slice(0, MAX_ACCOUNTS);
      return (await signToken(KNOWN_BROWSER, key, { sub: claims.sub, accounts })).token;
    },
  };
}

function readClaims(key: Uint8Array, token: string): Promise<Claims | undefined> {
  return readToken(KNOWN_BROWSER, key, token).catch(() => undefined);
}
