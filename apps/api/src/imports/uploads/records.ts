import type { Tx } from '#api/db/db.ts';
import { recordActivities } from '#api/staff/activity/activity.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { stillUsed } from './undo/undo.rules.ts';

type Versioned = { id: string; version: number };

/** IDs of the records that a file added, and earlier values of those that it changed. */
export type RecordsMade<Changes, More = object> = {
  added: string[];
  changed: (Versioned & { before: Changes } & More)[];
};

/** Adds and changes records through the service of the form, so that the same rules apply. */
export async function writeRecords<Added, Changed, Changes, More>(
  rows: readonly { added?: Added; changed?: Changed }[],
  add: (added: Added) => Promise<string>,
  change: (changed: Changed) => Promise<RecordsMade<Changes, More>['changed'][number]>,
): Promise<RecordsMade<Changes, More>> {
  const made: RecordsMade<Changes, More> = { added: [], changed: [] };
  for (const { added, changed } of rows) {
    if (added) made.added.push(await add(added));
    if (changed) made.changed.push(await change(changed));
  }
  return made;
}

/** Returns the values of a record that changes replace. */
export function replacedValues<Changes extends object>(before: object, changes: Changes): Changes {
  const values = before as Record<string, unknown>;
  return Object.fromEntries(Object.keys(changes).map((name) => [name, values[name]])) as Changes;
}

/** Deletes the added records if none is in use, and restores the values of the changed ones. */
export async function undoRecords<Found extends Versioned, Changed extends Versioned>(
  tx: Tx,
  actor: Actor,
  { added, changed }: { added: readonly string[]; changed: readonly Changed[] },
  {
    entity,
    lock,
    label,
    remove,
    restore,
  }: {
    entity: 'school' | 'student' | 'title';
    lock(tx: Tx, ids: readonly string[]): Promise<Found[]>;
    label(found: Found): string;
    /** Deletes the records that nothing uses, and returns their IDs. */
    remove(tx: Tx, ids: readonly string[]): Promise<string[]>;
    restore(found: Found, changed: Changed): Promise<unknown>;
  },
): Promise<void> {
  const locked = await lock(tx, [...added, ...changed.map(({ id }) => id)]);
  const found = new Map(locked.map((record) => [record.id, record]));
  const named = (id: string) => {
    const record = found.get(id);
    return record ? label(record) : `A ${entity}`;
  };
  const late = changed.filter(({ id, version }) => found.get(id)?.version !== version);
  const removed = await remove(tx, added);
  const reasons = [
    ...late.map(({ id }) => `${named(id)} was changed since.`),
    ...added
      .filter((id) => !removed.includes(id))
      .map((id) => `${named(id)} is in use or was changed since.`),
  ].map((text) => ({ code: `${entity.toUpperCase()}_USED`, text }));
  if (reasons.length > 0) throw stillUsed(reasons);
  await recordActivities(tx, actor, {
    action: `${entity}.import_undone`,
    entity,
    entityIds: removed,
  });
  for (const one of changed) await restore(found.get(one.id)!, one);
}
