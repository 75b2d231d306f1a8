import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readToken, signToken, type TokenSort } from './signed-tokens.ts';

const Claims = z.object({ sub: z.string() });
const DOOR: TokenSort<typeof Claims> = {
  type: 'door+jwt',
  audience: 'door',
  lifetimeMs: 60_000,
  claims: Claims,
  expired: 'The door has closed.',
  invalid: 'This opens no door.',
};
const WINDOW = {
  ...DOOR,
  type: 'window+jwt',
  audience: 'window',
  invalid: 'This opens no window.',
};

describe('a token that was verified before', () => {
  const key = randomBytes(32);
  const sign = async () => (await signToken(DOOR, key, { sub: 'guest' })).token;
  /** Signs a token and reads it twice. */
  const verified = async () => {
    const token = await sign();
    expect(await readToken(DOOR, key, token)).toEqual({ sub: 'guest' });
    expect(await readToken(DOOR, key, token)).toEqual({ sub: 'guest' });
    return token;
  };
  afterEach(() => void vi.useRealTimers());

  it('expires a minute after its lifetime, as others do', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const token = await verified();
    vi.setSystemTime(Date.now() + 60_000 + 50_000);
    expect(await readToken(DOOR, key, token)).toEqual({ sub: 'guest' });
    vi.setSystemTime(Date.now() + 15_000);
    await expect(readToken(DOOR, key, token)).rejects.toThrow('The door has closed.');
  });

  it('is refused as another kind, with another key, and if it was changed', async () => {
    const token = await verified();
    await expect(readToken(WINDOW, key, token)).rejects.toThrow('This opens no window.');
    const refused = (other: string, otherKey = key) =>
      expect(readToken(DOOR, otherKey, other)).rejects.toThrow('This opens no door.');
    await refused(token, randomBytes(32));
    const [head, body, signature = ''] = token.split('.');
    await refused(`${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`);
    await refused(`${head}.${Buffer.from('{"sub":"owner"}').toString('base64url')}.${signature}`);
    await refused(`${head}.${body}.`);
  });
});
