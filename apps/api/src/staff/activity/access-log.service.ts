import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import type { NamesRead } from '#api/http/names-read.ts';
import type { Actor } from '#api/http/access/identity.ts';
import type { ActivityEntry } from './activity.service.ts';
import { insertEntryRow } from './entries.queries.ts';

/** A register reads its roster all day; once a day is enough to see who did. */
const SAME_MS = { admin: 3_600_000, device: 24 * 3_600_000 };
const MAX_READS = 50_000;

/**
 * Records a sign-in, a refusal or a read of children's names (domain 3.22). Unlike activity these
 * entries are no evidence of a change, and end after the time in the settings.
 */
export async function recordAccess(
  db: Db | Tx,
  actor: Actor,
  { action, entity, entityId, changes = {} }: ActivityEntry,
): Promise<void> {
  const entry = { id: uuidv7(), action, entity, entityId, changes };
  await insertEntryRow(db, actor, entry, 'accessLog');
}

/**
 * Records reads of children's names before they leave: the first of a person, call, record and
 * address in an hour, of a register in a day. Repeats cost a look into memory.
 */
export function keepNameReads(db: Db): (actor: Actor, read: NamesRead) => Promise<void> {
  const known = new Map<string, number>();
  return async (actor, { call, entity, entityId }) => {
    if (actor.id === null || actor.type === 'system') return;
    const key = [actor.id, actor.name, actor.ip, call, entityId].join(' ');
    const now = performance.now();
    if (now - (known.get(key) ?? -Infinity) < SAME_MS[actor.type]) return;
    await recordAccess(db, actor, {
      action: `${entity ?? actor.type}.names_read`,
      entity: entity ?? actor.type,
      entityId: entityId ?? actor.id,
      changes: { call: { from: null, to: call } },
    });
    if (known.size >= MAX_READS) known.clear();
    known.set(key, now);
  };
}
