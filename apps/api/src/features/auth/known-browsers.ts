import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { readToken, signToken, type TokenSort } from '#api/tokens/signed-tokens.ts';
import type { Account } from './auth.queries.ts';

/** A browser remembers this many accounts that have signed in there, the newest first. */
const MAX_ACCOUNTS = 5;

const Claims = z.object({
  /** The browser; a random id of its own, without meaning elsewhere. */
  sub: z.uuid(),
  accounts: z.array(z.object({ id: z.uuid(), epoch: z.int() })).max(MAX_ACCOUNTS),
});
type Claims = z.infer<typeof Claims>;

/**
 * The token by which a browser shows that accounts have signed in there before (trust.md T01). It
 * passes the delay that guesses from elsewhere cause, and opens nothing.
 */
const KNOWN_BROWSER: TokenSort<typeof Claims> = {
  type: 'browser+jwt',
  audience: 'pos-admin-login',
  lifetimeMs: 180 * 86_400_000,
  claims: Claims,
  expired: 'This browser token has expired.',
  invalid: 'This browser token is not ours.',
};

export type KnownBrowser = {
  /** The browser's id where the account has signed in there since it was last shut out. */
  idFor(account: Account | undefined): string | undefined;
  /** The browser's next token, which names this account too. */
  tokenWith(account: Account): Promise<string>;
};

/** The browser of a token; one that knows nobody where there is none, or one that is not good. */
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
