import { inTransaction, type Db } from '#api/db/db.ts';
import type { Actor } from '#api/http/identity.ts';
import { recordActivity } from './activity.service.ts';

/** The same refusal again within this time is the same line: a broken client must not fill a log that is kept for ever. */
const SAME_MS = 60_000;
const MOST_KEPT = 10_000;

/** Writes who was refused which call for want of a right (trust.md R10): a line of the admin's own, or the register's, activity. */
export function keepDenials(db: Db): (actor: Actor, call: string) => Promise<void> {
  const told = new Map<string, number>();
  return async (actor, call) => {
    if (actor.id === null || actor.type === 'system') return;
    const { id, type } = actor;
    const key = `${id} ${call}`;
    const now = performance.now();
    if (now - (told.get(key) ?? -Infinity) < SAME_MS) return;
    if (told.size >= MOST_KEPT) told.clear();
    told.set(key, now);
    await inTransaction(db, (tx) =>
      recordActivity(tx, actor, `${type}.denied`, type, id, { call: { from: null, to: call } }),
    );
  };
}
