import type { InventoryMade } from './made.ts';
import type { Reason } from '@pos/contract/errors';
import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import type { Movement } from '#api/stock/stock/stock.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { recordInPortions } from './load.ts';
import { lockStockRows } from './load.queries.ts';
import {
  deleteCartonRows,
  deleteLineRows,
  findDependents,
  findSentUnits,
  lockCartonRows,
  restorePriceRows,
} from './undo.queries.ts';
import { lockFairsForLoading } from './state.queries.ts';
import { stillUsed } from '../undo/undo.rules.ts';
import type { MadeUpload } from '../upload.ts';

/**
 * Returns the units to the warehouse and deletes lines and cartons that the import created, if
 * nothing of them was sold, scanned, adjusted or counted. New titles stay in the catalog, because
 * their movements refer to them permanently.
 */
export async function undoInventory(
  tx: Tx,
  { id, fileName, made }: MadeUpload<InventoryMade>,
  actor: Actor,
): Promise<void> {
  const fairIds = [...new Set([...made.shipments, ...made.prices].map(({ fairId }) => fairId))];
  await lockFairsForLoading(tx, fairIds);
  for (const fairId of fairIds) await requireOpenFair(tx, fairId);
  const titleIds = [...new Set([...made.shipments, ...made.prices].map(({ titleId }) => titleId))];
  await lockCartonRows(tx, made);
  await lockStockRows(tx, fairIds, titleIds);
  const reasons = reasonsAgainst(await findDependents(tx, id));
  if (reasons.length > 0) throw stillUsed(reasons);

  const before = await findSentUnits(tx, fairIds);
  const back = (movement: Omit<Movement, 'refType' | 'refId'>): Movement => ({
    ...movement,
    refType: 'upload',
    refId: id,
  });
  await recordInPortions(
    tx,
    [
      ...made.shipments.map(({ fairId, titleId, qty }) =>
        back({ titleId, qty, from: { fairId }, to: 'warehouse', reason: 'sent' }),
      ),
      ...made.corrections.map(({ titleId, qty }) =>
        back({ titleId, qty, from: 'warehouse', to: 'supplier', reason: 'correction' }),
      ),
    ],
    actor,
  );
  await restorePriceRows(tx, made.prices);
  await deleteCartonRows(tx, made);
  await deleteLineRows(tx, made.newLines);
  const after = await findSentUnits(tx, fairIds);
  for (const fairId of fairIds) {
    await recordActivity(tx, actor, {
      action: 'fair.import_undone',
      entity: 'fair',
      entityId: fairId,
      changes: {
        file: { from: fileName, to: null },
        ...(before.get(fairId) !== after.get(fairId) && {
          sentUnits: { from: before.get(fairId) ?? 0, to: after.get(fairId) ?? 0 },
        }),
      },
    });
  }
}

/** Lists why the titles and cartons that an import loaded cannot be taken back. */
function reasonsAgainst({ titles, cartons }: Awaited<ReturnType<typeof findDependents>>): Reason[] {
  return [
    ...titles.map(({ sku, title }) => ({
      code: 'TITLE_MOVED',
      text: `"${title}" (${sku}) was sold, moved, adjusted or counted since then.`,
    })),
    ...cartons.map(({ code, status }) => ({
      code: 'CARTON_USED',
      text:
        status === 'packed'
          ? `A later import added to carton ${code}. Undo that import first.`
          : `Carton ${code} was scanned since then.`,
    })),
  ];
}
