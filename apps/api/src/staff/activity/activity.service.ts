import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { insertEntryRow, insertEntryRows } from './entries.queries.ts';
import { refuseStudentNames } from './student-names.service.ts';

/** Kinds of record that activity is kept for, by their stored names. */
export type ActivityEntity =
  | 'admin'
  | 'role'
  | 'device'
  | 'school'
  | 'fair'
  | 'title'
  | 'package'
  | 'stock-document'
  | 'student'
  | 'order'
  | 'payment'
  | 'settings'
  | 'job'
  | 'template'
  | 'template-type'
  | 'view'
  | 'scheduled-report';

/** Old and new values of the changed fields only. */
export type FieldChanges = Record<string, { from: unknown; to: unknown }>;

/** One activity entry. `action` is a verb such as `device.added`. */
export type ActivityEntry = {
  action: `${string}.${string}`;
  entity: ActivityEntity;
  entityId: string;
  changes?: FieldChanges;
};

/** Changed fields that are free text, written by a person. */
const WRITTEN = ['reason', 'note', 'notes', 'publicMessage'];

/**
 * Records who did what to which record, in the change's own transaction (trust.md T33). Returns the
 * entry's ID. Entries are permanent, so a text of staff that names a student is refused (T36). A form
 * that was saved as it was (`….updated` with no changed field) is no entry.
 */
export async function recordActivity(
  tx: Tx,
  actor: Actor,
  { action, entity, entityId, changes }: ActivityEntry,
): Promise<string> {
  const id = uuidv7();
  if (action.endsWith('.updated') && changes && Object.keys(changes).length === 0) return id;
  const changed = changes ?? {};
  if (actor.type === 'admin')
    await refuseStudentNames(tx, { entity, entityId }, writtenTexts(changed));
  await insertEntryRow(tx, actor, { id, action, entity, entityId, changes: changed });
  return id;
}

/** Returns the free texts among changes, by field. */
function writtenTexts(changes: FieldChanges): Record<string, string> {
  return Object.fromEntries(
    WRITTEN.flatMap((field) => {
      const to = changes[field]?.to;
      return typeof to === 'string' ? [[field, to]] : [];
    }),
  );
}

/**
 * Records the same action for many records of one kind, each of `changed` with its own changes,
 * which have no free text.
 */
export async function recordActivities(
  tx: Tx,
  actor: Actor,
  records: Pick<ActivityEntry, 'action' | 'entity'> & {
    entityIds?: readonly string[];
    changed?: readonly Required<Pick<ActivityEntry, 'entityId' | 'changes'>>[];
  },
): Promise<void> {
  const { entityIds = [], changed = [], ...entry } = records;
  const all = [...entityIds.map((entityId) => ({ entityId, changes: {} })), ...changed];
  await insertEntryRows(
    tx,
    actor,
    entry,
    all.map((one) => ({ ...one, id: uuidv7() })),
  );
}

/**
 * Returns the fields that differ between two states of a record. `masked` fields show only that
 * they changed, never their values. A value that was not set is null.
 */
export function changedFields<Record_ extends object>(
  before: Record_,
  after: Partial<Record_>,
  masked: readonly (keyof Record_)[] = [],
): FieldChanges {
  const changes: FieldChanges = {};
  for (const [name, to] of Object.entries(after) as [keyof Record_ & string, unknown][]) {
    const from: unknown = before[name] ?? null;
    if (to === undefined || JSON.stringify(from) === JSON.stringify(to)) continue;
    changes[name] = masked.includes(name) ? { from: '****', to: '****' } : { from, to };
  }
  return changes;
}
