import type { Identify, SignedInAdmin } from './identity.ts';

/** How long who a token belongs to is taken from memory at most, in milliseconds (api.md, "Rights"). */
export const KEPT_MS = 1_000;
/** People at work at once; beyond it all begin anew. */
const MOST = 5_000;

export type KeptIdentities = Identify & {
  /** Asks the database again for everybody: something has been changed that rights or sessions may hang on. */
  forget(): void;
};

/**
 * Keeps in memory for `keptMs` who an admin's token belongs to, with rights. `forget` is called by every call of this process that may
 * change something, before it is answered, so that the next request sees it; other processes see it once their second is over.
 * What is refused is never kept, registers neither.
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
