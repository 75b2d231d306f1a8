import type { NewTitle, Title, TitleChanges } from '@pos/contract/stock/titles';
import { v7 as uuidv7 } from 'uuid';
import { isReferenced } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { refuseStale } from '#api/http/stale.ts';
import {
  findCodeOwners,
  findTitle,
  findTitleIds,
  findTitles,
  insertTitleRow,
  lockCodes,
  lockTitleRows,
  removeUnusedTitleRows,
  updateTitleRow,
} from './titles.queries.ts';
import { codesToCheck, lockedFields, takenCodes, type CodeField } from './titles.rules.ts';

export { lockNamedTitles } from './titles.queries.ts';

/** Adds a title that the source system does not know yet, with nothing in the warehouse. */
export async function addTitle(tx: Tx, actor: Actor, input: NewTitle): Promise<Title> {
  const id = uuidv7();
  const { author = '', format = '', taxable = true, ...required } = input;
  const { isbn13 = null, upc = null } = input;
  const sku = (input.sku || isbn13) ?? upc;
  if (!sku) throw invalid({ sku: 'Enter a SKU, an ISBN or a UPC.' });
  await refuseTakenCodes(tx, { sku, isbn13, upc }, null);
  await insertTitleRow(tx, {
    ...required,
    id,
    sku,
    isbn13,
    upc,
    author,
    format,
    taxable,
    sourceSku: null,
    sourceWarehouseQty: null,
  });
  await recordActivity(tx, actor, { action: 'title.added', entity: 'title', entityId: id });
  return readTitle(tx, id);
}

/**
 * Updates a title. Fairs keep the prices of their lines. The fields of the source system stay as it
 * delivers them (domain 3.7).
 */
export function updateTitle(
  db: Db,
  actor: Actor,
  id: string,
  { version, ...changes }: TitleChanges,
): Promise<Title> {
  return inTransaction(db, async (tx) => {
    await lockCodes(tx);
    const before = await lockTitle(tx, id);
    await refuseStale(tx, 'title', id, before, version);
    return changeTitle(tx, actor, before, changes);
  });
}

/** Changes the given fields of a locked title, as the form does. */
export async function changeTitle(
  tx: Tx,
  actor: Actor,
  before: Title,
  fields: Omit<TitleChanges, 'version'>,
): Promise<Title> {
  const changes = given(fields);
  const locked = lockedFields(before, changes);
  if (Object.keys(locked).length > 0) throw invalid(locked);
  await refuseTakenCodes(tx, changedCodes(before, changes), before.id);
  await updateTitleRow(tx, before.id, before.version + 1, changes);
  await recordActivity(tx, actor, {
    action: 'title.updated',
    entity: 'title',
    entityId: before.id,
    changes: changedFields<Partial<Title>>(before, changes),
  });
  return readTitle(tx, before.id);
}

/** Counts a change of a title that is not part of its form, and returns the title. */
export async function noteTitleChange(tx: Tx, { id, version }: Title): Promise<Title> {
  await updateTitleRow(tx, id, version + 1, {});
  return readTitle(tx, id);
}

/** Returns a title by ID. Refuses one that does not exist. */
export async function readTitle(db: Db, id: string): Promise<Title> {
  const title = await findTitle(db, id);
  if (!title) throw missing('title');
  return title;
}

/** Locks a title until the transaction ends. Refuses one that does not exist. */
export async function lockTitle(tx: Tx, id: string): Promise<Title> {
  await lockRow(tx, 'titles', id);
  return readTitle(tx, id);
}

/**
 * Returns the titles with one of the codes, in lowercase. If they may change, they are locked, and
 * codes of titles change nowhere else until the transaction ends.
 */
export async function findTitlesToImport(
  tx: Tx,
  codes: readonly string[],
  isLocked: boolean,
): Promise<Title[]> {
  if (isLocked) await lockCodes(tx);
  const ids = await findTitleIds(tx, codes);
  return isLocked ? lockTitles(tx, ids) : findTitles(tx, ids);
}

/** Locks several titles until the transaction ends, in one order, and returns them. */
export async function lockTitles(tx: Tx, ids: readonly string[]): Promise<Title[]> {
  await lockTitleRows(tx, ids);
  return findTitles(tx, ids);
}

/** Deletes the titles that nothing uses and nobody changed, and returns their IDs. */
export function removeUnusedTitles(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return removeUnusedTitleRows(tx, ids).catch((error: unknown) => {
    if (isReferenced(error)) return [];
    throw error;
  });
}

/** Refuses codes that find another title, each on its field. */
async function refuseTakenCodes(
  tx: Tx,
  codes: Partial<Record<CodeField, string | null | undefined>>,
  exceptId: string | null,
): Promise<void> {
  const checked = codesToCheck(codes);
  if (Object.keys(checked).length === 0) return;
  await lockCodes(tx);
  const owners = await findCodeOwners(tx, checked, exceptId);
  if (owners.length > 0) throw invalid(takenCodes(owners));
}

function changedCodes(before: Title, changes: Omit<TitleChanges, 'version'>) {
  return Object.fromEntries(
    (['sku', 'isbn13', 'upc'] as const).flatMap((field) =>
      changes[field] === undefined || changes[field] === before[field]
        ? []
        : [[field, changes[field]]],
    ),
  );
}

/** Leaves out the fields that the request left out. */
function given<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
