import {
  LESS_THAN_ZERO,
  type FairInventoryUpdate,
  type StockAdjustment,
  type StockTransfer,
} from '@pos/contract/stock/adjustments';
import type { AdjustedLine } from '@pos/contract/stock/inventory';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import { recordMovements } from '#api/stock/stock/stock.service.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import {
  findFairName,
  findReceivingFair,
  findLineKey,
  insertAdjustmentRow,
  insertLineRow,
  lockAvailable,
  lockLines,
  type LineKey,
  type LockedLine,
} from './adjustments.queries.ts';
import { adjustmentMovements } from './adjustments.rules.ts';
import { fairLineList } from './fair-lines.list.ts';
import { recordReturnCounts } from './return-counts.service.ts';

/**
 * Updates one line of a fair by hand (domain 3.8): adds or removes units, transfers them to another
 * fair, or records the return count. The change applies to the current stock; `quantity` in the
 * answer shows if it differs from what the user saw.
 */
export async function updateFairInventory(
  tx: Tx,
  actor: Actor,
  lineId: string,
  update: FairInventoryUpdate,
): Promise<AdjustedLine> {
  const key = await requireLine(tx, lineId);
  switch (update.operation) {
    case 'add':
    case 'remove':
      return adjust(tx, actor, key, update);
    case 'transfer':
      return transfer(tx, actor, key, update);
    case 'count_return': {
      const { damagedQty = 0, countedQty } = update;
      await recordReturnCounts(tx, actor, key.fairId, [
        { titleId: key.titleId, countedQty, damagedQty },
      ]);
      return answer(tx, key);
    }
  }
}

async function adjust(
  tx: Tx,
  actor: Actor,
  key: LineKey,
  { operation, updatedQuantity, seenQuantity, reason, note = '' }: StockAdjustment,
): Promise<AdjustedLine> {
  await requireOpenFair(tx, key.fairId);
  const line = await lockLine(tx, key);
  if (reason === 'count' && line.onHand !== seenQuantity) {
    throw new Failure(
      'STALE_QUANTITY',
      `On hand is now ${line.onHand}, not ${seenQuantity}, because stock moved in the meantime. Count again.`,
      { current: await fairLineList.findById(tx, key.id) },
    );
  }
  const delta = operation === 'add' ? updatedQuantity : -updatedQuantity;
  if (operation === 'remove') await refuseBelowZero(tx, line, updatedQuantity);
  const id = uuidv7();
  const availableQty = reason === 'received' ? await lockAvailable(tx, key.titleId) : 0;
  await insertAdjustmentRow(tx, actor, {
    id,
    line,
    delta,
    onHandAfter: line.onHand + delta,
    reason,
    note,
    transferId: null,
  });
  await recordMovements(
    tx,
    adjustmentMovements(
      { id, fairId: key.fairId, titleId: key.titleId, delta, reason },
      availableQty,
    ),
    actor,
  );
  await recordChange(
    tx,
    actor,
    'fair.stock_adjusted',
    { line, delta, onHandAfter: line.onHand + delta },
    { reason, note },
  );
  return answer(tx, key, line.onHand);
}

async function transfer(
  tx: Tx,
  actor: Actor,
  key: LineKey,
  { toFairId, updatedQuantity, note = '' }: StockTransfer,
): Promise<AdjustedLine> {
  const { to, line, other } = await lockTransfer(tx, key, toFairId);
  await refuseBelowZero(tx, line, updatedQuantity);
  const [id, from] = [uuidv7(), await findFairName(tx, key.fairId)];
  const given = { line, delta: -updatedQuantity, onHandAfter: line.onHand - updatedQuantity };
  const got = { line: other, delta: updatedQuantity, onHandAfter: other.onHand + updatedQuantity };
  await insertAdjustmentRow(tx, actor, {
    ...given,
    id,
    reason: 'transfer_out',
    note: `To ${to.name}. ${note}`.trim(),
    transferId: null,
  });
  await insertAdjustmentRow(tx, actor, {
    ...got,
    id: uuidv7(),
    reason: 'transfer_in',
    note: `From ${from}. ${note}`.trim(),
    transferId: id,
  });
  await recordMovements(
    tx,
    [
      {
        titleId: key.titleId,
        qty: updatedQuantity,
        from: { fairId: key.fairId },
        to: { fairId: toFairId },
        reason: 'adjusted',
        refType: 'adjustment',
        refId: id,
      },
    ],
    actor,
  );
  await recordChange(tx, actor, 'fair.stock_transferred', given, { toFair: to.name, note });
  await recordChange(tx, actor, 'fair.stock_transferred', got, { fromFair: from, note });
  return {
    ...(await answer(tx, key, line.onHand)),
    transfer: { lineId: other.id, fairId: toFairId, fairName: to.name, onHand: got.onHandAfter },
  };
}

/**
 * Checks and locks both ends of a transfer: the fairs, and then the title's lines there. Adds the
 * line that the receiving fair does not have yet.
 */
async function lockTransfer(tx: Tx, key: LineKey, toFairId: string) {
  const to = await findReceivingFair(tx, toFairId, key.titleId);
  if (!to) throw invalid({ toFairId: 'Choose a fair that exists.' });
  if (toFairId === key.fairId) throw invalid({ toFairId: 'Choose a different fair.' });
  if (to.lineId === null && to.titleStatus === 'inactive')
    throw invalid({ toFairId: 'This title is inactive and cannot be added to a fair.' });
  for (const fairId of [key.fairId, toFairId].toSorted()) await requireOpenFair(tx, fairId);
  if (to.lineId === null)
    await insertLineRow(tx, {
      id: uuidv7(),
      fairId: toFairId,
      titleId: key.titleId,
      priceCents: key.priceCents,
    });
  const lines = await lockLines(tx, [key, { fairId: toFairId, titleId: key.titleId }]);
  const line = lines.find(({ id }) => id === key.id);
  const other = lines.find(({ fairId }) => fairId === toFairId);
  if (!line || !other) throw missing('line');
  return { to, line, other };
}

async function requireLine(tx: Tx, id: string): Promise<LineKey> {
  const key = await findLineKey(tx, id);
  if (!key) throw missing('line');
  return key;
}

/** Locks and returns a line. If it no longer exists, someone deleted it meanwhile. */
async function lockLine(tx: Tx, key: LineKey): Promise<LockedLine> {
  const [line] = await lockLines(tx, [key]);
  if (line?.id !== key.id) throw missing('line');
  return line;
}

/**
 * Refuses to go below zero. The contract has checked the quantity that the user saw, so this
 * repeats its sentence with the current quantity.
 */
async function refuseBelowZero(tx: Tx, line: LockedLine, units: number): Promise<void> {
  if (line.onHand >= units) return;
  throw new Failure('STOCK_INSUFFICIENT', `${LESS_THAN_ZERO} On hand is now ${line.onHand}.`, {
    current: await fairLineList.findById(tx, line.id),
  });
}

/** Records a change of a line in the activity of its fair. Blank facts are left out. */
async function recordChange(
  tx: Tx,
  actor: Actor,
  action: `fair.${string}`,
  { line, delta, onHandAfter }: { line: LineKey; delta: number; onHandAfter: number },
  facts: Record<string, string>,
): Promise<void> {
  const given = Object.entries({ title: line.title, ...facts }).filter(([, value]) => value !== '');
  await recordActivity(tx, actor, {
    action,
    entity: 'fair',
    entityId: line.fairId,
    changes: {
      ...Object.fromEntries(given.map(([name, to]) => [name, { from: null, to }])),
      onHand: { from: onHandAfter - delta, to: onHandAfter },
    },
  });
}

/** Returns the line's current state. `quantity` is the number on hand before. */
async function answer(tx: Tx, key: LineKey, quantity?: number): Promise<AdjustedLine> {
  const line = await fairLineList.findById(tx, key.id);
  if (!line) throw missing('line');
  const totalNewQuantity = line.onHand - line.oversoldQty;
  return { ...line, quantity: quantity ?? totalNewQuantity, totalNewQuantity, transfer: null };
}
