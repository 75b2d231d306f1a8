import type { Tx } from '#api/db/db.ts';
import { recordActivities, recordActivity } from '#api/staff/activity/activity.service.ts';
import { recordMovements, type Movement } from '#api/stock/stock/stock.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import {
  insertCartonRows,
  insertLineRows,
  insertTitleRows,
  lockStockRows,
  updateLinePriceRows,
} from './load.queries.ts';
import type { LoadPlan } from './plan.ts';
import type { InventoryMade } from './made.ts';
import { toBatches } from '../time-slices.ts';

/**
 * Executes the plan of an inventory file and reports the result. The fairs have been locked
 * (`lockFairsForLoading`) since before the plan was made.
 */
export async function loadInventory(
  tx: Tx,
  plan: LoadPlan,
  upload: { id: string; fileName: string },
  actor: Actor,
): Promise<InventoryMade> {
  await insertTitleRows(tx, plan.newTitles);
  await insertCartonRows(tx, plan);
  await insertLineRows(tx, plan.newLines);
  await updateLinePriceRows(tx, plan.changedPrices);
  for await (const added of toBatches(plan.newTitles))
    await recordActivities(tx, actor, {
      action: 'title.added',
      entity: 'title',
      entityIds: added.map(({ id }) => id),
    });
  for (const fair of plan.fairs) {
    const sent = plan.shipments.filter(({ fairId }) => fairId === fair.id);
    const prices = plan.changedPrices.filter(({ fairId }) => fairId === fair.id);
    if (sent.length === 0 && prices.length === 0) continue;
    const units = sent.reduce((sum, { qty }) => sum + qty, 0);
    await recordActivity(tx, actor, {
      action: 'fair.inventory_loaded',
      entity: 'fair',
      entityId: fair.id,
      changes: {
        file: { from: null, to: upload.fileName },
        ...(units > 0 && { sentUnits: { from: fair.sentUnits, to: fair.sentUnits + units } }),
        ...(prices.length > 0 && { changedPrices: { from: null, to: prices.length } }),
      },
    });
  }
  // Last, because it locks rows that sales need.
  const { corrections, sent } = await readMovements(tx, plan, upload.id);
  await recordInPortions(tx, [...corrections, ...sent], actor);
  return {
    shipments: plan.shipments,
    corrections: corrections.map(({ titleId, qty }) => ({ titleId, qty })),
    newCartons: plan.newCartons.map(({ id }) => id),
    cartons: plan.cartons,
    newLines: plan.newLines.map(({ fairId, titleId }) => ({ fairId, titleId })),
    prices: plan.changedPrices,
  };
}

/** Their lines and titles are already locked, so portions take no lock out of order. */
export async function recordInPortions(
  tx: Tx,
  movements: readonly Movement[],
  actor: Actor,
): Promise<void> {
  for await (const portion of toBatches(movements)) await recordMovements(tx, portion, actor);
}

/**
 * Plans movements from warehouse to fair, preceded by a correction for units the warehouse does not
 * have on record, so that nothing goes below zero (domain 10.3).
 */
async function readMovements(
  tx: Tx,
  { shipments }: LoadPlan,
  uploadId: string,
): Promise<{ corrections: Movement[]; sent: Movement[] }> {
  const needed = new Map<string, number>();
  for (const { titleId, qty } of shipments) needed.set(titleId, (needed.get(titleId) ?? 0) + qty);
  // Read again under the lock, because a sale that ships from the warehouse may have come in
  // between.
  const available = await lockStockRows(
    tx,
    [...new Set(shipments.map(({ fairId }) => fairId))],
    [...needed.keys()],
  );
  const corrections = [...needed].flatMap(([titleId, units]): Movement[] => {
    const lacking = units - (available.get(titleId) ?? 0);
    return lacking > 0
      ? [
          {
            titleId,
            qty: lacking,
            from: 'supplier',
            to: 'warehouse',
            reason: 'correction',
            refType: 'upload',
            refId: uploadId,
          },
        ]
      : [];
  });
  const sent = shipments.map(({ fairId, titleId, cartonId, qty }): Movement => ({
    titleId,
    qty,
    from: 'warehouse',
    to: { fairId },
    reason: 'sent',
    ...(cartonId === null
      ? { refType: 'upload', refId: uploadId }
      : { refType: 'carton', refId: cartonId }),
  }));
  return { corrections, sent };
}
