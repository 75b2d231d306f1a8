import type { SavedTemplateType, TemplateType } from '@pos/contract/templates/templates';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#api/db/database-errors.ts';
import { inTransaction, type Db } from '#api/db/db.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { findTypes } from './templates.queries.ts';
import { findTypeStatus, insertTypeRow, updateTypeRow } from './types.queries.ts';

const GAP = 10;

/** Adds a type at the end, or updates one. Returns all types. */
export function saveTemplateType(
  db: Db,
  actor: Actor,
  { id, name, sort, status }: SavedTemplateType,
): Promise<TemplateType[]> {
  return inTransaction(db, async (tx) => {
    const before = await findTypes(tx);
    const changes = { name, ...(sort !== undefined && { sort }), ...(status && { status }) };
    if (id === undefined) {
      const added = uuidv7();
      await insertTypeRow(tx, {
        id: added,
        code: toCode(name, before),
        sort: Math.max(0, ...before.map((type) => type.sort)) + GAP,
        ...changes,
      });
      await recordActivity(tx, actor, {
        action: 'template-type.added',
        entity: 'template-type',
        entityId: added,
      });
    } else {
      const type = before.find((one) => one.id === id);
      if (!type) throw missing('type');
      await updateTypeRow(tx, id, changes);
      await recordActivity(tx, actor, {
        action: 'template-type.updated',
        entity: 'template-type',
        entityId: id,
        changes: changedFields(type, changes),
      });
    }
    return findTypes(tx);
  }).catch((error: unknown) => {
    if (isDuplicate(error, 'template_types_name_key', 'template_types_code_key'))
      throw invalid({ name: `A type named "${name}" already exists.` });
    throw error;
  });
}

/** Refuses, on its field, a type that does not exist or is no longer offered. */
export async function requireActiveType(db: Db, id: string): Promise<void> {
  if ((await findTypeStatus(db, id)) !== 'active')
    throw invalid({ templateTypeId: 'Choose a type.' });
}

/** Converts `Parent letter` to `parent-letter`, with a number if that is taken. */
function toCode(name: string, taken: readonly TemplateType[]): string {
  const plain =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'type';
  const codes = new Set(taken.map(({ code }) => code));
  for (let count = 1; ; count++) {
    const code = count === 1 ? plain : `${plain}-${count}`;
    if (!codes.has(code)) return code;
  }
}
