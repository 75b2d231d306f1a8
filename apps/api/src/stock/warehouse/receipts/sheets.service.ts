import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { addSheetRows, findReducedTitles, removeSheetRows } from './sheets.queries.ts';
import type { LoadedSheet } from './sheets.rules.ts';

/** Adds the rows of a sheet to a receipt, which is locked and open. */
export async function loadSheet(
  tx: Tx,
  actor: Actor,
  { fileName, ...sheet }: LoadedSheet & { fileName: string },
): Promise<void> {
  await addSheetRows(tx, sheet, actor.name);
  await recordActivity(tx, actor, {
    action: 'receipt.sheet_loaded',
    entity: 'stock-document',
    entityId: sheet.receiptId,
    changes: {
      file: { from: null, to: fileName },
      titles: { from: null, to: sheet.rows.length },
      units: { from: null, to: sheet.rows.reduce((sum, { qty }) => sum + qty, 0) },
    },
  });
}

/**
 * Takes the rows of a sheet off a receipt again, which is locked and open. Returns the titles that
 * have fewer units by now; then nothing changes.
 */
export async function unloadSheet(
  tx: Tx,
  actor: Actor,
  { fileName, ...sheet }: LoadedSheet & { fileName: string },
): Promise<string[]> {
  const fewer = await findReducedTitles(tx, sheet);
  if (fewer.length > 0) return fewer;
  await removeSheetRows(tx, sheet, actor.name);
  await recordActivity(tx, actor, {
    action: 'receipt.import_undone',
    entity: 'stock-document',
    entityId: sheet.receiptId,
    changes: {
      file: { from: fileName, to: null },
      titles: { from: sheet.rows.length, to: null },
    },
  });
  return [];
}
