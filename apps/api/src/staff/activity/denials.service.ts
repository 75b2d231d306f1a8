import type { Db } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { recordAccess } from './access-log.service.ts';

/**
 * Repeated refusals within this time (ms) are recorded once, so that a broken client cannot fill the
 * log.
 */
const SAME_MS = 60_000;
const MAX_CALLERS = 10_000;

/**
 * Records refusals for a missing right (trust.md R10) in the access log of the admin or register that
 * was refused.
 */
export function keepDenials(db: Db): (actor: Actor, call: string) => Promise<void> {
  const told = new Map<string, number>();
  return async (actor, call) => {
    if (actor.id === null || actor.type === 'system') return;
    const { id, type } = actor;
    const key = `${id} ${call}`;
    const now = performance.now();
    if (now - (told.get(key) ?? -Infinity) < SAME_MS) return;
    if (told.size >= MAX_CALLERS) told.clear();
    told.set(key, now);
    await recordAccess(db, actor, {
      action: `${type}.denied`,
      entity: type,
      entityId: id,
      changes: { call: { from: null, to: call } },
    });
  };
}
