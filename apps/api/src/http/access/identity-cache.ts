import type { Identify, SignedInAdmin } from './identity.ts';

/** Maximum cache time of a token's owner, in ms (api.md, "Rights"). */
export const KEPT_MS = 1_000;
/** Maximum cached identities. Beyond it the cache is cleared. */
const MAX_IDENTITIES = 5_000;

export type CachedIdentities = Identify & {
  /** Clears the cache after a change that may affect rights or sessions. */
  forget(): void;
};

/**
 * Caches the owner and rights of an admin's token for `cacheMs`. Every call of this process that may
 * change something calls `forget` before its answer, so that the next request sees the change;
 * other processes see it after at most a second. Refusals and registers are never cached.
 */
export function cacheIdentities(identify: Identify, cacheMs: number): CachedIdentities {
  const cached = new Map<string, { until: number; admin: Promise<SignedInAdmin> }>();
  return {
    ...identify,
    forget: () => cached.clear(),
    admin(token, isCertain) {
      if (isCertain) return identify.admin(token);
      const now = performance.now();
      const known = cached.get(token);
      if (known && known.until > now) return known.admin;
      if (cached.size >= MAX_IDENTITIES) cached.clear();
      const entry = { until: now + cacheMs, admin: identify.admin(token) };
      cached.set(token, entry);
      entry.admin.catch(() => cached.get(token) === entry && cached.delete(token));
      return entry.admin;
    },
  };
}
