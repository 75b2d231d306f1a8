import type { Identify, SignedInAdmin } from './identity.ts';

/** Maximum cache time of a token's owner, in ms (api.md, "Rights"). */
export const KEPT_MS = 1_000;
/** Maximum cached identities. Beyond it the cache is cleared. */
const MOST = 5_000;

export type KeptIdentities = Identify & {
  /** Clears the cache after a change that may affect rights or sessions. */
  forget(): void;
};

/**
 * Caches the owner and rights of an admin's token for `keptMs`. Every call of this process that may
 * change something calls `forget` before its answer, so that the next request sees the change;
 * other processes see it after at most a second. Refusals and registers are never cached.
 */
export function keepIdentities(identify: Identify, keptMs: number): KeptIdentities {
  const kept = new Map<string, { until: number; admin: Promise<SignedInAdmin> }>();
  return {
    ...identify,
    forget: () => kept.clear(),
    admin(token) {
      const now = performance.now();
      const known = kept.get(token);
      if (known && known.until > now) return known.admin;
      if (kept.size >= MOST) kept.clear();
      const entry = { until: now + keptMs, admin: identify.admin(token) };
      kept.set(token, entry);
      entry.admin.catch(() => kept.get(token) === entry && kept.delete(token));
      return entry.admin;
    },
  };
}
